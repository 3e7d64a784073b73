package import ObjectGraph
import Synchronization

/// An open file: one connection that writes, and some that read.
///
/// The writer is behind a lock that is held during a commit. Each unit of work reads with a
/// connection of its own and sees one state of the file; readers and the writer do not wait for
/// each other, which is what the write-ahead log is for.
package final class SQLiteBackend: StoreBackend {
    private let path: String
    private let options: SQLiteStore.Options
    private let hooks: StatementHooks
    private let schema: StoreSchema
    private let writer: Mutex<StoreWriter>
    private let numbers: NumberBlocks
    private let readers: ReaderPool

    init(
        path: String, options: SQLiteStore.Options, model: ManagedObjectModel
    ) throws(StoreError) {
        let hooks = StatementHooks(trace: options.trace)
        let opener = StoreOpener(path: path, options: options, model: model, hooks: hooks)
        let connection = try opener.connect()
        let schema = try opener.prepare(connection)
        self.path = path
        self.options = options
        self.hooks = hooks
        self.schema = schema
        numbers = NumberBlocks()
        readers = ReaderPool(path: path, options: options, hooks: hooks)
        writer = Mutex(StoreWriter(connection, schema))
    }

    /// The writer is the last to close: only a connection that can write empties the log, and
    /// without that a copy of the file alone would lack what was saved last.
    deinit {
        readers.closeIdle()
    }

    /// How many statements all connections of this backend have executed; for tests.
    package var statementCount: Int { hooks.count }

    /// A consistent view of the file, as it is when the first question is asked.
    package func makeReader() throws(StoreError) -> any StoreReader {
        SQLiteReader(schema, pool: readers, connection: try readers.take())
    }

    /// Numbers that nobody else gets; most calls are served from memory.
    package func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        if let range = numbers.take(count, root: root) { return range }
        return try writer.withLock { (writer) throws(StoreError) in
            // Another task may have fetched a block while this one waited for the lock.
            if let range = numbers.take(count, root: root) { return range }
            return try writer.reserve(count, root: root, numbers)
        }
    }

    /// Writes everything in one transaction, or nothing.
    package func commit(_ changes: ChangeSet) throws(StoreError) {
        guard !changes.isEmpty else { return }
        try writer.withLock { (writer) throws(StoreError) in
            try writer.commit(changes, numbers)
        }
    }
    /// Makes connections in one transaction, with the same number of statements for any number of
    /// rows.
    package func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        try writer.withLock { (writer) throws(StoreError) in
            try writer.connect(requests, registering: changes)
        }
    }
}
