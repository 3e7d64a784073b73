public import ObjectGraph
import Payload

/// Mapping by key, the property first, as the documentation of TSNREST has it.
///
/// Web keys are keys, not paths: a point in one is a point. What is mapped by key replaces what was
/// mapped to the property before. Attributes are converted as ``ValueTransform/serverDate`` and
/// ``ValueTransform/booleanAsNumber`` say, or by their type. For relationships a web key holds
/// identifiers or representations; they are mapped by the mapping that ``addClass(_:forKey:)`` says,
/// else by the one called like the entity that the model names. To-one relationships are written as
/// identifiers, to-many ones are not written.
///
/// ```swift
/// variants.mapObjectKey("count", toWebKey: "inventory")
/// variants.mapCamelCasedObjectKeysToUnderscoreWebKeys(["priceGross", "createdAt"])
/// variants.addBoolean("visible")
/// variants.addEnumMap([0: "open", 1: "paid"], forKey: "state")
/// ```
extension EntityMapping {
    /// Maps a property and a key of the representation to one another.
    ///
    /// - Parameters:
    ///   - key: The attribute or relationship; the plan reports one that there is not.
    ///   - webKey: The key.
    public mutating func mapObjectKey(_ key: String, toWebKey webKey: String) {
        mapObjectKey(key, toWebKeys: [webKey])
    }

    /// Maps a property to several keys of the representation.
    ///
    /// - Parameters:
    ///   - key: The attribute or relationship.
    ///   - webKeys: The keys: all of them are written, and the first of them that is there is read.
    public mutating func mapObjectKey(_ key: String, toWebKeys webKeys: [String]) {
        removeMappings(to: key)
        // Of several mappings to one property the last one that finds something wins.
        for webKey in webKeys.reversed() {
            let source = PayloadPath([.key(webKey)])
            if let relationship = entity.relationship(named: key) {
                addRelationshipMapping(objectMapping(of: relationship, from: source))
            } else {
                addAttributeMapping(objectMapping(of: key, from: source))
            }
        }
    }

    /// Maps properties and keys of the representation to one another, pair by pair.
    ///
    /// - Parameters:
    ///   - keys: The attributes and relationships.
    ///   - webKeys: As many keys; the plan reports another number of them.
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

    /// Maps properties to the keys that ``naming`` makes of their names: `priceGross` to `price_gross`.
    ///
    /// - Parameter keys: The attributes and relationships; the key of a relationship has no suffix.
    public mutating func mapCamelCasedObjectKeysToUnderscoreWebKeys(_ keys: [String]) {
        for key in keys { mapCamelCasedObjectKeyToUnderscoreWebKey(key) }
    }

    /// Maps a property to the key that ``naming`` makes of its name: `priceGross` to `price_gross`.
    ///
    /// - Parameter key: The attribute or relationship.
    public mutating func mapCamelCasedObjectKeyToUnderscoreWebKey(_ key: String) {
        mapObjectKey(key, toWebKey: naming.webKey(forAttribute: key))
    }

    /// Maps the relationship that is called like an entity, with a small letter, to a key.
    ///
    /// - Parameters:
    ///   - className: The entity: `Brand` for the relationship `brand`.
    ///   - webKey: The key.
    public mutating func mapClass(_ className: String, toWebKey webKey: String) {
        mapObjectKey(NameCase.decapitalized(className), toWebKey: webKey)
    }

    /// Says what a relationship leads to, and maps it to its key: `images` to `image_ids`.
    ///
    /// - Parameters:
    ///   - className: The name of the mapping, by default that of its entity.
    ///   - key: The relationship. Another key is mapped by ``mapObjectKey(_:toWebKey:)`` afterwards.
    public mutating func addClass(_ className: String, forKey key: String) {
        objectMap.destinations[key] = className
        let isToMany = entity.relationship(named: key)?.isToMany ?? true
        mapObjectKey(
            key, toWebKey: isToMany ? naming.webKey(forToMany: key) : naming.webKey(forToOne: key))
    }

    /// Says what a relationship leads to, by a schema struct, and maps it to its key.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - key: The relationship.
    public mutating func addClass<E: Entity>(_ type: E.Type, forKey key: String) {
        addClass(E.entityDescription.name, forKey: key)
    }

    /// Takes out what is mapped to a property.
    ///
    /// - Parameter key: The attribute or relationship.
    public mutating func removeMapping(forKey key: String) {
        removeMappings(to: key)
    }
}

extension EntityMapping {
    mutating func addFault(_ subject: String, _ message: String) {
        objectMap.faults.append(ObjectMapSettings.Fault(subject: subject, message: message))
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
