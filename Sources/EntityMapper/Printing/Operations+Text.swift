import ObjectGraph
import Payload

extension MappingOperation: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The mappings as a table.
    public var description: String { "MappingOperation, \(plan)" }
    /// The mappings as a table.
    public var debugDescription: String { description }
    /// The plan and the options.
    public var customMirror: Mirror { Mirror(self, children: ["plan": plan, "options": options]) }
}

extension ConnectionOperation: CustomStringConvertible {
    /// The names of the connections to evaluate.
    public var description: String {
        "ConnectionOperation (\(only.map { TextLines($0.sorted()).joined } ?? "all connections"))"
    }
}

extension ManagedObjectImporter: CustomStringConvertible, CustomReflectable {
    /// The names of the payloads.
    public var description: String {
        "ManagedObjectImporter (\(TextLines(payloadNames, limit: 20).joined))"
    }

    /// The options and the names of the first payloads.
    public var customMirror: Mirror {
        Mirror(self, children: ["options": options, "payloads": Array(payloadNames.prefix(20))])
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
