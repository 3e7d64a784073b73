import EntityMapper
import MappingConventions
import MercatorPayload
public import ObjectGraph
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

extension ObjectBinding {
    /// Whether the object has an identifier.
    package var isBound: Bool { if case .unbound = self { false } else { true } }
}

/// An object that was received in a list and joined with a sent object.
package struct JoinedObject: Sendable {
    /// The sent object.
    package let object: ManagedObjectID
    /// The object that does not exist any more.
    package let other: ManagedObjectID
    /// The values of the other object.
    ///
    /// They are at least as new as the response, since the server sent them after creating the
    /// object.
    let values: JoinedValues
}

extension ResourceResponses {
    /// Assigns the identifiers of the representations to objects without an identifier.
    ///
    /// - Returns: The results in the order of the objects; none if the response describes none of
    ///   them. `joined` gets the objects that were joined with them.
    func bind(
        _ objects: [ManagedObject], by body: PayloadDocument, _ joined: inout [JoinedObject]
    ) throws(MappingError) -> [ObjectBinding] {
        guard objects.contains(where: { describes($0.entity) }) else { return [] }
        var bindings = objects.map { _ in ObjectBinding.known }
        let groups = Dictionary(grouping: objects.indices) { mapping(of: objects[$0])?.name ?? "" }
        for (_, indices) in groups.sorted(by: { $0.key < $1.key }) {
            let group = indices.map { objects[$0] }
            for (index, binding) in zip(indices, try bind(group: group, by: body, &joined)) {
                bindings[index] = binding
            }
        }
        return bindings
    }

    /// Assigns identifiers to objects with the same mapping: to all of them, or to none.
    private func bind(
        group objects: [ManagedObject], by body: PayloadDocument, _ joined: inout [JoinedObject]
    ) throws(MappingError) -> [ObjectBinding] {
        guard let mapping = mapping(of: objects[0]), let key = mapping.identifierAttribute else {
            let entity = objects[0].entity.name
            return objects.map { _ in
                .unbound("expected a mapping with an identification for \(entity)")
            }
        }
        let isNew = objects.map { $0[key].isNull }
        guard isNew.contains(true) else { return objects.map { _ in .known } }
        switch try identifications(of: objects, key, mapping, body, &joined) {
        case .success(let values):
            for (object, value) in zip(objects, values) where object[key].isNull {
                object[key] = value
            }
            return zip(isNew, values).map { $0 ? .bound($1) : .known }
        case .failure(let mismatch):
            return isNew.map { $0 ? .unbound("expected " + mismatch.expectation) : .known }
        }
    }

    /// The reason why a response is ambiguous.
    private struct Mismatch: Error { let expectation: String }

    /// Returns the identifications of the representations that belong to objects.
    private func identifications(
        of objects: [ManagedObject], _ key: String, _ mapping: EntityMapping,
        _ body: PayloadDocument, _ joined: inout [JoinedObject]
    ) throws(MappingError) -> Result<[Value], Mismatch> {
        func mismatch(_ expectation: String) -> Result<[Value], Mismatch> {
            .failure(Mismatch(expectation: expectation))
        }
        let entity = objects[0].entity.name
        guard let source = mapping.attributeMapping(to: key)?.source,
            let index = operation.plan.mappings.mappings.firstIndex(of: mapping)
        else { return mismatch("a mapping with an identification for \(entity)") }
        let conversion = try ResourceRequests(baseURL: "", plan: operation.plan)
            .conversion(of: key, index)
        let roots = operation.plan.mappings.roots.filter { $0.mapping == mapping.name }
        let found = roots.compactMap { body.root.value(at: $0.path) }
            .flatMap { $0.kind == .array ? Array($0.elements) : [$0] }
        guard found.count == objects.count else {
            let count =
                objects.count == 1 ? "one representation" : "\(objects.count) representations"
            return mismatch("\(count) of \(entity), found \(found.count)")
        }
        var values: [Value] = []
        for (object, representation) in zip(objects, found) {
            let own: PayloadValue
            do {
                own = try mapping.transformed(representation)
            } catch {
                return mismatch("a representation of \(entity) that fits; \(error)")
            }
            guard let text = own.value(at: source),
                case .value(let value) = conversion.convert(text.document, at: text.position),
                !value.isNull
            else { return mismatch("a value for '\(key)' of \(entity) at '\(source)'") }
            guard object[key].isNull || object[key] == value else {
                return mismatch("the objects of \(entity) in the order of the request")
            }
            values.append(value)
        }
        guard Set(values).count == values.count,
            try join(
                holders(of: values, key, beside: objects, mapping), values, key, objects, &joined)
        else {
            return mismatch("a new \(entity), found the identification of another object")
        }
        return .success(values)
    }

    /// Joins sent objects with objects that have received the same identification in the meantime.
    ///
    /// Such an object may come from a list that was loaded while the request was under way; only
    /// the response to the request shows that both are the same.
    ///
    /// - Returns: Whether all identifications are available then. An object that is older than the
    ///   sent object is a different object, and nothing is changed.
    private func join(
        _ holders: [ManagedObject], _ values: [Value], _ key: String, _ objects: [ManagedObject],
        _ joined: inout [JoinedObject]
    ) throws(MappingError) -> Bool {
        var pairs: [(holder: ManagedObject, object: ManagedObject)] = []
        for holder in holders {
            guard let index = values.firstIndex(of: holder[key]), objects[index][key].isNull,
                holder.root == objects[index].root, holder.number > objects[index].number,
                !pairs.contains(where: { $0.object.objectID == objects[index].objectID })
            else { return false }
            pairs.append((holder, objects[index]))
        }
        for (holder, object) in pairs {
            let other = holder.objectID
            let values = try MappingError.wrapping { () throws(StoreError) in
                try object.context.join(holder, into: object)
            }
            joined.append(JoinedObject(object: object.objectID, other: other, values: values))
        }
        return true
    }

    /// Tests whether a representation may be an object of an entity.
    ///
    /// Representations at root paths and nested ones are considered.
    private func describes(_ entity: EntityDescription) -> Bool {
        let set = operation.plan.mappings
        let family = Set([entity.name] + entity.ancestors.map(\.name))
        var names = set.roots.map(\.mapping)
        var visited: Set<String> = []
        while let name = names.popLast() {
            guard visited.insert(name).inserted else { continue }
            if let mapping = set.mappings.first(where: { $0.name == name }) {
                let other = mapping.entity
                if family.contains(other.name)
                    || other.ancestors.contains(where: { $0.name == entity.name })
                {
                    return true
                }
                names += mapping.relationshipMappings.map(\.mapping)
            } else if let dynamic = set.dynamicMappings.first(where: { $0.name == name }) {
                names += dynamic.knownMappings
            }
        }
        return false
    }

    /// Returns the objects with the given identifications, excluding the given objects.
    private func holders(
        of values: [Value], _ key: String, beside objects: [ManagedObject],
        _ mapping: EntityMapping
    ) throws(MappingError) -> [ManagedObject] {
        let own = Set(objects.map(\.objectID))
        var holders: [ManagedObject] = []
        for (_, objects) in Dictionary(grouping: objects, by: \.entity.name) {
            let entity = objects[0].entity
            // All entities with the attribute share its values, unless the mapping specifies
            // otherwise.
            let family = entity.ancestors.filter { $0.attribute(named: key) != nil }
            let top = mapping.conflictingSubentity == .insert ? nil : family.last
            let request = FetchRequest(
                (top ?? entity).name, where: PropertyPath(key).isIn(values))
            let others = try MappingError.wrapping { () throws(StoreError) in
                try objects[0].context.fetch(request)
            }
            holders += others.filter { !own.contains($0.objectID) }
        }
        return holders
    }
}

extension EntityMapping {
    /// Returns the representation after the mapping's transform, as a separate document.
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
