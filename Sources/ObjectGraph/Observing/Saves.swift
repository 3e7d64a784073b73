/// The saves of a container: which objects each was about.
///
/// ```swift
/// for try await changes in container.saves() {
///     guard changes.isComplete else { images.removeAll(); continue }
///     for id in changes.updated.union(changes.deleted) { images[id] = nil }
/// }
/// ```
///
/// Saves that come faster than they are asked for are given as one. The sequence ends when its task is
/// cancelled.
public struct Saves: AsyncSequence, Sendable {
    /// The objects of one or several saves.
    public typealias Element = SavedChanges
    /// What asking the store may throw; without polling nothing does.
    public typealias Failure = StoreError

    let model: ManagedObjectModel
    let backend: any StoreBackend
    let interval: Duration?

    /// Listens from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Waits for saves, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var observation: SaveObservation?

        fileprivate init(_ sequence: Saves) {
            observation = SaveObservation(sequence)
        }

        /// What was saved since the last answer; `nil` once the task is cancelled.
        ///
        /// - Throws: ``StoreError`` if the store cannot be asked for the writes of others.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(StoreError) -> SavedChanges? {
            let running = observation
            observation = nil
            guard let running, let changes = try await running.next() else { return nil }
            observation = running
            return changes
        }
    }
}

/// One task's look at the saves.
private final class SaveObservation {
    private let signal: ChangeSignal<SavedChanges>
    private let subscription: CommitSubscription
    private var foreign: ForeignWatch
    private var isFirst = true

    init(_ saves: Saves) {
        let (signal, model) = (ChangeSignal(SavedChanges()), saves.model)
        self.signal = signal
        foreign = ForeignWatch(saves.backend, every: saves.interval)
        subscription = saves.backend.commits.add(for: model) { changes in
            signal.note { saved in
                saved.merge(changes, model)
                return !saved.isComplete || saved.count > 0
            }
        }
    }

    func next() async throws(StoreError) -> SavedChanges? {
        // The first answer is where the comparison starts.
        if isFirst { _ = try await foreign.hasChanged() }
        isFirst = false
        while !Task.isCancelled {
            if try await foreign.hasChanged() {
                signal.note { saved in
                    saved.loseTrack()
                    return true
                }
            }
            guard signal.isRaised else {
                await signal.wait(atMost: foreign.interval)
                continue
            }
            let changes = signal.take { saved in
                defer { saved = SavedChanges() }
                return saved
            }
            // An insertion that was undone by a deletion leaves nothing to tell.
            if changes.count > 0 || !changes.isComplete { return changes }
        }
        return nil
    }
}
