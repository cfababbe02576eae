/// The same play list for `JSONDecoder`: a text, or a number in a text's place.
struct Decoded: Decodable {
    let data: PlayList

    struct PlayList: Decodable {
        let resourceList: [Entry]
    }

    struct Entry: Decodable {
        let id, title, programId, programName, duration, listenNumShow, downloadNumShow, collectNumShow, commentNum, publishTime: Lenient?
        let isVideo, tags, image: Lenient?
        let audiolist: [File]?

        enum CodingKeys: String, CodingKey {
            case id, title, programId, programName, duration, listenNumShow, downloadNumShow, collectNumShow, commentNum, publishTime
            case isVideo, tags, audiolist
            case image = "img640_640"
        }
    }

    struct File: Decodable {
        let isDefault, size, audioStream, filePath: Lenient?
    }

    struct Lenient: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) { self.text = text } else { text = String(try value.decode(Double.self)) }
        }
    }
}
