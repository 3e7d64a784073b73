import Synchronization

/// A store that keeps its graph in memory.
///
/// It is intended for tests, previews and data that need not outlive the process.
///
/// It rejects the same changes as a store on disk: conflicting versions, duplicate unique keys, and
/// dangling references. Every container created with the same store accesses the same objects, and
/// must have the same model: the store is never migrated, because its content is never older than
/// the process.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: InMemoryStore())
/// try container.perform { context in
///     context.insert("Article")["title"] = "Hello"
///     try context.save()
/// }
/// ```
public final class InMemoryStore: PersistentStore {
    private let backend = Mutex<InMemoryBackend?>(nil)

    /// Creates an empty store; the first container that opens it determines its model.
    public init() {}

    /// Opens the store.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch` if the store was opened with other
    ///   entities before.
    public func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        let opened = backend.withLock { backend in
            if backend == nil { backend = InMemoryBackend(model: model) }
            return backend
        }
        guard let opened, opened.model.entities == model.entities else {
            let difference = opened.map { ": \($0.model.difference(to: model))" } ?? ""
            throw StoreError(
                .schemaMismatch,
                "the store in memory was opened with other entities before\(difference). It is "
                    + "never migrated: make a new InMemoryStore for the new model, or keep the "
                    + "objects in a file with SQLiteStore, which follows its model")
        }
        return StoreConnection(opened)
    }

    /// The number of requests and commits that the store has executed; for tests.
    package var requestCount: Int {
        backend.withLock { $0?.counter.count ?? 0 }
    }
}

/// A thread-safe counter of requests.
final class RequestCounter: Sendable {
    private let value = Atomic<Int>(0)

    /// Adds one.
    func increase() { value.add(1, ordering: .relaxed) }

    /// The number of requests.
    var count: Int { value.load(ordering: .relaxed) }
}

/// An open ``InMemoryStore``: a state that commits change in turn.
///
/// A commit beside units of work that have read the state works on a copy, which replaces the state
/// at its end; units of work that begin meanwhile see the state before it. Otherwise it changes the
/// state in place, which copies no pages. Units of work that begin then have to wait, so the next
/// commits after such a wait work on copies too.
final class InMemoryBackend: StoreBackend {
    let model: ManagedObjectModel
    let counter = RequestCounter()
    let commits = CommitHooks()
    private let numbers: ReservedNumbers
    private let turn = FairMutex(())
    private let state: Mutex<MemoryState>
    /// The number of the next commits that work on a copy.
    private let copies = Atomic<Int>(0)

    /// The number of commits on copies after a unit of work had to wait.
    private static let copiesAfterWait = 64

    init(model: ManagedObjectModel) {
        self.model = model
        numbers = ReservedNumbers(rootCount: model.entities.count)
        state = Mutex(MemoryState(model: model))
    }

    func makeReader() -> any StoreReader {
        let current =
            state.withLockIfAvailable { $0 }
            ?? {
                copies.store(Self.copiesAfterWait, ordering: .relaxed)
                return state.withLock { $0 }
            }()
        return InMemoryReader(current, counter: counter)
    }

    func reserveNumbers(_ count: Int, root: Int) -> Range<Int64> {
        precondition(count >= 0, "a negative count of numbers cannot be reserved")
        return numbers.reserve(count, root: root)
    }

    func commit(_ changes: ChangeSet) throws(StoreError) {
        counter.increase()
        var commit = MemoryCommit(changes, in: model)
        try turn.withLock { (_) throws(StoreError) in
            guard var next = state.withLock({ mustCopy() || $0.isShared() ? $0 : nil }) else {
                return try state.withLock { (state) throws(StoreError) in
                    try commit.apply(to: &state, numbers)
                    commits.notify(changes, of: model)
                }
            }
            try commit.apply(to: &next, numbers)
            replace(next, changes)
        }
    }

    /// Returns whether a recent unit of work had to wait for a commit in place.
    private func mustCopy() -> Bool {
        let rest = copies.load(ordering: .relaxed)
        if rest > 0 { copies.store(rest - 1, ordering: .relaxed) }
        return rest > 0
    }

    /// Replaces the state, and reports what has changed; the caller has its turn.
    private func replace(_ next: MemoryState, _ changes: ChangeSet?) {
        commits.reporting {
            // The previous state is released after the lock.
            _ = state.withLock { state in
                let previous = state
                state = next
                state.becomeOwn()
                return previous
            }
            if let changes { commits.notify(changes, of: model) }
        }
    }

    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        counter.increase()
        return try turn.withLock { (_) throws(StoreError) in
            var next = state.withLock { $0 }
            var commit = MemoryCommit(changes, in: model)
            try commit.apply(to: &next, numbers)
            var connector = MemoryConnector(next)
            var outcomes: [ConnectionOutcome] = []
            for request in requests { outcomes.append(try connector.connect(request)) }
            guard var connected = try connector.finished() else { return nil }
            connected.version += 1
            let isChanged = outcomes.contains(where: \.isChanged)
            replace(connected, isChanged ? .connecting(requests, in: model) : nil)
            return outcomes
        }
    }

    /// Always 0: all containers of this store commit through this backend.
    func foreignVersion() -> Int64? { 0 }
}

extension InMemoryBackend: RevocableBackend {
    func commit(
        _ changes: ChangeSet, after finish: () throws(StoreError) -> Void
    ) throws(StoreError) {
        counter.increase()
        var commit = MemoryCommit(changes, in: model)
        try turn.withLock { (_) throws(StoreError) in
            var next = state.withLock { $0 }
            try commit.apply(to: &next, numbers)
            try finish()
            replace(next, changes)
        }
    }
}

extension ManagedObjectModel {
    /// Describes the first difference between this model and another model.
    fileprivate func difference(to other: ManagedObjectModel) -> String {
        let (old, new) = (Set(entities.map(\.name)), Set(other.entities.map(\.name)))
        if let missing = old.subtracting(new).min() { return "'\(missing)' is missing now" }
        if let added = new.subtracting(old).min() { return "'\(added)' was not there" }
        let changed = entities.first { other[$0.name] != $0 }
        return changed.map { "'\($0.name)' has changed" } ?? "they are in another order"
    }
}
