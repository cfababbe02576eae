/// What is kept beside a `.part`, in `NAME.part.info`, so that a later run can go on: which resource it is of, and how to know it unchanged.
///
/// Text, one fact a line: `resource URL`, `validator TEXT` (an ETag or a date, for `If-Range`), `total BYTES`, `boot ID` and `synced BYTES`.
/// After a power cut a file may be as long as it was and hold zeros, so in another boot only what was synced is trusted.
struct PartInfo: Equatable, Sendable {
    /// The URL asked, without its query (signatures change).
    var resource: String
    var validator: String?
    var total: Int64?
    /// The run of the machine in which it was written; nil where the kernel doesn't say.
    var boot: String? = PartInfo.thisBoot
    /// So many bytes are on the disk for good.
    var synced: Int64 = 0

    /// How many bytes may be believed.
    var trusted: Int64 { boot == Self.thisBoot ? .max : synced }

    static let thisBoot = FileCalls.text(of: "/proc/sys/kernel/random/boot_id").flatMap { $0.split(separator: "\n").first.map(String.init) }

    var text: String {
        var lines = ["resource \(resource)"]
        if let validator { lines.append("validator \(validator)") }
        if let total { lines.append("total \(total)") }
        if let boot { lines.append("boot \(boot)") }
        if synced > 0 { lines.append("synced \(synced)") }
        return lines.joined(separator: "\n") + "\n"
    }

    init(resource: String, validator: String? = nil, total: Int64? = nil) {
        self.resource = resource
        self.validator = validator
        self.total = total
    }

    /// nil where the text names no resource, or its last line isn't whole.
    init?(_ text: String) {
        guard text.hasSuffix("\n") else { return nil }
        var facts: [Substring: String] = [:]
        for line in text.split(separator: "\n") {
            let halves = line.split(separator: " ", maxSplits: 1)
            if halves.count == 2 { facts[halves[0]] = String(halves[1]) }
        }
        guard let resource = facts["resource"] else { return nil }
        self.init(resource: resource, validator: facts["validator"], total: facts["total"].flatMap { Int64($0) })
        boot = facts["boot"]
        synced = facts["synced"].flatMap { Int64($0) } ?? 0
    }
}

/// Where a download may be taken up again.
struct ResumePoint: Equatable, Sendable {
    /// How many bytes are there.
    var offset: Int64
    /// For `If-Range`.
    var validator: String
    /// The whole length, if it was told.
    var total: Int64?
}
