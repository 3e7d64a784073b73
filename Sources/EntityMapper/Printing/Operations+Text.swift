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

extension ObjectMappingOperation: CustomStringConvertible, CustomReflectable {
    /// The mapping, such as `ObjectMappingOperation, User: 3 attributes, 1 relationship`.
    public var description: String { "ObjectMappingOperation, \(mapping)" }
    /// The mapping and the options.
    public var customMirror: Mirror {
        Mirror(self, children: ["mapping": mapping, "options": options])
    }
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

extension RepresentationWriter: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The mapping and the profile, such as `RepresentationWriter (Article, patch)`.
    public var description: String { "RepresentationWriter (\(mappingName), \(profile.rawValue))" }
    /// The mapping and the profile.
    public var debugDescription: String { description }
    /// The mapping and the profile.
    public var customMirror: Mirror {
        Mirror(self, children: ["mapping": mappingName, "profile": profile, "root": root])
    }

    private var mappingName: String {
        mapping < plan.entities.count
            ? plan.entities[mapping].name : plan.dynamics[mapping - plan.entities.count].name
    }
}

extension ResourceRequests: CustomStringConvertible {
    /// The base URL.
    public var description: String { "ResourceRequests (\(baseURL))" }
}

extension ResourceResponses: CustomStringConvertible {
    /// The mappings as a table.
    public var description: String { "ResourceResponses, \(operation.plan)" }
}

extension RepresentationPart: CustomStringConvertible, CustomReflectable {
    /// The path of the part in its payload.
    public var description: String {
        "RepresentationPart at \(root.components.isEmpty ? "the top" : "'\(root)'")"
    }

    /// The path of the part and the number of its representations.
    public var customMirror: Mirror {
        Mirror(self, children: ["root": root, "representations": nodes.count])
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
