public import Catalogue

/// A setting's value that holds for one programme.
public struct ProgramSetting: Hashable, Sendable {
    public var program: ItemID
    public var key: String
    public var value: String

    public init(program: ItemID, key: String, value: String) { (self.program, self.key, self.value) = (program, key, value) }
}
