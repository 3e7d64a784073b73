import EntityMapper

extension ObjectAttribute {
    func makeStep(for mapping: ObjectMapping<Mapped>) -> any ObjectStep<Mapped> {
        ObjectAttributeStep(self, of: mapping)
    }

    func makeMember(for mapping: ObjectMapping<Mapped>) -> any ObjectMember<Mapped> {
        ObjectAttributeMember(self, of: mapping)
    }
}

extension ObjectRelationship {
    func makeStep(
        for mapping: ObjectMapping<Destination.Mapped>
    ) -> any ObjectStep<Destination.Mapped> {
        ObjectRelationshipStep(self, of: mapping)
    }

    func makeMember(
        for mapping: ObjectMapping<Destination.Mapped>
    ) -> any ObjectMember<Destination.Mapped> {
        ObjectRelationshipMember(self, of: mapping)
    }
}
