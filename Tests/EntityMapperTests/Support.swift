import EntityMapper
import MercatorPayload
import ObjectGraph

/// Creates a model with an entity `Thing` that has one attribute of the given type.
func thing(
    _ type: AttributeType, isOptional: Bool = true, defaultValue: Value = .null
) throws -> ManagedObjectModel {
    try ManagedObjectModel([
        EntityDescription(
            "Thing",
            attributes: [
                .init("value", type, isOptional: isOptional, defaultValue: defaultValue)
            ])
    ])
}

/// The value of an attribute after mapping a JSON value, or the issue if the value is invalid.
enum Converted: Equatable {
    case value(Value)
    case issue(expected: String, found: String)
}

/// Maps a JSON value to an attribute of the given type.
func convert(
    _ json: String, to type: AttributeType, using transform: ValueTransform = .default
) throws -> Converted {
    let model = try thing(type)
    guard let entity = model["Thing"] else { return .value(.null) }
    var mapping = EntityMapping(for: entity)
    mapping.addAttributeMapping(from: "value", to: "value", using: transform)
    let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Thing"]), for: model)
    let container = try PersistentContainer(model: model, store: InMemoryStore())
    let document = try PayloadDocument(parsing: #"{"value": \#(json)}"#)
    return try container.perform { context in
        let result = try MappingOperation(plan).run(document, in: context)
        if let issue = result.issues.first {
            return .issue(expected: issue.expected, found: issue.found)
        }
        return .value(try context.fetch(FetchRequest("Thing")).first?["value"] ?? .null)
    }
}

/// Tests whether an attribute accepts a JSON value.
func accepts(
    _ json: String, as type: AttributeType, using transform: ValueTransform = .default
) throws -> Bool {
    if case .value = try convert(json, to: type, using: transform) { true } else { false }
}
