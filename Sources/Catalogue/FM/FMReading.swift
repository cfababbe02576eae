/// What could be read of a list, and why the rest could not.
struct FMReading<Value> {
    var values: [Value] = []
    var skipped: [String] = []

    init() {}

    /// Reads each entry by itself, so that a bad one costs only itself. `what` names the list's entries, and `lack` what an unusable one
    /// is without: "episode 3 has no id".
    init(_ list: [JSON], _ what: String, base: String?, lack: String = "id", _ read: (FMEntry) -> Value?) {
        add(list, what, base: base, lack: lack, read)
    }

    /// Reads one more list.
    mutating func add(_ list: [JSON], _ what: String, base: String?, lack: String = "id", _ read: (FMEntry) -> Value?) {
        // Values are large: room for as many as there may be, where that is most of them.
        let count = list.count { $0.objectOrNil != nil }
        if count > values.count { values.reserveCapacity(values.count + count) }
        for (index, json) in list.enumerated() {
            guard json.kind == .object else {
                skipped.append("\(what) \(index + 1) is \(json.kind == .null ? "null" : "no object")")
                continue
            }
            if let value = read(FMEntry(json: json, base: base)) {
                values.append(value)
            } else {
                skipped.append("\(what) \(index + 1) has no \(lack)")
            }
        }
    }
}
