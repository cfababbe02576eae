/// One object of the program's JSON output, written field by field in the order of the calls. Facts that are absent are left out.
public struct JSONLine: Hashable, Sendable {
    private var fields: String

    /// An object that begins with its `type`.
    public init(type: String) {
        fields = "\"type\":\(Self.quoted(type))"
    }

    /// An object without a type: one inside another.
    public init() { fields = "" }

    /// The object on one line, without a line break at its end.
    public var text: String { "{\(fields)}" }

    public var isEmpty: Bool { fields.isEmpty }

    public mutating func add(_ key: String, _ value: String?) { append(key, value.map(Self.quoted)) }

    public mutating func add(_ key: String, _ value: Bool?) { append(key, value.map { $0 ? "true" : "false" }) }

    public mutating func add(_ key: String, _ value: (some FixedWidthInteger)?) { append(key, value.map { "\($0)" }) }

    /// Whole numbers are written without a point; what is no finite number is left out.
    public mutating func add(_ key: String, _ value: Double?) {
        guard let value, value.isFinite else { return }
        append(key, Int64(exactly: value).map { "\($0)" } ?? "\(value)")
    }

    /// An empty list is left out.
    public mutating func add(_ key: String, _ values: [String]) {
        append(key, values.isEmpty ? nil : "[\(values.map(Self.quoted).joined(separator: ","))]")
    }

    /// An empty list is left out.
    public mutating func add(_ key: String, _ values: [JSONLine]) {
        append(key, values.isEmpty ? nil : "[\(values.map(\.text).joined(separator: ","))]")
    }

    /// An empty object is left out.
    public mutating func add(_ key: String, _ value: JSONLine?) {
        append(key, value.flatMap { $0.isEmpty ? nil : $0.text })
    }

    private mutating func append(_ key: String, _ value: String?) {
        guard let value else { return }
        if !fields.isEmpty { fields += "," }
        fields += "\(Self.quoted(key)):\(value)"
    }

    /// A JSON text. Besides what JSON demands, DEL, C1 controls, line separators and direction marks are escaped, as lines may end up on a
    /// terminal.
    public static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                switch scalar.value {
                case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: result += escape(scalar.value)
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    private static func escape(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
