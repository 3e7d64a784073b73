public import ObjectGraph

/// Keeps an object graph in one SQLite file.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: SQLiteStore("library.sqlite"))
/// ```
///
/// The file can be read with any SQLite tool: a table for each inheritance tree and a column for
/// each property, with their names; a table such as `Article_tags` for each relationship that is
/// to-many at both ends. `_id`, `_entity` and `_version` are the object's number, its entity if the
/// tree has several, and how often the row was written. Tables that begin with `mercator_` are the
/// store's own. Write to the file through a container only: other writers do not raise versions.
///
/// A missing or empty file becomes a store when it is opened. A store that was made for an earlier
/// model gets the entities, attributes and relationships that came since; everything else about
/// it must agree. Several processes may use one file at the same time.
public struct SQLiteStore: PersistentStore {
    /// Where the file is.
    public let path: String
    /// How the file is used.
    public let options: Options
    /// Shared by every container that is made with this value or a copy of it.
    private let commits = CommitHooks()

    /// Names a file; nothing happens before the store is opened.
    public init(_ path: String, options: Options = Options()) {
        self.path = path
        self.options = options
    }

    /// How a file is used.
    public struct Options: Sendable {
        /// How long to wait for another process that writes, before failing with code `busy`.
        public var busyTimeout: Duration
        /// Whether the file is left as it is; saving then fails with code `readOnly`.
        public var isReadOnly: Bool
        /// Sees the SQL of every statement that is executed, without the bound values.
        ///
        /// It is called by the task that executes the statement, while the store is in use: it
        /// must not use the store itself.
        public var trace: (@Sendable (String) -> Void)?

        /// Waits up to five seconds, writes, and shows nothing, unless said otherwise.
        public init(
            busyTimeout: Duration = .seconds(5), isReadOnly: Bool = false,
            trace: (@Sendable (String) -> Void)? = nil
        ) {
            self.busyTimeout = busyTimeout
            self.isReadOnly = isReadOnly
            self.trace = trace
        }
    }

    /// Opens the file for a model, and creates or extends it where needed.
    ///
    /// - Throws: ``ObjectGraph/StoreError`` with code `cannotOpen`; `corrupt` for a file that is no
    ///   store of ours, which is left as it is; `schemaMismatch`, with every difference, for a
    ///   store that was made for a model that cannot be brought to this one; `busy`; `readOnly`.
    public func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        StoreConnection(try openBackend(for: model))
    }

    /// Opens the file and gives what contexts talk to.
    package func openBackend(for model: ManagedObjectModel) throws(StoreError) -> SQLiteBackend {
        try SQLiteBackend(path: path, options: options, model: model, commits: commits)
    }
}
