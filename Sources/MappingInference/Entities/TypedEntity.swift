import EntityMapper
import ObjectGraph

/// An entity whose attributes have types.
@dynamicMemberLookup
struct TypedEntity {
    let candidate: EntityCandidate
    /// The attributes of which a type is known (T12).
    var attributes: [TypedAttribute]

    subscript<Member>(dynamicMember member: KeyPath<EntityCandidate, Member>) -> Member {
        candidate[keyPath: member]
    }
}

/// An attribute with the type of its values, and the transform that makes them.
@dynamicMemberLookup
struct TypedAttribute {
    var candidate: AttributeCandidate
    var type: AttributeType
    var transform = ValueTransform.default
    /// The decision on the type; `nil` if something other than the values decided it.
    var decision: TypeDecision?

    /// The name of a transform that is not the default one.
    var transformName: String? { transform == .default ? nil : "\(transform)" }

    subscript<Member>(dynamicMember member: KeyPath<AttributeCandidate, Member>) -> Member {
        candidate[keyPath: member]
    }
}
