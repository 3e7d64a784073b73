import EntityMapper
import ObjectGraph
import ValueTransforms

/// Decides the types of attributes (T), including corrections.
struct EntityTyping {
    let tree: SchemaTree
    let options: InferenceOptions
    private(set) var log = DecisionLog()

    /// Decides the type of each attribute of an entity; drops those without a type (T12).
    mutating func typed(_ entity: EntityCandidate) -> TypedEntity {
        TypedEntity(
            candidate: entity,
            attributes: entity.attributes.compactMap {
                typed($0, isIdentity: isIdentity($0, of: entity))
            })
    }

    private func isIdentity(_ attribute: AttributeCandidate, of entity: EntityCandidate) -> Bool {
        switch entity.identity {
        case .members(let paths): attribute.origin == .member && paths.contains(attribute.path)
        case .key, .local: attribute.origin != .member
        case .position, .none: false
        }
    }

    private mutating func typed(
        _ attribute: AttributeCandidate, isIdentity: Bool
    ) -> TypedAttribute? {
        switch attribute.origin {
        case .sourceName: return TypedAttribute(candidate: attribute, type: .string)
        case .position: return TypedAttribute(candidate: attribute, type: .integer64)
        case .member, .key, .parent: break
        }
        guard let decision = decision(for: attribute, isIdentity: isIdentity) else { return nil }
        if decision.leftOver > 0, let node = attribute.columns.first?.column.node {
            log.leave(tree.text(of: node), decision.leftOver, .otherKind, "objects among scalars")
        }
        let transform = decision.transform ?? .default
        return TypedAttribute(
            candidate: attribute, type: decision.type,
            transform: attribute.profile.isUnited ? .extendedJSON(then: transform) : transform,
            decision: decision)
    }

    private func hasTextsOnly(_ attribute: AttributeCandidate) -> Bool {
        attribute.columns.allSatisfy { column in
            tree.profile.groups[tree.group(of: column.column.node)].sources.allSatisfy {
                ["xml", "form"].contains($0.format)
            }
        } && !attribute.columns.isEmpty
    }

    private func decision(for attribute: AttributeCandidate, isIdentity: Bool) -> TypeDecision? {
        let forms = attribute.columns.map(\.column.form)
        if forms.contains(.dictionary) { return TypeDecision.dictionary(for: attribute.profile) }
        let key = attribute.path.last { !$0.hasPrefix("$") } ?? ""
        if attribute.path.suffix(2) == ["$date", "$numberLong"],
            let decision = TypeDecision.moment(inTextsOf: attribute.profile)
        {
            return decision
        }
        if let type = ScalarWrapper.numbers[attribute.path.last ?? ""],
            let decision = TypeDecision.number(type, inTextsOf: attribute.profile)
        {
            return decision
        }
        if isIdentity {
            return TypeDecision.identity(
                for: attribute.profile, hasTextsOnly: hasTextsOnly(attribute))
        }
        var elements: NodeProfile?
        for column in attribute.columns {
            guard let element = tree.listedValues(of: column.column.node) else { continue }
            if elements == nil { elements = tree[element] } else { elements?.merge(tree[element]) }
        }
        return TypeDecision.decide(
            for: attribute.profile, key: key, elements: elements, minimum: options.confidence)
    }
}
