public import ObjectGraph

/// Identification by attribute descriptions or by attributes of a schema struct.
///
/// All settings are stored as names, so descriptions and names can be mixed:
/// `mapping.identificationAttributes = ["monthID", year.name]`.
extension EntityMapping {
    /// The descriptions of ``identificationAttributes``, in the same order.
    ///
    /// Names without an attribute in the entity are left out.
    public var identificationAttributeDescriptions: [AttributeDescription]? {
        identificationAttributes?.compactMap { entity.attribute(named: $0) }
    }

    /// Sets the attributes that identify an object.
    ///
    /// - Parameter attributes: Attributes of the entity, own or inherited; the plan reports any
    ///   other. With `nil`, every representation inserts a new object.
    public mutating func setIdentificationAttributes(_ attributes: [AttributeDescription]?) {
        identificationAttributes = attributes?.map(\.name)
        let foreignAttribute = attributes?.first { entity.attribute(named: $0.name) != $0 }
        identificationProblem = foreignAttribute.map(foreign)
    }

    /// Sets the attributes that identify an object to attributes of a schema struct.
    ///
    /// ```swift
    /// mapping.setIdentificationAttributes(\Issue.year, \Issue.month)
    /// ```
    ///
    /// - Parameter attributes: The key paths of the attributes, stored as the attributes' names.
    public mutating func setIdentificationAttributes<E: Entity, each Value>(
        _ attributes: repeat KeyPath<E, Attribute<each Value>>
    ) {
        var names: [String] = []
        for attribute in repeat each attributes { names.append(E.name(of: attribute)) }
        setIdentificationAttributes(names, of: E.self)
    }

    mutating func setIdentificationAttributes<E: Entity>(_ names: [String], of type: E.Type) {
        identificationAttributes = names
        for name in names { schemaUses.add(name, ofEntityNamed: E.entityName) }
    }

    /// The description of ``modificationAttribute``; `nil` if the entity has no such attribute.
    public var modificationAttributeDescription: AttributeDescription? {
        modificationAttribute.flatMap { entity.attribute(named: $0) }
    }

    /// Sets the attribute that distinguishes versions of an object.
    ///
    /// - Parameter attribute: An attribute of the entity, own or inherited; the plan reports any
    ///   other. With `nil`, every representation is mapped.
    public mutating func setModificationAttribute(_ attribute: AttributeDescription?) {
        modificationAttribute = attribute?.name
        guard let attribute, entity.attribute(named: attribute.name) != attribute else { return }
        modificationProblem = foreign(attribute)
    }

    /// Sets the attribute that distinguishes versions of an object, by key path.
    ///
    /// - Parameter attribute: The key path of the attribute, stored as the attribute's name.
    public mutating func setModificationAttribute<E: Entity, Value>(
        _ attribute: KeyPath<E, Attribute<Value>>
    ) {
        modificationAttribute = E.name(of: attribute)
        schemaUses.add(attribute)
    }

    /// Returns the model's default value of an attribute for a new object.
    ///
    /// - Parameter name: The name of the attribute, own or inherited.
    /// - Returns: The default value, ``ObjectGraph/Value/null`` if there is none; `nil` if the
    ///   entity has no such attribute.
    public func defaultValue(forAttribute name: String) -> Value? {
        entity.attribute(named: name)?.defaultValue
    }

    private func foreign(_ attribute: AttributeDescription) -> String {
        "the description given for '\(attribute.name)' is not an attribute of \(entity.name); take it "
            + "from the entity's own description"
    }
}
