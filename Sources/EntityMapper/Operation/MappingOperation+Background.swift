public import ObjectGraph
public import Payload

/// Mapping in tasks, without blocking the threads that all tasks share.
extension MappingOperation {
    /// Maps a payload on a thread beside those of the tasks, when it is its turn, and saves it.
    ///
    /// It does what ``run(_:in:into:)`` does, as a background task of the container: the calling task
    /// is suspended, and blocks nobody while somebody else commits. Operations begin in the order of
    /// the calls. One that meets somebody else's save is done again, in the end alone. A text or bytes
    /// are parsed first, before anything is waited for.
    ///
    /// ```swift
    /// let (bytes, _) = try await URLSession.shared.data(from: url)
    /// let result = try await operation.runInBackground(bytes, in: container)
    /// ```
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - container: Where the objects live.
    ///   - target: An object that a single representation at a root path is mapped into.
    /// - Returns: What came of it.
    /// - Throws: `CancellationError` if the task is cancelled before it is its turn, ``MappingError``
    ///   with code `cancelled` if that happens while it maps; otherwise as ``run(_:in:into:)``.
    ///   Nothing has changed then.
    @concurrent
    public func runInBackground(
        _ payload: some PayloadConvertible & Sendable, in container: PersistentContainer,
        into target: ManagedObjectID? = nil
    ) async throws -> MappingResult {
        try Task.checkCancellation()
        let document = try PayloadDocument(payload)
        return try await container.performBackgroundTask(retryLimit: options.retryLimit) {
            [self] context in
            try runAndSave(document, in: context, into: target)
        }
    }
}
