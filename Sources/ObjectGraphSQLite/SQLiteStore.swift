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
/// model is brought to this one as far as ``Options/migration`` allows, in one transaction. Several
/// processes may use one file at the same time; those that have it open with the earlier model fail
/// with code `schemaMismatch` from then on, and have to open it again.
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
        /// A store whose objects a missing or empty file begins with.
        ///
        /// It is copied in one transaction, with what is in its log, and stays as it is; after that
        /// the file is opened like any other, and so may be extended for the model. A file that
        /// holds a store already is left alone, also when the seed is newer: see
        /// ``ObjectGraph/PersistentContainer/reset()``.
        public var seed: String?
        /// Sees the SQL of every statement that is executed, without the bound values.
        ///
        /// It is called by the task that executes the statement, while the store is in use: it
        /// must not use the store itself.
        public var trace: (@Sendable (String) -> Void)?
        /// What may be done to a file that was made for another model.
        public var migration: Migration
        /// Where a copy of the file goes before a migration that does more than add; no file may be
        /// there.
        ///
        /// The copy is made while nobody else can write, and gets its name when the migration is
        /// done; until then it is called `NAME.partial`. `nil` makes no copy.
        public var migrationBackup: String?

        /// Waits up to five seconds, writes, begins empty, shows nothing, and migrates without losing
        /// anything, unless said otherwise.
        public init(
            busyTimeout: Duration = .seconds(5), isReadOnly: Bool = false, seed: String? = nil,
            trace: (@Sendable (String) -> Void)? = nil, migration: Migration = .additive,
            migrationBackup: String? = nil
        ) {
            self.busyTimeout = busyTimeout
            self.isReadOnly = isReadOnly
            self.seed = seed
            self.trace = trace
            self.migration = migration
            self.migrationBackup = migrationBackup
        }
    }

    /// Opens the file for a model, and creates, extends or migrates it where needed.
    ///
    /// - Throws: ``ObjectGraph/StoreError`` with code `cannotOpen`; `corrupt` for a file or a seed
    ///   that is no store of ours, which is left as it is; `schemaMismatch`, with every difference, for a
    ///   store that was made for a model that cannot be brought to this one; `busy`; `readOnly`.
    public func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        StoreConnection(try openBackend(for: model))
    }

    /// Opens the file and gives what contexts talk to.
    package func openBackend(for model: ManagedObjectModel) throws(StoreError) -> SQLiteBackend {
        try SQLiteBackend(path: path, options: options, model: model, commits: commits)
    }
}

extension SQLiteStore: CustomStringConvertible {
    /// The name of the type and the file: `SQLiteStore(articles.sqlite)`.
    public var description: String { "SQLiteStore(\(path))" }
}
