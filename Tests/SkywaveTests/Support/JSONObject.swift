import Foundation

/// One line of `--json` output. Read by Foundation, so that the program's own writer is checked by another reader.
struct JSONObject: @unchecked Sendable, CustomStringConvertible {
    // Unchecked: the dictionary is never changed and holds only values of JSON.
    private let fields: [String: Any]
    let description: String

    struct NotAnObject: Error {
        let line: String
    }

    init(_ line: String) throws {
        guard let fields = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { throw NotAnObject(line: line) }
        self.fields = fields
        description = line
    }

    /// Each line of an output as an object. Throws NotAnObject.
    static func lines(_ text: String) throws -> [JSONObject] {
        try text.split(separator: "\n").map { try JSONObject(String($0)) }
    }

    var type: String { text("type") ?? "" }
    var names: Set<String> { Set(fields.keys) }
    var hasNull: Bool { Self.hasNull(fields) }

    func text(_ name: String) -> String? { fields[name] as? String }
    func number(_ name: String) -> Double? { (fields[name] as? NSNumber)?.doubleValue }
    func count(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0) } }
    func flag(_ name: String) -> Bool? { fields[name] as? Bool }
    func list(_ name: String) -> [JSONObject] { (fields[name] as? [[String: Any]])?.compactMap { try? Self(fields: $0) } ?? [] }
    func texts(_ name: String) -> [String] { fields[name] as? [String] ?? [] }
    func object(_ name: String) -> JSONObject? { (fields[name] as? [String: Any]).flatMap { try? Self(fields: $0) } }

    private init(fields: [String: Any]) throws {
        self.fields = fields
        description = String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
    }

    private static func hasNull(_ value: Any) -> Bool {
        switch value {
        case is NSNull: true
        case let object as [String: Any]: object.values.contains(where: hasNull)
        case let list as [Any]: list.contains(where: hasNull)
        default: false
        }
    }
}

extension [JSONObject] {
    func of(_ type: String) -> [JSONObject] { filter { $0.type == type } }
    var result: JSONObject? { last?.type == "result" ? last : nil }
}
