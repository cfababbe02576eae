import Transfer

/// The signature that an FM-style service wants from a partner: the parameters sorted by name, joined as `k=v&…`, the secret after
/// another `&`, all of it through MD5, in 32 upper-case hex digits.
enum FMSignature {
    /// Nil where MD5 is not to be had.
    static func of(_ parameters: [(name: String, value: String)], key: String) -> String? {
        let sorted = parameters.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let text = sorted.map { "\($0.name)=\($0.value)" }.joined(separator: "&") + "&" + key
        return md5Hex(Array(text.utf8))?.uppercased()
    }
}
