public import ObjectGraph

/// What is said about single properties, before or after they are mapped.
extension EntityMapping {
    /// Has an attribute written as `true` or `false`, and as `null` if it has no value.
    ///
    /// Without it truth values are written as 1 and 0, and left out if they have no value. Reading
    /// takes either.
    ///
    /// - Parameter key: A boolean attribute, or a whole number that is 1 or 0.
    public mutating func addBoolean(_ key: String) {
        objectMap.booleans.insert(key)
        setTransform(.truthValue, forKey: key)
        for place in attributeMappings.indices where attributeMappings[place].destination == key {
            attributeMappings[place].writesNull = true
        }
    }

    /// Has attributes written as `true`, `false` or `null`.
    ///
    /// - Parameter keys: The attributes.
    public mutating func addBooleans(_ keys: [String]) {
        for key in keys { addBoolean(key) }
    }

    /// Says what stands for each value of an attribute.
    ///
    /// - Parameters:
    ///   - map: What the attribute has, and the text, number or truth value that the payload says.
    ///   - key: The attribute.
    ///   - readsUnknownAsNil: Whether everything else is read as nil; if not, it does not fit, and is
    ///     treated as the failure policy says. A value that nothing stands for cannot be written.
    public mutating func addEnumMap(
        _ map: KeyValuePairs<Value, Value>, forKey key: String, readsUnknownAsNil: Bool = false
    ) {
        setTransform(.enumMap(map, readsUnknownAsNil: readsUnknownAsNil), forKey: key)
    }

    /// Says how an attribute is converted, wherever it is mapped to.
    ///
    /// - Parameters:
    ///   - transform: The transform.
    ///   - key: The attribute.
    public mutating func setTransform(_ transform: ValueTransform, forKey key: String) {
        objectMap.transforms[key] = transform
        for place in attributeMappings.indices where attributeMappings[place].destination == key {
            attributeMappings[place].transform = transform
        }
    }

    /// Has a property read and never written.
    ///
    /// - Parameter key: The attribute or relationship.
    public mutating func addReadOnlyKey(_ key: String) {
        objectMap.readOnlyKeys.insert(key)
        for place in attributeMappings.indices where attributeMappings[place].destination == key {
            attributeMappings[place].isReadOnly = true
        }
        for place in relationshipMappings.indices
        where relationshipMappings[place].destination == key {
            relationshipMappings[place].representation = .omit
        }
    }

    /// Has properties read and never written.
    ///
    /// - Parameter keys: The attributes and relationships.
    public mutating func addReadOnlyKeys(_ keys: [String]) {
        for key in keys { addReadOnlyKey(key) }
    }

    /// Has a property written only where it is asked for, see ``RepresentationWriter``.
    ///
    /// - Parameter key: The attribute or relationship.
    public mutating func addOptionalKey(_ key: String) {
        objectMap.optionalKeys.insert(key)
        for place in attributeMappings.indices where attributeMappings[place].destination == key {
            attributeMappings[place].isOptional = true
        }
        for place in relationshipMappings.indices
        where relationshipMappings[place].destination == key {
            relationshipMappings[place].isOptional = true
        }
    }

    /// Has properties written only where they are asked for.
    ///
    /// - Parameter keys: The attributes and relationships.
    public mutating func addOptionalKeys(_ keys: [String]) {
        for key in keys { addOptionalKey(key) }
    }
}
