import EntityMapper
import MercatorPayload
import ObjectGraph

extension RepresentationWriter: CustomStringConvertible, CustomReflectable {
    /// The mapping and the profile, such as `RepresentationWriter (Article, patch)`.
    public var description: String { "RepresentationWriter (\(mappingName), \(profile.rawValue))" }
    /// The mapping and the profile.
    public var customMirror: Mirror {
        Mirror(self, children: ["mapping": mappingName, "profile": profile, "root": root])
    }

    private var mappingName: String {
        mapping < plan.entities.count
            ? plan.entities[mapping].name : plan.dynamics[mapping - plan.entities.count].name
    }
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
