public import EntityMapper
public import ObjectGraph

/// Options of single properties, effective whether set before or after the properties are mapped.
extension EntityMapping {
    /// Makes a writer write an attribute as `true` or `false`, or as `null` if it has no value.
    ///
    /// By default Boolean values are written as 1 and 0, and omitted if there is no value. Both
    /// forms are accepted for reading.
    ///
    /// - Parameter key: A Boolean attribute, or an integer attribute with the values 1 and 0.
    public mutating func addBoolean(_ key: String) {
        objectMap.booleans.insert(key)
        setTransform(.truthValue, forKey: key)
        for index in attributeMappings.indices where attributeMappings[index].destination == key {
            attributeMappings[index].writesNull = true
        }
    }

    /// Makes a writer write attributes as `true`, `false` or `null`.
    ///
    /// - Parameter keys: The attributes.
    public mutating func addBooleans(_ keys: [String]) {
        for key in keys { addBoolean(key) }
    }

    /// Sets the correspondence between values of an attribute and of the payload.
    ///
    /// - Parameters:
    ///   - map: Pairs of an attribute value and the string, number or Boolean value in the payload.
    ///   - key: The attribute.
    ///   - readsUnknownAsNil: Whether other values are read as nil; otherwise they are type
    ///     mismatches subject to the failure policy. An attribute value that is not in the map
    ///     cannot be written.
    public mutating func addEnumMap(
        _ map: KeyValuePairs<Value, Value>, forKey key: String, readsUnknownAsNil: Bool = false
    ) {
        setTransform(.enumMap(map, readsUnknownAsNil: readsUnknownAsNil), forKey: key)
    }

    /// Sets the conversion of an attribute in all its mappings.
    ///
    /// - Parameters:
    ///   - transform: The transform.
    ///   - key: The attribute.
    public mutating func setTransform(_ transform: ValueTransform, forKey key: String) {
        objectMap.transforms[key] = transform
        for index in attributeMappings.indices where attributeMappings[index].destination == key {
            attributeMappings[index].transform = transform
        }
    }

    /// Makes a property read-only, so that it is never written.
    ///
    /// - Parameter key: The attribute or relationship.
    public mutating func addReadOnlyKey(_ key: String) {
        objectMap.readOnlyKeys.insert(key)
        for index in attributeMappings.indices where attributeMappings[index].destination == key {
            attributeMappings[index].isReadOnly = true
        }
        for index in relationshipMappings.indices
        where relationshipMappings[index].destination == key {
            relationshipMappings[index].representation = .omit
        }
    }

    /// Makes properties read-only, so that they are never written.
    ///
    /// - Parameter keys: The attributes and relationships.
    public mutating func addReadOnlyKeys(_ keys: [String]) {
        for key in keys { addReadOnlyKey(key) }
    }

    /// Makes a property optional, so that it is written only on request.
    ///
    /// See ``RepresentationWriter``.
    ///
    /// - Parameter key: The attribute or relationship.
    public mutating func addOptionalKey(_ key: String) {
        objectMap.optionalKeys.insert(key)
        for index in attributeMappings.indices where attributeMappings[index].destination == key {
            attributeMappings[index].isOptional = true
        }
        for index in relationshipMappings.indices
        where relationshipMappings[index].destination == key {
            relationshipMappings[index].isOptional = true
        }
    }

    /// Makes properties optional, so that they are written only on request.
    ///
    /// - Parameter keys: The attributes and relationships.
    public mutating func addOptionalKeys(_ keys: [String]) {
        for key in keys { addOptionalKey(key) }
    }
}
