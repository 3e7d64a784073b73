import HTTPValues
import ObjectGraph
import RemotePlanning
import StreamingImport

/// The import of a resource: repeats requests until it is complete.
///
/// The first request is for the bytes after the checkpoint. An unsuitable response leads to a
/// request for the whole resource, whose beginning is compared; a changed resource is imported from
/// its start.
struct StreamImport: Sendable {
    let manager: ObjectManager
    let request: RemoteRequest
    let operation: ImportOperation
    let onBatch: (@Sendable (ImportProgress) -> Void)?

    var secrets: Secrets { Secrets(manager.plan.server) }
    /// The URL; secret parameters are hidden.
    var url: String { secrets.hiding(request.request.url) }

    func run(_ number: Int) async throws(RemoteError) -> ImportOperation.Result {
        var sending = try Sending(manager.sender, request.request, number)
        let start = manager.options.clock.now
        var demand: StreamAttempt.Demand = operation.options.startsOver ? .anew : .rest
        var saved = try await savedProgress(demand)
        while true {
            let attempt = StreamAttempt(stream: self, demand: demand, saved: saved)
            switch try await attempt.run(&sending) {
            case .finished(let result):
                manager.sender.observe(
                    .saved(sending.event, start.duration(to: manager.options.clock.now)))
                return result
            case .refused(let next):
                demand = next
                sending.attempts = []
            case .failed(let error): throw error
            case .cut(let error):
                let isPartial = try await savedProgress(demand) != saved
                if isPartial {
                    // A restarted import resumes normally.
                    demand = .rest
                    saved = try await savedProgress(demand)
                }
                try await sending.wait(
                    afterCut: error, isPartial: isPartial,
                    isResumable: operation.options.checkpoint != nil
                        && manager.options.resumesImports, advice(saved.checkpoint))
            }
        }
    }

    private func advice(_ checkpoint: ImportCheckpoint?) -> String {
        guard let name = operation.options.checkpoint else {
            return "what was saved before stays; name a checkpoint, so that the import can go on "
                + "where it stopped"
        }
        let records = TextLines.count(checkpoint?.records ?? 0, "record")
        return "import again with the checkpoint '\(name)', and it goes on behind \(records)"
    }

    private func savedProgress(
        _ demand: StreamAttempt.Demand
    ) async throws(RemoteError) -> ImportOperation.SavedProgress {
        var operation = operation
        operation.options.startsOver = demand == .anew
        do {
            return try await operation.savedProgress(in: manager.container)
        } catch ImportError.Code.cancelled {
            throw .cancelled
        } catch {
            throw RemoteError(
                .failedMapping, "the import could not begin: \(error)", cause: error)
        }
    }

    /// Creates the error for a response.
    func failure(
        _ code: RemoteError.Code, _ message: String? = nil, of exchange: Exchange,
        cause: (any Error)? = nil
    ) -> RemoteError {
        manager.plan.failure(code, message, of: exchange, cause: cause)
    }
}
