/// An entity with the names of its properties: the result of all rules.
@dynamicMemberLookup
struct NamedEntity {
    let connected: ConnectedEntity
    let attributes: [NamedAttribute]
    /// The relationships by name.
    let relationships: [NamedRelationship]

    subscript<Member>(dynamicMember member: KeyPath<EntityCandidate, Member>) -> Member {
        connected.typed.candidate[keyPath: member]
    }
}
