public import MercatorPayload
public import ObjectGraph

/// Mapping in tasks without blocking the threads of the concurrency pool.
extension MappingOperation {
    /// Maps a payload on a background thread, and saves the result.
    ///
    /// The operation has the effect of ``run(_:in:into:)-(_,PersistentContainer,_)``, as a
    /// background task of the container: the calling task is suspended, and no thread of the
    /// concurrency pool is blocked by waiting for other commits. Operations start in the order of
    /// the calls. After a conflict with another save, the operation is repeated, finally with
    /// exclusive access. A string or bytes are parsed first, before any waiting.
    ///
    /// ```swift
    /// let (bytes, _) = try await URLSession.shared.data(from: url)
    /// let result = try await operation.runInBackground(bytes, in: container)
    /// ```
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - container: The container of the objects.
    ///   - target: An object into which a single representation at a root path is mapped.
    /// - Returns: The result.
    /// - Throws: `CancellationError` if the task is cancelled before the operation starts,
    ///   ``MappingError`` with code `cancelled` if it is cancelled during the mapping; otherwise
    ///   the errors of ``run(_:in:into:)-(_,PersistentContainer,_)``. In these cases nothing is
    ///   changed.
    @concurrent
    public func runInBackground(
        _ payload: some PayloadConvertible & Sendable, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) async throws -> MappingResult {
        try Task.checkCancellation()
        let recollection = try recollection(of: payload, in: container, into: target)
        if let known = recollection?.result { return known }
        let document = try PayloadDocument(payload)
        return try await container.performBackgroundTask(retryLimit: options.retryLimit) {
            [self] context in
            try runAndSave(document, in: context, into: target, recollection)
        }
    }
}
