/// The result of a request as it changes: first the whole of it, then what each save did to it.
///
/// ```swift
/// for try await changes in container.changes(of: FetchRequest("Article")) {
///     print("\(changes.inserted.count) came, \(changes.deleted.count) went")
/// }
/// ```
///
/// Saves that come faster than they are asked for are given as one. The sequence ends when its task is
/// cancelled, and throws when the store cannot be read. Each iterator looks for itself.
public struct FetchChanges: AsyncSequence, Sendable {
    /// What one or several saves did.
    public typealias Element = ResultChanges
    /// What reading the store may throw.
    public typealias Failure = StoreError

    let request: FetchRequest
    let model: ManagedObjectModel
    let backend: any StoreBackend
    let interval: Duration?

    /// Begins a look of its own at the result.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Waits for the changes of a result, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private enum State {
            case waiting(FetchChanges)
            case running(FetchObservation)
            case ended
        }

        private var state: State

        fileprivate init(_ sequence: FetchChanges) {
            state = .waiting(sequence)
        }

        /// The next changes; `nil` once the task is cancelled.
        ///
        /// - Throws: ``StoreError`` if the store cannot be read, with code `invalidRequest` if the
        ///   request names something the model does not have. The sequence has ended then.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> ResultChanges? {
            let before = state
            state = .ended
            let observation: FetchObservation
            switch before {
            case .ended: return nil
            case .running(let running): observation = running
            case .waiting(let sequence):
                observation = try FetchObservation(
                    sequence.request, of: sequence.model, sequence.backend,
                    pollingEvery: sequence.interval)
            }
            guard let changes = try await observation.next() else { return nil }
            state = .running(observation)
            return changes
        }
    }
}
