public import MercatorPayload
public import ObjectGraph

/// A part of the mapping of a schema struct, which refers to properties by key paths.
///
/// The compiler rejects key paths of other schema structs. A part writes the same values into an
/// ``EntityMapping`` as the method that takes names.
///
/// ```swift
/// let articles = EntityMapping(
///     Article.self, .map("id", to: \.articleID), .map("headline.text", to: \.title),
///     .map("author_id", to: \.authorID), .map("tags", to: \.tags),
///     .connect(\.author, by: \.authorID))
/// ```
public struct MappingPart<E: Entity>: Sendable {
    let apply: @Sendable (inout EntityMapping) -> Void

    init(_ apply: @escaping @Sendable (inout EntityMapping) -> Void) {
        self.apply = apply
    }
}

extension EntityMapping {
    /// Creates a mapping for the entity of a schema struct from its parts.
    ///
    /// ```swift
    /// let tags = EntityMapping(Tag.self, .map("name", to: \.name), .identify(by: \.name))
    /// ```
    ///
    /// Parts take precedence over the declarations of the schema struct's properties. Without
    /// `identify(by:)`, the identification is inferred as by
    /// ``init(for:named:infersIdentification:)-(EntityDescription,_,_)``. The plan reports all
    /// problems.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - parts: The parts, applied in this order.
    ///   - name: The name of the mapping; by default the entity's name.
    ///   - transforms: The transforms that attributes of the schema struct name in `using:`.
    public init<E: Entity>(
        _ type: E.Type, _ parts: MappingPart<E>..., named name: String? = nil,
        transforms: [ValueTransform] = []
    ) {
        self.init(for: type, named: name, transforms: transforms)
        for part in parts { part.apply(&self) }
    }

    /// Adds parts to a mapping, such as those that differ between two copies of it.
    ///
    /// ```swift
    /// articles.add(Article.self, .map("summary", to: \.summary))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The schema struct. It must declare the mapping's entity or one of its ancestors;
    ///     the plan reports any other struct.
    ///   - parts: The parts, applied in this order.
    public mutating func add<E: Entity>(_ type: E.Type, _ parts: MappingPart<E>...) {
        for part in parts { part.apply(&self) }
    }
}

extension MappingPart {
    /// Maps a value of the representation to an attribute.
    ///
    /// - Parameters:
    ///   - source: The path to the value; the empty path is the representation itself.
    ///   - attribute: The attribute.
    ///   - transform: The conversion of the value; by default the conversion to the attribute's
    ///     type.
    ///   - unknownCases: The policy for raw values that are no case of an enumeration; by default
    ///     the policy of the mapping.
    /// - Returns: The part.
    public static func map<Value>(
        _ source: some PayloadPathConvertible, to attribute: KeyPath<E, Attribute<Value>>,
        using transform: ValueTransform = .default, unknownCases: UnknownCasePolicy? = nil
    ) -> MappingPart {
        var mapping = AttributeMapping(from: source, to: attribute, using: transform)
        mapping.unknownCases = unknownCases
        return MappingPart { [mapping] in $0.addAttributeMapping(mapping) }
    }

    /// Maps a value of the representation to an attribute of a to-one destination.
    ///
    /// - Parameters:
    ///   - source: The path to the value.
    ///   - relationship: The to-one relationship.
    ///   - attribute: The attribute of the destination entity.
    ///   - transform: The conversion of the value.
    /// - Returns: The part.
    public static func map<Destination: Entity, Value>(
        _ source: some PayloadPathConvertible, to relationship: KeyPath<E, ToOne<Destination>>,
        _ attribute: KeyPath<Destination, Attribute<Value>>,
        using transform: ValueTransform = .default
    ) -> MappingPart {
        let mapping = AttributeMapping(from: source, to: relationship, attribute, using: transform)
        return MappingPart { $0.addAttributeMapping(mapping) }
    }

    /// Maps nested representations to the objects of a relationship.
    ///
    /// - Parameters:
    ///   - source: The path to the nested representations.
    ///   - relationship: The relationship.
    ///   - mapping: The name of the mapping for the nested representations; by default the mapping
    ///     with the name of the destination entity. The plan reports that there is none, and lists
    ///     the mappings of this entity that have other names.
    ///   - policy: The treatment of the objects that the relationship references before the
    ///     assignment.
    ///   - allowedOperations: The changes that nested records may make; by default determined by
    ///     the nested mapping.
    /// - Returns: The part.
    public static func map<Relationship: RelationshipProperty>(
        _ source: some PayloadPathConvertible, to relationship: KeyPath<E, Relationship>,
        using mapping: String? = nil, assignmentPolicy policy: AssignmentPolicy = .set,
        allowedOperations: AllowedOperations? = nil
    ) -> MappingPart {
        var nested = RelationshipMapping(
            from: source, to: relationship, using: mapping, assignmentPolicy: policy)
        nested.allowedOperations = allowedOperations
        return MappingPart { [nested] in $0.addRelationshipMapping(nested) }
    }

    /// Maps the key of the representation to an attribute.
    ///
    /// See ``EntityMapping/forcesCollectionMapping``.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - transform: The conversion of the key.
    /// - Returns: The part.
    public static func mapKey<Value>(
        to attribute: KeyPath<E, Attribute<Value>>, using transform: ValueTransform = .default
    ) -> MappingPart {
        map(PayloadPath([.context(.key)]), to: attribute, using: transform)
    }

    /// Adds parts that concern properties inherited from an ancestor.
    ///
    /// ```swift
    /// let books = EntityMapping(
    ///     Book.self, .map("pages", to: \.pages),
    ///     .inherited(from: Item.self, .map("title", to: \.title)))
    /// ```
    ///
    /// - Parameters:
    ///   - ancestor: The schema struct of an ancestor; the plan reports any other.
    ///   - parts: The parts, applied in this order.
    /// - Returns: The part.
    public static func inherited<Ancestor: Entity>(
        from ancestor: Ancestor.Type, _ parts: MappingPart<Ancestor>...
    ) -> MappingPart {
        MappingPart { [parts] mapping in
            for part in parts { part.apply(&mapping) }
        }
    }
}
