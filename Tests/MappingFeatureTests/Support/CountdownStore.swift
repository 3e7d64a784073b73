import ObjectGraph
import Synchronization

/// A store that counts requests, and whose requests fail after a certain number.
final class CountdownStore: PersistentStore {
    private let store: any PersistentStore
    private let left = Mutex<Int?>(nil)
    private let counted = Mutex(0)

    /// The number of requests so far.
    var requests: Int { counted.withLock { $0 } }

    init(_ store: any PersistentStore) {
        self.store = store
    }

    /// Makes all requests after the given number fail; `nil` makes all requests succeed.
    func fail(after requests: Int?) {
        left.withLock { $0 = requests }
    }

    func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        StoreConnection(CountdownBackend(try store.open(for: model).backend, self))
    }

    fileprivate func count() throws(StoreError) {
        counted.withLock { $0 += 1 }
        let isOver = left.withLock { left in
            guard let count = left else { return false }
            left = max(0, count - 1)
            return count == 0
        }
        if isOver { throw StoreError(.failure, "the request fails for a test") }
    }
}

private struct CountdownBackend: StoreBackend {
    private let backend: any StoreBackend
    private let store: CountdownStore

    init(_ backend: any StoreBackend, _ store: CountdownStore) {
        self.backend = backend
        self.store = store
    }

    var commits: CommitHooks { backend.commits }

    func foreignVersion() throws(StoreError) -> Int64? { try backend.foreignVersion() }

    func makeReader() throws(StoreError) -> any StoreReader {
        try store.count()
        return CountdownReader(try backend.makeReader(), store)
    }

    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        try store.count()
        return try backend.reserveNumbers(count, root: root)
    }

    func commit(_ changes: ChangeSet) throws(StoreError) {
        try store.count()
        try backend.commit(changes)
    }
}

private final class CountdownReader: StoreReader {
    private let reader: any StoreReader
    private let store: CountdownStore

    init(_ reader: any StoreReader, _ store: CountdownStore) {
        self.reader = reader
        self.store = store
    }

    func rows(matching request: RowRequest) throws(StoreError) -> [StoredRow] {
        try store.count()
        return try reader.rows(matching: request)
    }

    func count(matching request: RowRequest) throws(StoreError) -> Int {
        try store.count()
        return try reader.count(matching: request)
    }

    func values(
        of request: ValueRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor {
        try store.count()
        return try reader.values(of: request, isWhole: isWhole)
    }

    func rows(root: Int, numbers: [Int64]) throws(StoreError) -> [StoredRow] {
        try store.count()
        return try reader.rows(root: root, numbers: numbers)
    }

    func rows(entity: Int, slots: [Int], keys: LookupKeys) throws(StoreError) -> [StoredRow] {
        try store.count()
        return try reader.rows(entity: entity, slots: slots, keys: keys)
    }

    func rows(
        referringThrough relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredRow] {
        try store.count()
        return try reader.rows(referringThrough: relationship, to: destinations)
    }

    func links(of relationship: Int, from sources: [Int64]) throws(StoreError) -> [StoredLink] {
        try store.count()
        return try reader.links(of: relationship, from: sources)
    }

    func links(
        of relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        try store.count()
        return try reader.links(of: relationship, to: destinations)
    }

    func connections() throws(StoreError) -> [ConnectionDescription] {
        try store.count()
        return try reader.connections()
    }

    func metadata(_ key: MetadataKey) throws(StoreError) -> String? {
        try store.count()
        return try reader.metadata(key)
    }

    func metadata(
        behind prefix: String, withTexts: Bool
    ) throws(StoreError) -> [MetadataEntry] {
        try store.count()
        return try reader.metadata(behind: prefix, withTexts: withTexts)
    }
}
