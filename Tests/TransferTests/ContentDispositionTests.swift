import Testing

@testable import Transfer

/// The file's name in a header that servers write in many ways.
@Suite struct ContentDispositionTests {
    @Test(arguments: [
        ("attachment; filename=talk.mp3", "talk.mp3"),
        ("attachment; filename=\"a; b \\\"c\\\".mp3\"; size=1", "a; b \"c\".mp3"),
        ("inline;FILENAME = talk.mp3 ;x=y", "talk.mp3"),
        ("attachment; filename=plain.mp3; filename*=UTF-8''na%C3%AFve%20%e6%b5%b7.ogg", "naïve 海.ogg"),
        ("attachment; filename*=iso-8859-1'en'%A3.mp3", "£.mp3"),
        ("attachment; filename*=broken; filename=x.mp3", "x.mp3"),
        ("attachment; filename*=UTF-8''%zz%4.mp3", "%zz%4.mp3"),
        ("attachment; filename=\"open.mp3", "open.mp3"),
        ("attachment; filename=\"\\", "\\"),
        ("attachment; filename=../../etc/passwd", "../../etc/passwd"),
        ("; filename=", ""),
    ])
    func theNameIsRead(_ header: String, _ name: String) { #expect(ContentDisposition.fileName(header) == name) }

    @Test(arguments: ["", "attachment", "filename=x.mp3", "attachment; filename", "attachment; ;;;", "attachment; name=x"])
    func thereMayBeNone(_ header: String) { #expect(ContentDisposition.fileName(header) == nil) }
}
