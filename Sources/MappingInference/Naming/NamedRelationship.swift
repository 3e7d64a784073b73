/// A relationship with its name and the name of its inverse.
@dynamicMemberLookup
struct NamedRelationship {
    let connected: ConnectedRelationship
    let name: String
    let inverse: String

    subscript<Member>(dynamicMember member: KeyPath<ConnectedRelationship, Member>) -> Member {
        connected[keyPath: member]
    }

    subscript<Member>(dynamicMember member: KeyPath<RelationshipCandidate, Member>) -> Member {
        connected.candidate[keyPath: member]
    }
}
