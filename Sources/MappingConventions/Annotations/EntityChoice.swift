public import EntityMapper
public import MercatorPayload

/// A choice of an entity for each representation.
///
/// A model refers to it by `entityMapperName`; Groot calls it an entity mapper.
///
/// ```swift
/// let messages = EntityChoice("MessageMapper") { message in
///     switch message["type"]?.string {
///     case "text": "TextMessage"
///     case "picture": "PictureMessage"
///     default: nil
///     }
/// }
/// ```
///
/// The closure is called for objects only, after the entity's representation transform. It returns
/// the annotated entity itself or a sub-entity; any other name makes the operation fail. If it
/// returns `nil`, and for plain identifiers, the mapping of the entity itself is used: an existing
/// object keeps its entity, and a new object requires an entity that is not abstract.
///
/// Sub-entities do not inherit the choice.
public struct EntityChoice: NamedClosure {
    /// The name of the choice in the model; choices with equal names are considered equal.
    public let name: String
    let choose: @Sendable (PayloadValue) -> String?

    /// Creates a choice from a closure.
    ///
    /// - Parameters:
    ///   - name: The name of the choice in the model.
    ///   - choose: Returns the name of an entity for a representation; `nil` for the entity itself.
    public init(_ name: String, _ choose: @escaping @Sendable (PayloadValue) -> String?) {
        self.name = name
        self.choose = choose
    }
}

extension EntityChoice {
    /// Returns the dynamic mapping that evaluates the closure.
    ///
    /// - Parameters:
    ///   - entity: The entity that is annotated with the choice.
    ///   - family: The mappings of the entity and its sub-entities, by entity.
    ///   - own: The mapping of the entity itself.
    /// - Returns: The mapping, which has the name of the entity.
    func mapping(
        for entity: String, among family: [(entity: String, mapping: String)], own: String
    ) -> DynamicMapping {
        let mappings = Dictionary(family.map { ($0.entity, $0.mapping) }) { first, _ in first }
        let matcher = MappingMatcher.closure(name, among: family.map(\.mapping)) { context in
            guard context.representation.kind == .object,
                let entity = choose(context.representation)
            else { return .use(own) }
            return .use(mappings[entity] ?? entity)
        }
        return DynamicMapping(named: entity, [matcher])
    }
}
