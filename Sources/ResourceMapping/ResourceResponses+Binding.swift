import EntityMapper
import MappingConventions
public import ObjectGraph
import Payload
import RepresentationWriting

/// The result of assigning an identifier from the response to a sent object.
///
/// ```swift
/// if case .unbound(let expected) = outcome.binding {
///     log("the draft may be on the server twice: \(expected)")
/// }
/// ```
public enum ObjectBinding: Sendable, Hashable {
    /// The object already had an identifier.
    case known
    /// The object was assigned this identifier.
    case bound(Value)
    /// The object has no identifier; the string describes the expected response.
    case unbound(String)
}

extension ResourceResponses {
    /// Assigns to an object without an identifier the one of the only representation of its entity.
    func bind(
        _ object: ManagedObject, by body: PayloadDocument
    ) throws(MappingError) -> ObjectBinding {
        let entity = object.entity.name
        guard let mapping = mapping(of: object), let key = mapping.identifierAttribute,
            let source = mapping.attributeMapping(to: key)?.source
        else { return .unbound("expected a mapping with an identification for \(entity)") }
        guard object[key].isNull else { return .known }
        let roots = operation.plan.mappings.roots.filter { $0.mapping == mapping.name }
        let places = roots.compactMap { body.root.value(at: $0.path) }
        let found = places.flatMap { $0.kind == .array ? Array($0.elements) : [$0] }
        guard found.count == 1 else {
            return .unbound("expected one representation of \(entity), found \(found.count)")
        }
        let representation: PayloadValue
        do {
            representation = try mapping.transformed(found[0])
        } catch {
            return .unbound("expected a representation of \(entity) that fits; \(error)")
        }
        guard let value = try identification(key, in: representation.value(at: source), of: mapping)
        else { return .unbound("expected a value for '\(key)' of \(entity) at '\(source)'") }
        guard try !isTaken(value, key, by: object, mapping) else {
            return .unbound("expected a new \(entity), found the identification of another object")
        }
        object[key] = value
        return .bound(value)
    }

    private func identification(
        _ key: String, in value: PayloadValue?, of mapping: EntityMapping
    ) throws(MappingError) -> Value? {
        guard let value, let place = operation.plan.mappings.mappings.firstIndex(of: mapping)
        else { return nil }
        let requests = ResourceRequests(baseURL: "", plan: operation.plan)
        let conversion = try requests.conversion(of: key, place)
        guard case .value(let kept) = conversion.convert(value.document, at: value.position),
            !kept.isNull
        else { return nil }
        return kept
    }

    private func isTaken(
        _ value: Value, _ key: String, by object: ManagedObject, _ mapping: EntityMapping
    ) throws(MappingError) -> Bool {
        // All entities with the attribute share its values, unless the mapping specifies otherwise.
        let family = object.entity.ancestors.filter { $0.attribute(named: key) != nil }
        let top = mapping.conflictingSubentity == .insert ? nil : family.last
        let request = FetchRequest(
            (top ?? object.entity).name,
            where: EntityPredicate(.comparison(PropertyPath(key), .equal, value)))
        let others = try MappingError.wrapping { () throws(StoreError) in
            try object.context.fetch(request)
        }
        return others.contains { $0 != object }
    }
}

extension EntityMapping {
    /// Returns the representation after the mapping's transform, as a document of its own.
    fileprivate func transformed(_ representation: PayloadValue) throws -> PayloadValue {
        guard let representationTransform,
            case .object(let members) = PayloadNode(representation)
        else { return representation }
        let changes = MemberChanges(members)
        guard let new = try representationTransform.transform(changes.values),
            let replacement = try changes.applying(new)
        else { return representation }
        return try PayloadDocument(writing: .object(changes.nodes(replacement))).root
    }
}
