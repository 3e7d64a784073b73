import EntityMapper
import ObjectGraph

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
