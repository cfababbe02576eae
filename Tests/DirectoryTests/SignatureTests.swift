import Testing

@testable import Directory

@Suite struct SignatureTests {
    /// The test suite of RFC 1321, and lengths around a block's end.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        (String(repeating: "a", count: 55), "ef1772b6dff9a122358552954ad0df65"),
        (String(repeating: "a", count: 56), "3b0c8ac703f828b04c6c197006d17218"),
        (String(repeating: "a", count: 64), "014842d480b571495a4a0363793f7367"),
    ])
    func md5IsThatOfTheRFC(message: String, digest: String) {
        #expect(MD5.hex(Array(message.utf8)) == digest)
    }

    @Test func parametersAreSortedBeforeTheyAreSigned() {
        let signature = FMSignature.of([("pid", "5101"), ("appid", "a1"), ("timestamp", "1")], key: "k")
        #expect(signature == MD5.hex(Array("appid=a1&pid=5101&timestamp=1&k".utf8)).uppercased())
    }
}
