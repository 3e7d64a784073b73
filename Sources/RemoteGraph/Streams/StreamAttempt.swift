import HTTPValues
import ObjectGraph
import RemotePlanning
import StreamingImport
import Synchronization

/// One request of an import, and the use of its response.
struct StreamAttempt: Sendable {
    let stream: StreamImport
    let demand: Demand
    let saved: ImportOperation.SavedProgress

    /// The requested part of a resource.
    enum Demand: Sendable {
        /// The bytes after the checkpoint, if the server can verify that the version is unchanged.
        case rest
        /// All bytes; the bytes before the checkpoint are compared.
        case whole
        /// All bytes, ignoring the checkpoint.
        case anew
    }

    /// The end of an attempt.
    enum End: Sendable {
        case finished(ImportOperation.Result)
        /// The body was cut, or cannot be read on.
        case cut(TransportError)
        /// The response cannot be used; a new request is needed.
        case refused(Demand)
        case failed(RemoteError)
    }

    /// The end that the reader of the body has found.
    private final class Report: Sendable {
        let end = Mutex<End?>(nil)
    }

    /// Sends the request, and imports the response while it arrives.
    func run(_ sending: inout Sending) async throws(RemoteError) -> End {
        let report = Report()
        sending.request.headers = headers
        sending.reader = { exchange, body in
            let end = await read(exchange, body)
            report.end.withLock { $0 = end }
        }
        let exchange = try await sending.run()
        if let end = report.end.withLock({ $0 }) { return end }
        return await end(of: exchange)
    }

    /// The checkpoint and its version, if the resource may go on there.
    private var known: (checkpoint: ImportCheckpoint, version: ImportedVersion)? {
        guard demand == .rest, let checkpoint = saved.checkpoint,
            checkpoint.format == stream.operation.format.description,
            let version = ImportedVersion(checkpoint.origin), version.url == stream.url
        else { return nil }
        return (checkpoint, version)
    }

    /// The fields for requesting the bytes after the checkpoint.
    private var conditions: HeaderFields {
        guard let (checkpoint, version) = known else { return [:] }
        return checkpoint.isFinished
            ? version.changeConditions : version.rangeConditions(from: checkpoint.byteOffset)
    }

    private var headers: HeaderFields {
        var headers = stream.request.request.headers
        // Offsets refer to unencoded bytes.
        if stream.operation.options.checkpoint != nil { headers["Accept-Encoding"] = "identity" }
        for field in conditions.fields { headers[field.name] = field.value }
        return headers
    }
}

/// Responses with a body to import.
extension StreamAttempt {
    /// The bytes of a response, and the import that takes them.
    private struct Source {
        var operation: ImportOperation
        var offset = 0
        var body: ArrivingBody
        var totalBytes: Int?
    }

    private func read(_ exchange: Exchange, _ body: ResponseBody) async -> End {
        do {
            let source: Source
            switch exchange.status {
            case 200, 203: source = whole(exchange, body)
            case 206:
                guard conditions["Range"] != nil else {
                    return .failed(stream.failure(.unexpectedPartialContent, of: exchange))
                }
                guard let rest = rest(exchange, body) else { return .refused(.whole) }
                source = rest
            default:
                return .failed(
                    stream.failure(
                        .failedStatus, "expected records with status 200, found none",
                        of: exchange))
            }
            try stream.manager.plan.checkImport(exchange)
            return .finished(try await run(source))
        } catch {
            return end(after: error, exchange)
        }
    }

    private func run(_ source: Source) async throws -> ImportOperation.Result {
        try await source.operation.run(
            source.body, from: source.offset, after: saved, totalBytes: source.totalBytes,
            in: stream.manager.container, onBatch: stream.onBatch)
    }

    /// Uses the whole resource; bytes before the checkpoint are compared unless the version
    /// differs.
    private func whole(_ exchange: Exchange, _ body: ResponseBody) -> Source {
        let version = ImportedVersion(exchange, stream.secrets)
        let earlier = (saved.checkpoint?.origin).flatMap(ImportedVersion.init)
        var operation = operation(exchange, version)
        operation.options.startsOver =
            demand == .anew || earlier?.isKnown(toDifferFrom: version) == true
        return Source(
            operation: operation, body: ArrivingBody(body: body), totalBytes: version.length)
    }

    /// Uses a range that begins at or before the checkpoint; `nil` for any other range.
    private func rest(_ exchange: Exchange, _ body: ResponseBody) -> Source? {
        guard let (checkpoint, version) = known, version.isVersion(of: exchange),
            !exchange.isEncoded,
            let range = exchange.headers["Content-Range"].flatMap(ContentRange.init),
            let bytes = range.bytes, bytes.lowerBound <= checkpoint.byteOffset,
            let length = range.length ?? version.length, length == version.length ?? length,
            bytes.upperBound <= length
        else { return nil }
        return Source(
            operation: operation(exchange, version), offset: bytes.lowerBound,
            body: ArrivingBody(
                body: body, count: bytes.count, isRest: bytes.upperBound == length),
            totalBytes: length)
    }

    private func operation(_ exchange: Exchange, _ version: ImportedVersion) -> ImportOperation {
        var operation = stream.operation
        operation.origin = version.members
        operation.options.startsOver = false
        operation.metadata = stream.manager.plan.metadata(
            exchange.method, exchange.url, status: exchange.status, fields: exchange.fields)
        return operation
    }

    private func end(after error: any Error, _ exchange: Exchange) -> End {
        switch error {
        case let error as TransportError where error.kind != .cancelled: return .cut(error)
        case let error as RemoteError:
            return .failed(stream.manager.plan.noting(exchange, in: error))
        case ImportError.Code.sourceChanged where demand != .anew && saved.checkpoint != nil:
            return .refused(demand == .rest && exchange.status == 206 ? .whole : .anew)
        case ImportError.Code.cancelled, is TransportError:
            return .failed(
                RemoteError(
                    .cancelled, "the import was cancelled; what was saved before stays",
                    cause: error))
        default:
            return .failed(
                stream.failure(
                    .failedMapping,
                    "the response could not be imported: \(error); what was saved before stays",
                    of: exchange, cause: error))
        }
    }
}

/// Responses without one.
extension StreamAttempt {
    /// Uses a confirmation that the resource ends at the checkpoint; `nil` otherwise.
    private func nothing(_ exchange: Exchange) -> Source? {
        guard let (checkpoint, version) = known, version.isVersion(of: exchange),
            let range = exchange.headers["Content-Range"].flatMap(ContentRange.init),
            range.bytes == nil, range.length == checkpoint.byteOffset
        else { return nil }
        return Source(
            operation: operation(exchange, version), offset: checkpoint.byteOffset,
            body: ArrivingBody(body: ResponseBody([])), totalBytes: checkpoint.byteOffset)
    }

    /// Completes the deferred work of an import that was killed at its end.
    private func completePostponedWork() async throws {
        let container = stream.manager.container
        try await container.performBackgroundTask { _ in try StoreLoad(container.backend).end() }
    }

    /// Decides by the status of a response that is no success.
    private func end(of exchange: Exchange) async -> End {
        if exchange.status == 304, let (checkpoint, version) = known, checkpoint.isFinished {
            guard version.isVersion(of: exchange) else { return .refused(.whole) }
            do {
                try await completePostponedWork()
            } catch {
                return end(after: error, exchange)
            }
            return .finished(ImportOperation.Result(unchangedSince: checkpoint))
        }
        if exchange.status == 416, conditions["Range"] != nil {
            guard let nothing = nothing(exchange) else { return .refused(.whole) }
            do {
                return .finished(try await run(nothing))
            } catch {
                return end(after: error, exchange)
            }
        }
        return .failed(stream.manager.plan.refusal(of: exchange))
    }
}
