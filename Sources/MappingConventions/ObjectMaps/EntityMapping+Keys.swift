public import EntityMapper
import MercatorPayload
public import ObjectGraph

/// Mapping by key, with the property first, as in the documentation of TSNREST.
///
/// Web keys are keys, not paths: a dot is part of the key. Mapping a property by key replaces its
/// earlier mappings. Attributes are converted by ``ValueTransform/serverDate`` and
/// ``ValueTransform/booleanAsNumber``, or by the transform of their type. The web key of a
/// relationship contains identifiers or representations. They are mapped by the mapping set with
/// ``addClass(_:forKey:)``, or else by the mapping named after the destination entity. To-one
/// relationships are written as identifiers, to-many relationships are not written.
///
/// ```swift
/// variants.mapObjectKey("count", toWebKey: "inventory")
/// variants.mapCamelCasedObjectKeysToUnderscoreWebKeys(["priceGross", "createdAt"])
/// variants.addBoolean("visible")
/// variants.addEnumMap([0: "open", 1: "paid"], forKey: "state")
/// ```
extension EntityMapping {
    /// Maps a property to a key of the representation.
    ///
    /// - Parameters:
    ///   - key: The attribute or relationship; the plan reports a property that does not exist.
    ///   - webKey: The key.
    public mutating func mapObjectKey(_ key: String, toWebKey webKey: String) {
        mapObjectKey(key, toWebKeys: [webKey])
    }

    /// Maps a property to several keys of the representation.
    ///
    /// - Parameters:
    ///   - key: The attribute or relationship.
    ///   - webKeys: The keys; all of them are written, and the first existing key is read.
    public mutating func mapObjectKey(_ key: String, toWebKeys webKeys: [String]) {
        removeMappings(to: key)
        // If several mappings of a property find a value, the last takes precedence.
        for webKey in webKeys.reversed() {
            let source = PayloadPath([.key(webKey)])
            if let relationship = entity.relationship(named: key) {
                addRelationshipMapping(objectMapping(of: relationship, from: source))
            } else {
                addAttributeMapping(objectMapping(of: key, from: source))
            }
        }
    }

    /// Maps properties to keys of the representation pairwise.
    ///
    /// - Parameters:
    ///   - keys: The attributes and relationships.
    ///   - webKeys: The keys, one for each property; the plan reports a different number.
    public mutating func mapObjectKeys(_ keys: [String], toWebKeys webKeys: [String]) {
        guard keys.count == webKeys.count else {
            addFault(
                keys.joined(separator: ", "),
                "expected a web key for each object key, found \(webKeys.count) for "
                    + "\(keys.count); add what is missing")
            return
        }
        for (key, webKey) in zip(keys, webKeys) { mapObjectKey(key, toWebKey: webKey) }
    }

    /// Maps properties to keys of the same names.
    ///
    /// - Parameter keys: The attributes and relationships.
    public mutating func mapIdenticalKeys(_ keys: [String]) {
        for key in keys { mapIdenticalKey(key) }
    }

    /// Maps a property to the key of the same name.
    ///
    /// - Parameter key: The attribute or relationship.
    public mutating func mapIdenticalKey(_ key: String) {
        mapObjectKey(key, toWebKey: key)
    }

    /// Maps properties to keys that ``naming`` derives: `priceGross` to `price_gross`.
    ///
    /// - Parameter keys: The attributes and relationships; no suffix is appended for relationships.
    public mutating func mapCamelCasedObjectKeysToUnderscoreWebKeys(_ keys: [String]) {
        for key in keys { mapCamelCasedObjectKeyToUnderscoreWebKey(key) }
    }

    /// Maps a property to the key that ``naming`` derives: `priceGross` to `price_gross`.
    ///
    /// - Parameter key: The attribute or relationship.
    public mutating func mapCamelCasedObjectKeyToUnderscoreWebKey(_ key: String) {
        mapObjectKey(key, toWebKey: naming.webKey(forAttribute: key))
    }

    /// Maps the relationship with the decapitalized name of an entity to a key.
    ///
    /// - Parameters:
    ///   - className: The entity, such as `Brand` for the relationship `brand`.
    ///   - webKey: The key.
    public mutating func mapClass(_ className: String, toWebKey webKey: String) {
        mapObjectKey(NameCase.decapitalized(className), toWebKey: webKey)
    }

    /// Sets the mapping of a relationship's objects, and maps the relationship to its key.
    ///
    /// For example, `images` is mapped to `image_ids`.
    ///
    /// - Parameters:
    ///   - className: The name of the mapping, which by default equals the name of its entity.
    ///   - key: The relationship. For a different key, call ``mapObjectKey(_:toWebKey:)``
    ///     afterwards.
    public mutating func addClass(_ className: String, forKey key: String) {
        objectMap.destinations[key] = className
        let isToMany = entity.relationship(named: key)?.isToMany ?? true
        mapObjectKey(
            key, toWebKey: isToMany ? naming.webKey(forToMany: key) : naming.webKey(forToOne: key))
    }

    /// Sets the destination of a relationship to a schema struct, and maps it to its key.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - key: The relationship.
    public mutating func addClass<E: Entity>(_ type: E.Type, forKey key: String) {
        addClass(E.entityDescription.name, forKey: key)
    }

    /// Removes all mappings of a property.
    ///
    /// - Parameter key: The attribute or relationship.
    public mutating func removeMapping(forKey key: String) {
        removeMappings(to: key)
    }
}

extension EntityMapping {
    mutating func addFault(_ subject: String, _ message: String) {
        objectMap.faults.append(MappingSettingsProblem(property: subject, message: message))
    }

    private func objectMapping(of key: String, from source: PayloadPath) -> AttributeMapping {
        var mapping = AttributeMapping(
            from: source, to: key, using: objectMapTransform(of: key),
            isReadOnly: objectMap.readOnlyKeys.contains(key))
        mapping.isOptional = objectMap.optionalKeys.contains(key)
        mapping.writesNull = objectMap.booleans.contains(key)
        return mapping
    }

    private func objectMapTransform(of key: String) -> ValueTransform {
        if let transform = objectMap.transforms[key] { return transform }
        switch entity.attribute(named: key)?.type {
        case .date: return .serverDate
        case .boolean: return .booleanAsNumber
        default: return .default
        }
    }

    private func objectMapping(
        of relationship: RelationshipDescription, from source: PayloadPath
    ) -> RelationshipMapping {
        let key = relationship.name
        let isWritten = !relationship.isToMany && !objectMap.readOnlyKeys.contains(key)
        var mapping = RelationshipMapping(
            from: source, to: key,
            using: objectMap.destinations[key] ?? relationship.destination,
            representation: isWritten ? .identifiers : .omit)
        mapping.isOptional = objectMap.optionalKeys.contains(key)
        return mapping
    }
}
