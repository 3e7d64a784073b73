public import Payload

/// Chooses an entity for each representation, under the name that a model calls for it by
/// `entityMapperName`: what Groot calls an entity mapper.
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
/// It is asked about objects only, after the entity's representation transform. What it answers is the
/// annotated entity itself or one that inherits from it, any other name makes the operation fail. With
/// `nil`, and for identifiers, the representation is one of the entity itself: an object that is
/// known keeps its own entity, and a new one needs an entity that is not abstract.
///
/// Sub-entities do not inherit the choice.
public struct EntityChoice: Sendable, Equatable {
    /// What the model calls the choice; choices with one name are taken to be the same.
    public let name: String
    let choose: @Sendable (PayloadValue) -> String?

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What the model calls the choice.
    ///   - choose: Gives the name of an entity for a representation; `nil` for the entity itself.
    public init(_ name: String, _ choose: @escaping @Sendable (PayloadValue) -> String?) {
        self.name = name
        self.choose = choose
    }

    /// Whether both have the same name.
    ///
    /// - Parameters:
    ///   - left: A choice.
    ///   - right: Another one.
    /// - Returns: Whether the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}

extension EntityChoice {
    /// The dynamic mapping that asks the closure.
    ///
    /// - Parameters:
    ///   - entity: The entity that is annotated with the choice.
    ///   - family: The mappings of it and of the entities that inherit from it, by entity.
    ///   - own: The mapping of the entity itself.
    /// - Returns: The mapping; it has the name of the entity.
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
