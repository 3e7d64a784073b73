public import ObjectGraph
public import Payload

/// Mapping in tasks, without blocking the threads that all tasks share.
extension MappingOperation {
    /// Maps the bytes of a JSON payload on a thread beside those of the tasks, and saves it.
    ///
    /// The bytes are checked first, before anything is waited for.
    ///
    /// ```swift
    /// let (bytes, _) = try await URLSession.shared.data(from: url)
    /// let result = try await operation.runInBackground(bytes, in: container)
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The payload.
    ///   - container: Where the objects live.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: What came of it.
    /// - Throws: As with a document, and `PayloadError` if the bytes are no payload.
    @concurrent
    public func runInBackground(
        _ bytes: some Sequence<UInt8> & Sendable, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) async throws -> MappingResult {
        try Task.checkCancellation()
        let document = try PayloadDocument(parsing: Array(bytes))
        return try await runInBackground(document, in: container, into: target)
    }

    /// Maps a payload on a thread beside those of the tasks, when it is its turn, and saves it.
    ///
    /// It does what ``run(_:in:into:)`` does, as a background task of the container: the calling task
    /// is suspended, and blocks nobody while somebody else commits. Operations begin in the order of
    /// the calls. One that meets somebody else's save is done again, in the end alone.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - container: Where the objects live.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: What came of it.
    /// - Throws: `CancellationError` if the task is cancelled before it is its turn, ``MappingError``
    ///   with code `cancelled` if that happens while it maps; otherwise as ``run(_:in:into:)``.
    ///   Nothing has changed then.
    @concurrent
    public func runInBackground(
        _ document: PayloadDocument, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) async throws -> MappingResult {
        try await container.performBackgroundTask(retryLimit: options.retryLimit) {
            [self] context in
            try runAndSave(document, in: context, into: target)
        }
    }
}
