import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import OutboxEntries
package import RemotePlanning
import StreamingImport

/// The application of a response to the container, in one commit.
package struct ResponseApplication: Sendable {
    let plan: RemotePlan
    let container: PersistentContainer
    let options: RemoteOptions
    let order: MappingOrder
    let validators: ValidatorKeeper
    let job: RemoteJob
    let exchange: Exchange
    /// The number of the request in the order of its URL.
    let start: Int

    package init(
        _ manager: ObjectManager, _ job: RemoteJob, _ exchange: Exchange, _ start: Int = 0
    ) {
        plan = manager.plan
        container = manager.container
        options = manager.options
        order = manager.mappingOrder
        validators = manager.validators
        self.job = job
        self.exchange = exchange
        self.start = start
    }

    /// The treatment that the status demands.
    var decision: ResponseDecision {
        options.statusRules.decision(job.purpose, status: exchange.status, body: exchange.body)
    }

    /// Applies the response as its status demands.
    ///
    /// Validators also become obsolete if a change on the server cannot be saved locally.
    package func run() async throws(RemoteError) -> RemoteOutcome {
        do throws(RemoteError) {
            return try await apply()
        } catch {
            // The error of the response is the one to report.
            if error.code != .cancelled { try? await forget() }
            throw error
        }
    }

    private func apply() async throws(RemoteError) -> RemoteOutcome {
        switch decision {
        case .map: return try await map()
        case .bindAndMap: return try await saveObject(try mapping())
        case .mapAndDelete: return try await mapAndDelete()
        case .succeed:
            if job.purpose == .save, !job.sent.isEmpty { return try await saveObject(nil) }
            try await forget()
            return .empty
        case .deleteHere: return try await deleteHere()
        case .deleteUnlessEdited:
            return try await isEdited() ? conflict(.gone) : try await deleteHere()
        case .accept:
            try await forget()
            return .accepted
        case .conflictGone: return conflict(.gone)
        case .conflictChanged: return conflict(.changed)
        case .notModified:
            if job.request.request.hasCondition { return .notModified([]) }
            throw plan.failure(
                .failedStatus,
                "the response refers to an earlier one, which the request did not mention",
                of: exchange)
        case .authenticate:
            throw plan.failure(
                .unauthorized, "the server demands another credential; sign in", of: exchange)
        case .retry: throw plan.failure(.failedStatus, of: exchange)
        case .fail(let code): throw plan.failure(code, of: exchange)
        }
    }

    private func conflict(_ kind: RemoteConflict.Kind) -> RemoteOutcome {
        let document = try? plan.document(
            from: exchange.body, contentType: exchange.contentType)
        return .conflict(
            RemoteConflict(
                kind: kind, object: job.target, theirs: document.flatMap(Value.init),
                error: plan.failure(.failedStatus, of: exchange)))
    }

    /// Chooses the descriptors, and parses the body.
    package func mapping() throws(RemoteError) -> ResponseMapping {
        exchange.stopwatch?.begin(\.parsing)
        defer { exchange.stopwatch?.begin(\.waiting) }
        do throws(RemoteError) {
            var mapping = try plan.mapping(
                of: exchange.response, to: job.request, describedBy: job.describedURL,
                options.mapping, options.mappingObserver)
            // Records have positions in a source that the caller names.
            let metadata = mapping.operation.metadata
            if metadata["position"] == nil, case .string(let source) = metadata["source"] {
                mapping.operation.describe(mapping.document, named: source)
            }
            mapping.operation.edits.answered = [editName]
            mapping.operation.edits.crossing = { [self] in crossingEdits }
            return mapping
        } catch {
            throw plan.noting(exchange, in: error)
        }
    }
}

extension Value {
    /// Creates a dictionary from an object of a payload; `nil` for other payloads.
    fileprivate init?(_ document: PayloadDocument) {
        guard document.root.kind == .object,
            case .value(let value) = Conversion(type: .dictionary, transform: .default)
                .convert(document, at: document.root.position)
        else { return nil }
        self = value
    }
}
