public import ObjectGraph
public import Payload

/// Expectations about the properties of schema structs, checked by the compiler.
///
/// Each is the one with names, so its words and failures are the same.
extension MappingExpectation {
    /// An attribute is mapped, to whatever value.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - attribute: The destination.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func attribute<E: Entity, Content: AttributeValue>(
        from source: some PayloadPathConvertible, to attribute: KeyPath<E, Attribute<Content>>,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        .attribute(
            from: source, to: E.name(of: attribute), at: record, fileID: fileID, line: line)
    }

    /// An attribute is mapped to a value of its type.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - attribute: The destination.
    ///   - value: The value after conversion.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func attribute<E: Entity, Content: AttributeValue>(
        from source: some PayloadPathConvertible, to attribute: KeyPath<E, Attribute<Content>>,
        is value: Content, at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        .attribute(
            from: source, to: E.name(of: attribute), is: value.attributeValue, at: record,
            fileID: fileID, line: line)
    }

    /// An attribute is mapped to a value that a closure accepts.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - attribute: The destination.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    ///   - isMet: Says whether the value is right, or throws what is wrong with it.
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

    /// A relationship is mapped, to whatever objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The destination.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func relationship<E: Entity, Relationship: RelationshipProperty>(
        from source: some PayloadPathConvertible, to relationship: KeyPath<E, Relationship>,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        .relationship(
            from: source, to: E.name(of: relationship), at: record, fileID: fileID, line: line)
    }

    /// A relationship is mapped, and leads to so many objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The destination.
    ///   - count: How many there are; 0 where it must be empty.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func relationship<E: Entity, Relationship: RelationshipProperty>(
        from source: some PayloadPathConvertible, to relationship: KeyPath<E, Relationship>,
        count: Int, at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        .relationship(
            from: source, to: E.name(of: relationship), count: count, at: record, fileID: fileID,
            line: line)
    }

    /// A relationship is mapped, and leads to exactly these objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The destination.
    ///   - objects: Values of the objects, in order if the relationship has one; none where it must
    ///     be empty.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func relationship<E: Entity, Relationship: RelationshipProperty>(
        from source: some PayloadPathConvertible, to relationship: KeyPath<E, Relationship>,
        is objects: [ExpectedObject], at record: String? = nil, fileID: String = #fileID,
        line: Int = #line
    ) -> MappingExpectation {
        .relationship(
            from: source, to: E.name(of: relationship), is: objects, at: record, fileID: fileID,
            line: line)
    }

    /// A relationship is mapped, and leads to objects that a closure accepts.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The destination.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    ///   - isMet: Says whether the objects are right, or throws what is wrong with them.
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

    /// A connection leads where it should.
    ///
    /// - Parameters:
    ///   - relationship: The relationship that the record's mapping connects.
    ///   - target: Where it must lead.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func connection<E: Entity, Relationship: RelationshipProperty>(
        for relationship: KeyPath<E, Relationship>, leadsTo target: ConnectionTarget,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        .connection(
            for: E.name(of: relationship), leadsTo: target, at: record, fileID: fileID, line: line)
    }

    /// The store holds so many objects of a schema struct afterwards.
    ///
    /// - Parameters:
    ///   - type: The schema struct; objects of its sub-entities count.
    ///   - count: How many there are.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    ///   - condition: Which objects count, written with the properties of the schema struct.
    /// - Returns: The expectation.
    public static func objects<E: Entity>(
        of type: E.Type, count: Int, fileID: String = #fileID, line: Int = #line,
        where condition: (E) -> EntityPredicate = { _ in .true }
    ) -> MappingExpectation {
        .objects(
            of: E.entityName, where: condition(E()), count: count, fileID: fileID, line: line)
    }
}

extension ExpectedObject {
    /// Expects values of the attributes of a schema struct.
    ///
    /// ```swift
    /// .objects([ExpectedObject((\Author.authorID, 3), (\Author.name, "Anna"))])
    /// ```
    ///
    /// - Parameter values: Attributes and their values.
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
