import Payload

/// A property, and where in a representation it is written.
protocol RepresentedProperty {
    /// The property, as messages call it.
    var name: String { get }
    var path: PayloadPath { get }
    /// Whether it holds objects that have representations of their own.
    var isRelationship: Bool { get }
    /// Whether other properties may be inside of it, as far as that can be known.
    var canHoldMembers: Bool { get }
}

extension RepresentedProperty {
    /// Whether it is an attribute that is the representation itself.
    var isWhole: Bool { !isRelationship && path.components.isEmpty }

    /// Where it goes, as messages say it.
    var place: String {
        path.components.isEmpty ? "the representation itself" : "'\(path)'"
    }

    /// The way in a representation; in the place of braces is its key.
    func keys(_ key: String?) -> [String] {
        path.components.map { $0.kind == .representationKey ? key ?? $0.name : $0.name }
    }
}

extension PayloadPath {
    /// Whether a value can be put where the path leads.
    var isWritable: Bool {
        components.allSatisfy { $0.kind == .key || $0.kind == .representationKey }
    }

    /// Whether the path is the key of the representation.
    var isKeyOfRepresentation: Bool { components == [.context(.key)] }

    /// Whether the path leads to something inside of what another path leads to.
    func isInside(_ other: PayloadPath) -> Bool {
        components.count > other.components.count
            && components.starts(with: other.components)
    }
}
