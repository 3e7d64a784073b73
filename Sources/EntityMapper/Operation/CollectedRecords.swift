package import MercatorPayload
import ObjectGraph
import Synchronization

/// The records of a payload, collected before it is mapped into a context.
///
/// Collecting needs no context, so it can be done beside a unit of work, such as that of the
/// previous batch of an import.
package final class CollectedRecords: Sendable {
    struct Content: Sendable {
        let graph: RecordGraph
        let log: MappingLog
    }

    let request: MappingRequest
    private let content: Mutex<Content?>

    /// Collects the records of a payload; `nil` if the operation has to do it, because it has an
    /// observer, or throws an error.
    package init?(_ document: PayloadDocument, for operation: MappingOperation) {
        guard operation.observer == nil else { return nil }
        request = operation.request(document, into: nil)
        var log = MappingLog(request)
        guard let graph = try? CollectStage.run(request, MappingDecisions(), &log) else {
            return nil
        }
        content = Mutex(Content(graph: graph, log: log))
    }

    /// Returns the records once: the stages change them without a copy.
    func take() -> Content? { content.withLock { $0.take() } }
}
