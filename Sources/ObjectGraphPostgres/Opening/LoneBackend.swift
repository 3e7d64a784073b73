import ObjectGraph

/// The backend of a unit of work that excludes all concurrent commits.
final class LoneBackend: StoreBackend {
    private let store: PostgresBackend
    private let turn: HeldTurn
    var commits: CommitHooks { store.commits }

    init(_ store: PostgresBackend, _ turn: HeldTurn) {
        self.store = store
        self.turn = turn
    }

    func alone() -> any StoreBackend { self }

    func foreignVersion() throws(StoreError) -> Int64? { try store.foreignVersion() }

    func makeReader() throws(StoreError) -> any StoreReader { try store.makeReader() }

    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        try store.reserveNumbers(count, root: root)
    }

    func reserveNumbers(
        _ count: Int, root: Int, beside reader: (any StoreReader)?
    ) throws(StoreError) -> Range<Int64> {
        try store.reserveNumbers(count, root: root, beside: reader)
    }

    func commit(_ changes: ChangeSet) throws(StoreError) {
        try store.commit(changes, hasTurn: true)
    }

    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        try store.connect(requests, registering: changes, hasTurn: true)
    }

    func change(_ change: SetChange) throws(StoreError) -> Int? {
        try store.change(change, hasTurn: true)
    }

    func beginLoad() { store.beginLoad() }

    func endLoad() throws(StoreError) { try store.endLoad() }

    func reset() throws(StoreError) { try store.reset() }

    func backUp(to path: String) throws(StoreError) { try store.backUp(to: path) }

    func checkIntegrity(limit: Int) throws(StoreError) -> IntegrityReport {
        try store.checkIntegrity(limit: limit)
    }

    func repairLinks(limit: Int) throws(StoreError) -> RepairReport {
        try store.repairLinks(limit: limit)
    }
}
