import EntityMapper
import ObjectGraph

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

/// An attribute with its name.
@dynamicMemberLookup
struct NamedAttribute {
    let typed: TypedAttribute
    let name: String

    subscript<Member>(dynamicMember member: KeyPath<TypedAttribute, Member>) -> Member {
        typed[keyPath: member]
    }

    subscript<Member>(dynamicMember member: KeyPath<AttributeCandidate, Member>) -> Member {
        typed.candidate[keyPath: member]
    }
}

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
