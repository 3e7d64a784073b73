/// An entity whose attributes have types.
@dynamicMemberLookup
struct TypedEntity {
    let candidate: EntityCandidate
    /// The attributes with a known type (T12).
    var attributes: [TypedAttribute]

    subscript<Member>(dynamicMember member: KeyPath<EntityCandidate, Member>) -> Member {
        candidate[keyPath: member]
    }
}
