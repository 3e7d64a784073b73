/// A sequence of the changes to the rows of a selection.
///
/// The first element contains all rows; the next elements contain their changes by saves.
///
/// ```swift
/// let request = SelectRequest("Article", ["author.name", .count, .maximum("rating")])
/// for try await changes in container.changes(of: request) { print(changes.rows) }
/// ```
///
/// Saves that are made before the next element is requested are combined into one element. The
/// sequence ends when its task is cancelled, and throws when the store cannot be read. Each
/// iterator observes the selection independently.
public struct SelectChanges: AsyncSequence, Sendable {
    /// The changes by one or more saves.
    public typealias Element = SelectedRowChanges
    /// The error of reading the store.
    public typealias Failure = StoreError

    let request: SelectRequest
    let model: ManagedObjectModel
    let backend: any StoreBackend
    let container: ContainerState
    let interval: Duration?

    /// Creates an iterator with a separate observation.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// An iterator that waits for the next changes of a selection.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate enum State {
            case waiting(SelectChanges)
            case rows(ResultObservation<ObservedRows>)
            case groups(ResultObservation<ObservedGroups>)
            case ended
        }

        private var state: State

        fileprivate init(_ sequence: SelectChanges) {
            state = .waiting(sequence)
        }

        /// Waits for the next changes and returns them; `nil` after the task is cancelled.
        ///
        /// - Throws: ``StoreError`` if the store cannot be read, with code `invalidRequest` if the
        ///   request does not fit the model, and `overflow` for a sum beyond the range of its type.
        ///   The sequence ends with the error.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> SelectedRowChanges? {
            var running = state
            state = .ended
            if case .waiting(let sequence) = running { running = try sequence.start() }
            let changes: SelectedRowChanges?
            switch running {
            case .rows(let observation): changes = try await observation.next()
            case .groups(let observation): changes = try await observation.next()
            case .waiting, .ended: changes = nil
            }
            if changes != nil { state = running }
            return changes
        }
    }

    /// Subscribes to the commits that can affect the rows.
    private func start() throws(StoreError) -> Iterator.State {
        let values = try ResolvedValues(ValueRequest(request, model), model)
        guard values.isGrouped else {
            let condition = try ResultCondition(selecting: request, model)
            return .rows(
                ResultObservation(
                    ObservedRows(condition, request), condition, backend, of: container,
                    pollingEvery: interval))
        }
        let plan = try GroupPlan(request, values, model)
        return .groups(
            ResultObservation(
                ObservedGroups(plan), plan.condition, backend, of: container,
                pollingEvery: interval))
    }
}
