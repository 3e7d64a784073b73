import MercatorPayload
import ObjectGraph

/// The payload, the plan and the options of an operation, without the context it maps into.
struct MappingRequest: Sendable {
    let plan: MappingPlan
    /// The payload as parsed.
    let document: PayloadDocument
    /// The metadata passed by the caller along with the payload.
    let metadata: [String: Value]
    /// The positions of the records in their source, if any.
    let positions: RecordPositions?
    /// The object into which a single representation at a root path is mapped.
    let target: MappingTarget?
    let options: MappingOptions
    let observer: (any MappingObserver)?
}
