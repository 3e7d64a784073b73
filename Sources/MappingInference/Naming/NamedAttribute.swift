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
