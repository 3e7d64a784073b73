public import ObjectGraph

/// Connections, identification and settings.
extension MappingPart {
    /// Connects a relationship by a foreign key after the objects have been mapped.
    ///
    /// ```swift
    /// .connect(\.author, by: \.authorID)
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - attribute: The foreign key; the attribute of the destination has the same name, or the
    ///     name derived from it by ``EntityMapping/keyNaming``.
    /// - Returns: The part.
    public static func connect<Relationship: RelationshipProperty, Key>(
        _ relationship: KeyPath<E, Relationship>, by attribute: KeyPath<E, Attribute<Key>>
    ) -> MappingPart {
        let (relationship, name) = (E.name(of: relationship), E.name(of: attribute))
        return MappingPart {
            $0.addConnection(for: relationship, connectedBy: name)
            $0.schemaUses.add(relationship, ofEntityNamed: E.entityName)
        }
    }

    /// Connects a relationship by foreign keys after the objects have been mapped.
    ///
    /// ```swift
    /// .connect(\.author, by: (\.writerID, \.authorID))
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - keys: Pairs of an attribute of this entity and the attribute of the destination entity
    ///     whose value must be equal.
    /// - Returns: The part.
    public static func connect<Relationship: RelationshipProperty, each Source, each Destination>(
        _ relationship: KeyPath<E, Relationship>,
        by keys: repeat (
            KeyPath<E, Attribute<each Source>>,
            KeyPath<Relationship.Destination, Attribute<each Destination>>
        )
    ) -> MappingPart {
        connection(ConnectionDescription(for: relationship, connectedBy: repeat each keys))
    }

    /// Connects a relationship to the objects at the end of a path of two relationships.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - first: The first relationship of the path.
    ///   - second: The second relationship of the path.
    /// - Returns: The part.
    public static func connect<
        Relationship: RelationshipProperty, First: RelationshipProperty,
        Second: RelationshipProperty
    >(
        _ relationship: KeyPath<E, Relationship>, keyPath first: KeyPath<E, First>,
        _ second: KeyPath<First.Destination, Second>
    ) -> MappingPart {
        connection(ConnectionDescription(for: relationship, keyPath: first, second))
    }

    /// Sets the attributes that together identify an object.
    ///
    /// - Parameter attributes: The attributes.
    /// - Returns: The part.
    public static func identify<each Value>(
        by attributes: repeat KeyPath<E, Attribute<each Value>>
    ) -> MappingPart {
        var names: [String] = []
        for attribute in repeat each attributes { names.append(E.name(of: attribute)) }
        return MappingPart { [names] in $0.setIdentificationAttributes(names, of: E.self) }
    }

    /// Adds a validation for the values of an attribute.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - validation: The validation, run before a value is assigned.
    /// - Returns: The part.
    public static func validate<Value>(
        _ attribute: KeyPath<E, Attribute<Value>>, _ validation: ValueValidation
    ) -> MappingPart {
        let name = E.name(of: attribute)
        return MappingPart {
            $0.addValidation(for: name, validation)
            $0.schemaUses.add(name, ofEntityNamed: E.entityName)
        }
    }

    /// Sets a setting of the mapping to an attribute.
    ///
    /// ```swift
    /// .set(\.modificationAttribute, to: \.updatedAt)
    /// ```
    ///
    /// - Parameters:
    ///   - setting: ``EntityMapping/modificationAttribute`` or
    ///     ``EntityMapping/synchronizationAttribute``.
    ///   - attribute: The attribute.
    /// - Returns: The part.
    public static func set<Value>(
        _ setting: any WritableKeyPath<EntityMapping, String?> & Sendable,
        to attribute: KeyPath<E, Attribute<Value>>
    ) -> MappingPart {
        let name = E.name(of: attribute)
        return MappingPart {
            $0[keyPath: setting] = name
            $0.schemaUses.add(name, ofEntityNamed: E.entityName)
        }
    }

    /// Sets a setting of the mapping.
    ///
    /// ```swift
    /// .set(\.acceptsIdentifiers, to: true)
    /// ```
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - value: Its value.
    /// - Returns: The part.
    public static func set<Setting: Sendable>(
        _ setting: any WritableKeyPath<EntityMapping, Setting> & Sendable, to value: Setting
    ) -> MappingPart {
        MappingPart { $0[keyPath: setting] = value }
    }

    private static func connection(_ connection: ConnectionDescription) -> MappingPart {
        MappingPart { $0.add(connection) }
    }
}
