import MercatorPayload
import ObjectGraph

extension MappingOperation: CustomStringConvertible, CustomReflectable {
    /// The mappings as a table.
    public var description: String { "MappingOperation, \(plan)" }
    /// The plan and the options.
    public var customMirror: Mirror { Mirror(self, children: ["plan": plan, "options": options]) }
}

extension ConnectionOperation: CustomStringConvertible {
    /// The names of the connections to evaluate.
    public var description: String {
        "ConnectionOperation (\(only.map { TextLines($0.sorted()).joined } ?? "all connections"))"
    }
}

extension IdentityCache: CustomStringConvertible {
    /// The name of the type; the contents are not shown.
    public var description: String { "IdentityCache" }
}

extension IdentityIndex: CustomStringConvertible {
    /// The name of the type; the contents are not shown.
    public var description: String { "IdentityIndex" }
}
