import EntityMapper
import MercatorPayload

/// The mapping of nested representations to a property of a plain value.
struct ObjectRelationship<Destination: NestedDestination>: ObjectProperty {
    let source: PayloadPath
    let destination: Destination
    /// Indicates whether a writer omits the property.
    let isReadOnly: Bool
    let makePlan: @Sendable () -> ObjectPlan<Destination.Nested>
}
