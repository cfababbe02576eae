import Testing
import Transfer

@testable import Directory

@Suite struct SignatureTests {
    @Test func parametersAreSortedBeforeTheyAreSigned() {
        let signature = FMSignature.of([("pid", "5101"), ("appid", "a1"), ("timestamp", "1")], key: "k")
        #expect(signature == md5Hex(Array("appid=a1&pid=5101&timestamp=1&k".utf8))?.uppercased())
        #expect(md5Hex(Array("abc".utf8)) == "900150983cd24fb0d6963f7d28e17f72")
    }
}
