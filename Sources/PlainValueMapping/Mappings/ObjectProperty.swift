import EntityMapper
import MercatorPayload

/// The mapping of a property of a plain value, as declared.
protocol ObjectProperty<Mapped>: Sendable {
    associatedtype Mapped

    /// Creates the step that reads the property, with the options of its mapping.
    func makeStep(for mapping: ObjectMapping<Mapped>) -> any ObjectStep<Mapped>
    /// Creates the member that writes the property, with the options of its mapping.
    func makeMember(for mapping: ObjectMapping<Mapped>) -> any ObjectMember<Mapped>
}
