public import ObjectGraph

/// Naming attributes by their descriptions, or by those of a schema struct.
///
/// Whatever is set is kept as names. Descriptions and names can be mixed:
/// `mapping.identificationAttributes = ["monthID", year.name]`.
extension EntityMapping {
    /// The descriptions of ``identificationAttributes``, in their order; names that the entity does not
    /// have are left out.
    public var identificationAttributeDescriptions: [AttributeDescription]? {
        identificationAttributes?.compactMap { entity.attribute(named: $0) }
    }

    /// Sets what identifies an object.
    ///
    /// - Parameter attributes: Attributes of the entity, own or inherited; the plan reports others.
    ///   `nil` to insert a new object every time.
    public mutating func setIdentificationAttributes(_ attributes: [AttributeDescription]?) {
        identificationAttributes = attributes?.map(\.name)
        let stranger = attributes?.first { entity.attribute(named: $0.name) != $0 }
        identificationProblem = stranger.map(foreign)
    }

    /// Sets what identifies an object, by attributes of a schema struct.
    ///
    /// ```swift
    /// mapping.setIdentificationAttributes(\Issue.year, \Issue.month)
    /// ```
    ///
    /// - Parameter attributes: The attributes; they are kept as their names.
    public mutating func setIdentificationAttributes<E: Entity, each Value>(
        _ attributes: repeat KeyPath<E, Attribute<each Value>>
    ) {
        let schema = E()
        var names: [String] = []
        for attribute in repeat each attributes { names.append(schema[keyPath: attribute].name) }
        identificationAttributes = names
    }

    /// The description of ``modificationAttribute``; `nil` for a name that the entity does not have.
    public var modificationAttributeDescription: AttributeDescription? {
        modificationAttribute.flatMap { entity.attribute(named: $0) }
    }

    /// Sets what tells versions of an object apart.
    ///
    /// - Parameter attribute: An attribute of the entity, own or inherited; the plan reports another.
    ///   `nil` to map every representation.
    public mutating func setModificationAttribute(_ attribute: AttributeDescription?) {
        modificationAttribute = attribute?.name
        guard let attribute, entity.attribute(named: attribute.name) != attribute else { return }
        modificationProblem = foreign(attribute)
    }

    /// Sets what tells versions of an object apart, by an attribute of a schema struct.
    ///
    /// - Parameter attribute: The attribute; it is kept as its name.
    public mutating func setModificationAttribute<E: Entity, Value>(
        _ attribute: KeyPath<E, Attribute<Value>>
    ) {
        modificationAttribute = E()[keyPath: attribute].name
    }

    /// What the model says a new object has in an attribute.
    ///
    /// - Parameter name: The attribute, own or inherited.
    /// - Returns: The default, ``ObjectGraph/Value/null`` if there is none; `nil` if the entity has no
    ///   such attribute.
    public func defaultValue(forAttribute name: String) -> Value? {
        entity.attribute(named: name)?.defaultValue
    }

    private func foreign(_ attribute: AttributeDescription) -> String {
        "the description given for '\(attribute.name)' is not an attribute of \(entity.name); take it "
            + "from the entity's own description"
    }
}
