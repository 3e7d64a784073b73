/// A sequence of the changes to the result of a request.
///
/// The first element contains the whole result; the next elements contain its changes by saves.
///
/// ```swift
/// for try await changes in container.changes(of: FetchRequest("Article")) {
///     print("\(changes.inserted.count) came, \(changes.deleted.count) went")
/// }
/// ```
///
/// Saves that are made before the next element is requested are combined into one element. The
/// sequence ends when its task is cancelled, and throws when the store cannot be read, or its
/// container is closed. Each iterator observes the result independently.
public struct FetchChanges: AsyncSequence, Sendable {
    /// The changes by one or more saves.
    public typealias Element = ResultChanges
    /// The error of reading the store.
    public typealias Failure = StoreError

    let request: FetchRequest
    let model: ManagedObjectModel
    let backend: any StoreBackend
    let container: ContainerState
    let interval: Duration?

    /// Creates an iterator with a separate observation.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// An iterator that waits for the next changes of a result.
    public struct Iterator: AsyncIteratorProtocol {
        private enum State {
            case waiting(FetchChanges)
            case running(ResultObservation<OrderedRows>)
            case ended
        }

        private var state: State

        fileprivate init(_ sequence: FetchChanges) {
            state = .waiting(sequence)
        }

        /// Waits for the next changes and returns them; `nil` after the task is cancelled.
        ///
        /// - Throws: ``StoreError`` if the store cannot be read, with code `invalidRequest` if the
        ///   request uses a name that is not in the model. The sequence ends with the error.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> ResultChanges? {
            let before = state
            state = .ended
            let observation: ResultObservation<OrderedRows>
            switch before {
            case .ended: return nil
            case .running(let running): observation = running
            case .waiting(let sequence):
                let condition = try ResultCondition(sequence.request, sequence.model)
                observation = ResultObservation(
                    OrderedRows(condition), condition, sequence.backend,
                    of: sequence.container, pollingEvery: sequence.interval)
            }
            guard let changes = try await observation.next() else { return nil }
            state = .running(observation)
            return changes
        }
    }
}
