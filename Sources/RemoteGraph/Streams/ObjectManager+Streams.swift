import EntityMapper
public import HTTPValues
public import ObjectGraph
public import RemotePlanning
public import StreamingImport

/// Responses of any size.
///
/// The records of a response are mapped and saved in batches while it arrives; the server waits
/// when they are slower. No limit applies to the body as a whole, only to each record.
///
/// With a checkpoint, each record is imported once, despite interruptions:
///
/// - If the body is truncated, or the process ends, the next request is for the rest: by `Range`
///   and `If-Range`, if the server has sent a strong `ETag`. Otherwise, the whole resource is read,
///   and the imported bytes are compared and skipped.
/// - If the resource has changed, it is imported from its start; its objects are found by their
///   identities.
/// - If it was imported completely and has not changed, nothing is read.
///
/// Within one call, the rest is requested according to ``RemoteOptions/retry``.
///
/// Source: RFC 9110, sections 13.1.5 and 14.
extension ObjectManager {
    /// Requests a resource by the name of a route, and imports its records while they arrive.
    ///
    /// ```swift
    /// let result = try await manager.import("export", checkpoint: "export") { show($0.bytes) }
    /// print(result.records, result.resumedFrom?.records ?? 0)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the route, whose method is GET.
    ///   - mapping: The mapping of the records; `nil` for the plan's only root.
    ///   - format: The arrangement of records in the body.
    ///   - checkpoint: The name of the progress in the store; `nil` for the options' name.
    ///   - options: The options of the import; `nil` for the usual ones, with
    ///     ``RemoteOptions/mapping``.
    ///   - arguments: The arguments of the pattern.
    ///   - query: The query.
    ///   - headers: Header fields.
    ///   - onBatch: A closure called with the progress after each batch.
    /// - Returns: The result of the whole import, with the checkpoint it resumed from.
    /// - Throws: ``RemoteError``; batches saved before remain. After a truncated body, with the
    ///   code `failedTransfer` or `timedOut`, a further import with the checkpoint resumes. The
    ///   cause of a `failedMapping` is an `ImportError`. An unsuccessful response is not imported.
    /// - Complexity: As for `ImportOperation`, with a few batches in memory.
    @discardableResult
    public func `import`(
        _ name: String, mapping: String? = nil, format: ImportFormat = .lines,
        checkpoint: String? = nil, options: ImportOptions? = nil, arguments: [String: Value] = [:],
        query: [String: Value] = [:], headers: HeaderFields = [:],
        onBatch: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws(RemoteError) -> ImportOperation.Result {
        try await run(
            try plan.request(named: name, arguments: arguments, query: query, headers: headers),
            try importOperation(mapping, format, checkpoint, options), onBatch)
    }

    /// Requests a resource by path, and imports its records while they arrive.
    ///
    /// ```swift
    /// try await manager.import(path: "articles.json", format: .array(at: "articles"))
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path relative to the base.
    ///   - mapping: The mapping of the records; `nil` for the plan's only root.
    ///   - format: The arrangement of records in the body.
    ///   - checkpoint: The name of the progress in the store; `nil` for the options' name.
    ///   - options: The options of the import; `nil` for the usual ones, with
    ///     ``RemoteOptions/mapping``.
    ///   - query: The query.
    ///   - headers: Header fields.
    ///   - onBatch: A closure called with the progress after each batch.
    /// - Returns: The result of the whole import, with the checkpoint it resumed from.
    /// - Throws: ``RemoteError`` as for a route.
    /// - Complexity: As for a route.
    @discardableResult
    public func `import`(
        path: String, mapping: String? = nil, format: ImportFormat = .lines,
        checkpoint: String? = nil, options: ImportOptions? = nil, query: [String: Value] = [:],
        headers: HeaderFields = [:], onBatch: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws(RemoteError) -> ImportOperation.Result {
        try await run(
            try plan.request(path: path, query: query, headers: headers),
            try importOperation(mapping, format, checkpoint, options), onBatch)
    }

    private func run(
        _ request: RemoteRequest, _ operation: ImportOperation,
        _ onBatch: (@Sendable (ImportProgress) -> Void)?
    ) async throws(RemoteError) -> ImportOperation.Result {
        guard request.request.method == .get else {
            throw RemoteError(
                .invalidRequest,
                "expected a GET request to import its response, found "
                    + "\(request.request.method.rawValue); name a route with the method GET")
        }
        let crossingEdits = mappingOrder.crossingEdits
        let start = crossingEdits.begin()
        defer { crossingEdits.end(start) }
        var operation = operation
        operation.willSave = options.willSave
        operation.edits.crossing = { crossingEdits.edits(since: start) }
        let stream = StreamImport(
            manager: self, request: request, operation: operation, onBatch: onBatch)
        return try await perform(request, nil) { (number) throws(RemoteError) in
            try await stream.run(number)
        }
    }

    private func importOperation(
        _ mapping: String?, _ format: ImportFormat, _ checkpoint: String?,
        _ options: ImportOptions?
    ) throws(RemoteError) -> ImportOperation {
        var own = options ?? ImportOptions()
        if options == nil { own.mapping = self.options.mapping }
        own.checkpoint = checkpoint ?? own.checkpoint
        do {
            return try ImportOperation(
                plan.mappings, mapping: mapping, format: format, options: own)
        } catch {
            throw RemoteError(.invalidRequest, "\(error)", cause: error)
        }
    }
}
