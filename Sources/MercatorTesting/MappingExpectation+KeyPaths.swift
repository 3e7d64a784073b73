public import MercatorPayload
public import ObjectGraph

/// Expectations of the properties of schema structs, checked by the compiler.
///
/// Each expectation is identical to its variant with names, including its description and failures.
extension MappingExpectation {
    /// Expects an attribute to be mapped to a value of its type.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - attribute: The attribute.
    ///   - value: The value after conversion.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func attribute<E: Entity, Content: AttributeValue>(
        from source: some PayloadPathConvertible, to attribute: KeyPath<E, Attribute<Content>>,
        is value: Content, at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        .attribute(
            from: source, to: E.name(of: attribute), is: value.attributeValue, at: record,
            fileID: fileID, line: line)
    }

    /// Expects an attribute to be mapped to a value accepted by a closure.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - attribute: The attribute.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    ///   - isMet: Returns whether the value is correct, or throws an error that describes the
    ///     fault.
    /// - Returns: The expectation.
    public static func attribute<E: Entity, Content: AttributeValue>(
        from source: some PayloadPathConvertible, to attribute: KeyPath<E, Attribute<Content>>,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line,
        satisfies isMet: @escaping @Sendable (Content) throws -> Bool
    ) -> MappingExpectation {
        .attribute(
            from: source, to: E.name(of: attribute), at: record, fileID: fileID, line: line
        ) { value in
            guard let content = Content(attributeValue: value) else { return false }
            return try isMet(content)
        }
    }

    /// Expects a relationship to be mapped to objects accepted by a closure.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The relationship.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    ///   - isMet: Returns whether the objects are correct, or throws an error that describes the
    ///     fault.
    /// - Returns: The expectation.
    public static func relationship<E: Entity, Relationship: RelationshipProperty>(
        from source: some PayloadPathConvertible, to relationship: KeyPath<E, Relationship>,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line,
        satisfies isMet: @escaping @Sendable ([Object<Relationship.Destination>]) throws -> Bool
    ) -> MappingExpectation {
        .relationship(
            from: source, to: E.name(of: relationship), at: record, fileID: fileID, line: line
        ) { objects in
            try isMet(objects.compactMap { Object<Relationship.Destination>($0) })
        }
    }

    /// Expects a number of objects of a schema struct in the store afterwards.
    ///
    /// - Parameters:
    ///   - type: The schema struct; objects of its subentities are included.
    ///   - count: The number of objects.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    ///   - condition: Returns the condition for objects to be counted, on the properties of the
    ///     schema struct.
    /// - Returns: The expectation.
    public static func objects<E: Entity>(
        of type: E.Type, count: Int, fileID: String = #fileID, line: Int = #line,
        where condition: (E) -> EntityPredicate = { _ in .true }
    ) -> MappingExpectation {
        .objects(
            of: E.entityName, where: condition(E.schema), count: count, fileID: fileID, line: line)
    }
}

extension ExpectedObject {
    /// Creates an expected object from values of the attributes of a schema struct.
    ///
    /// ```swift
    /// .objects([ExpectedObject((\Author.authorID, 3), (\Author.name, "Anna"))])
    /// ```
    ///
    /// - Parameter values: The attributes and their expected values.
    public init<E: Entity, each Content: AttributeValue>(
        _ values: repeat (KeyPath<E, Attribute<each Content>>, each Content)
    ) {
        var named: [String: Value] = [:]
        for (attribute, value) in repeat each values {
            named[E.name(of: attribute)] = value.attributeValue
        }
        self.init(named)
    }
}
