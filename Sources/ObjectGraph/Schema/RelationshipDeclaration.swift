/// The declaration that a `ToOne` and a `ToMany` have in common.
///
/// Key paths are resolved when the entity is described, because creating a schema struct must not
/// create the struct at the other end.
struct RelationshipDeclaration: Sendable {
    let name: PropertyName
    var source: String?
    var isOptional: Bool
    var deleteRule: DeleteRule
    var renamingIdentifier: String?
    var inverse: @Sendable () -> String? = { nil }
    var key: (any AnyKeyPath & Sendable)?
    var destinationKey: (any AnyKeyPath & Sendable)?

    /// The annotations of the relationship of an entity.
    func annotations(in type: any Entity.Type) -> [String: Value] {
        var annotations: [String: Value] = [:]
        if let source { annotations[AnnotationKey.keyPath.rawValue] = .string(source) }
        guard let key else { return annotations }
        let name = key.propertyName(in: type)
        let destination = destinationKey.map { $0.propertyName(in: nil) }
        annotations[AnnotationKey.connectedBy.rawValue] =
            destination.map { .dictionary([name: .string($0)]) } ?? .string(name)
        return annotations
    }
}

extension AnyKeyPath {
    /// Returns the name of the property of a schema struct.
    ///
    /// If the key path belongs neither to the expected type nor to its ancestors, the result has
    /// its entity as a prefix, and therefore matches no property.
    fileprivate func propertyName(in expected: (any Entity.Type)?) -> String {
        guard let root = Swift.type(of: self).rootType as? any Entity.Type else {
            return PropertyName.none
        }
        let name = root.name(ofAny: self)
        return expected.map { $0.isOrInherits(root) } ?? true
            ? name : "\(root.entityName).\(name)"
    }
}

extension Entity {
    fileprivate static func name(ofAny path: AnyKeyPath) -> String {
        (path as? PartialKeyPath<Self>).map { name(of: $0) } ?? PropertyName.none
    }

    fileprivate static func isOrInherits(_ other: any Entity.Type) -> Bool {
        var visited: Set<String> = []
        var next: (any Entity.Type)? = Self.self
        while let type = next, visited.insert(type.entityName).inserted {
            if type.entityName == other.entityName { return true }
            next = type.parent
        }
        return false
    }
}
