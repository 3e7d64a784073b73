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
