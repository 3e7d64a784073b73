/// A sequence of the saves of a container, with the objects that each has changed.
///
/// ```swift
/// for try await changes in container.saves() {
///     guard changes.isComplete else { images.removeAll(); continue }
///     for id in changes.updated.union(changes.deleted) { images[id] = nil }
/// }
/// ```
///
/// Saves that are made before the next element is requested are combined into one element. The
/// sequence ends when its task is cancelled.
public struct Saves: AsyncSequence, Sendable {
    /// The objects changed by one or more saves.
    public typealias Element = SavedChanges
    /// The error of a store that was closed, or cannot be polled.
    public typealias Failure = StoreError

    let model: ManagedObjectModel
    let backend: any StoreBackend
    let container: ContainerState
    let interval: Duration?

    /// Creates an iterator that observes saves from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// An iterator that waits for the next saves.
    public struct Iterator: AsyncIteratorProtocol {
        private var observation: SaveObservation?

        fileprivate init(_ sequence: Saves) {
            observation = SaveObservation(sequence)
        }

        /// Waits for saves and returns the objects changed since the last call.
        ///
        /// The result is `nil` after the task is cancelled.
        ///
        /// - Throws: ``StoreError`` with code `closed` after the container is closed, and if the
        ///   store cannot be polled for writes by others.
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

/// The observation of saves by one task.
private final class SaveObservation {
    private let signal: ChangeSignal<SavedChanges>
    private let container: ContainerState
    private let subscription: CommitSubscription
    private var foreign: ExternalChangeMonitor
    private var isFirst = true

    init(_ saves: Saves) {
        let (signal, model) = (ChangeSignal(SavedChanges()), saves.model)
        self.signal = signal
        foreign = ExternalChangeMonitor(saves.backend, every: saves.interval)
        container = saves.container
        subscription = saves.backend.commits.add(
            for: model,
            onClose: {
                signal.note { saved in
                    saved.loseTrack()
                    return true
                }
            },
            { changes in
                signal.note { saved in
                    saved.merge(changes, model)
                    return !saved.isComplete || saved.count > 0
                }
            })
    }

    func next() async throws(StoreError) -> SavedChanges? {
        // The first poll determines the version to compare with.
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
            try container.requireOpen()
            // An insertion that was undone by a deletion leaves no change.
            if changes.count > 0 || !changes.isComplete { return changes }
        }
        return nil
    }
}
