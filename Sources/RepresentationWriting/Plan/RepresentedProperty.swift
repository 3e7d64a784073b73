import EntityMapper
package import MercatorPayload

/// A property and its path in a representation.
package protocol RepresentedProperty {
    /// The name of the property in messages.
    var name: String { get }
    var path: PayloadPath { get }
    /// Indicates whether the property holds objects with separate representations.
    var isRelationship: Bool { get }
    /// Indicates whether other properties can be nested inside the property.
    ///
    /// The result is as accurate as the plan can determine.
    var canHoldMembers: Bool { get }
}

extension RepresentedProperty {
    /// Indicates whether the property is an attribute whose value is the representation itself.
    package var isWhole: Bool { !isRelationship && path.components.isEmpty }

    /// Indicates whether the value is stored at the key of the representation, instead of members.
    package var isAtKey: Bool {
        path.components.count == 1 && path.components[0].kind == .representationKey
    }

    /// The path for messages.
    package var pathText: String {
        path.components.isEmpty ? "the representation itself" : "'\(path)'"
    }

    /// Returns the keys of the path.
    ///
    /// A component in braces is replaced by the key of the representation.
    package func keys(_ key: String?) -> [String] {
        path.components.map { $0.kind == .representationKey ? key ?? $0.name : $0.name }
    }
}

extension PayloadPath {
    /// Indicates whether a value can be written to the path.
    package var isWritable: Bool {
        components.allSatisfy { $0.kind == .key || $0.kind == .representationKey }
    }

    /// Indicates whether the path denotes the key of the representation.
    package var isKeyOfRepresentation: Bool { components == [.context(.key)] }

    /// Tests whether the path extends another path.
    func isInside(_ other: PayloadPath) -> Bool {
        components.count > other.components.count
            && components.starts(with: other.components)
    }
}
