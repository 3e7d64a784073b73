public import ObjectGraph
public import ObjectGraphSQL

/// A store that keeps an object graph in one SQLite file.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: SQLiteStore("library.sqlite"))
/// ```
///
/// The file can be read with any SQLite tool: it has a table for each inheritance tree, with a
/// column for each property, under their names in the model, and a table such as `Article_tags` for
/// each many-to-many relationship. `_id`, `_entity` and `_version` are the number of the object,
/// its entity if the tree has several, and the number of times the row was written. Tables with the
/// prefix `mercator_` belong to the store itself. Write to the file through a container only: other
/// programs do not increment versions.
///
/// A missing or empty file becomes a store when it is opened. A store that was created for an
/// earlier model is migrated to this model as far as ``Options/migration`` allows, in one
/// transaction. Several processes can use a file at the same time; processes that have opened it
/// with the earlier model fail with code `schemaMismatch` from then on, and must open it again.
public struct SQLiteStore: PersistentStore {
    /// The path of the file.
    public let path: String
    /// The options for using the file.
    public let options: Options
    /// The commit hooks, shared by all containers that are created with this value or a copy.
    private let commits = CommitHooks()

    /// Creates a store for a file, without opening it.
    public init(_ path: String, options: Options = Options()) {
        self.path = path
        self.options = options
    }

    /// Options for using a file.
    public struct Options: Sendable {
        /// The time to wait for another writing process.
        ///
        /// The operation fails with code `busy` afterwards.
        public var busyTimeout: Duration
        /// Indicates whether the file must not be changed; saving then fails with code `readOnly`.
        public var isReadOnly: Bool
        /// The path of a store to copy into a missing or empty file.
        ///
        /// The seed is copied in one transaction, including the content of its log, and is not
        /// changed. After that, the file is opened like any other, and may be extended for the
        /// model. A file that already contains a store is left unchanged, even if the seed is
        /// newer: see ``ObjectGraph/PersistentContainer/reset()``.
        public var seed: String?
        /// A closure that is called with the SQL of every executed statement, without bound values.
        ///
        /// It is called in the task that executes the statement, while the store is in use, and
        /// must not use the store itself.
        public var trace: (@Sendable (String) -> Void)?
        /// A closure that is called after every executed statement, with its duration and rows.
        ///
        /// It is called like ``trace``. Without it, no time is measured.
        public var profile: (@Sendable (StatementProfile) -> Void)?
        /// The changes that are allowed to a file that was created for another model.
        public var migration: Migration
        /// The path of a backup, made before a migration that does more than add.
        ///
        /// No file may exist at this path.
        ///
        /// The copy is made while no other connection can write, and is called `NAME.partial` until
        /// the migration is complete. With `nil` no copy is made.
        public var migrationBackup: String?
        /// Texts to keep with the store, by name, such as the source of its model.
        ///
        /// They are written when the file is opened, in the transaction that creates or changes its
        /// tables, so that a file has both or neither; texts of other names stay. Copies of the
        /// store include them, and ``SQLiteStore/annotations(at:)`` returns them.
        public var annotations: [String: String]
        /// The handling of the views that other programs use to read the file.
        public var views: Views
        /// The size of the pages of a new file in bytes: a power of two from 512 to 65 536.
        ///
        /// 4096 is the default of SQLite. Loads and selections of many objects are faster with
        /// 16 384, and saves of single objects slower, because a changed page is written whole.
        /// An existing file keeps its page size, and so does its backup.
        public var pageSize: Int

        /// Creates options.
        ///
        /// By default an operation waits up to five seconds for other processes, the file can be
        /// written, a new file is empty, statements are neither traced nor profiled, migration
        /// never loses data, there are no annotations, views are created on request only, and a
        /// page has 4096 bytes.
        public init(
            busyTimeout: Duration = .seconds(5), isReadOnly: Bool = false, seed: String? = nil,
            trace: (@Sendable (String) -> Void)? = nil, migration: Migration = .additive,
            migrationBackup: String? = nil, annotations: [String: String] = [:],
            views: Views = .keep, profile: (@Sendable (StatementProfile) -> Void)? = nil,
            pageSize: Int = 4096
        ) {
            self.busyTimeout = busyTimeout
            self.isReadOnly = isReadOnly
            self.seed = seed
            self.trace = trace
            self.migration = migration
            self.migrationBackup = migrationBackup
            self.annotations = annotations
            self.views = views
            self.profile = profile
            self.pageSize = pageSize
        }
    }

    /// Opens the file for a model, and creates, extends or migrates it where necessary.
    ///
    /// - Throws: ``ObjectGraph/StoreError`` with code `cannotOpen`; `corrupt` for a file or a seed
    ///   that is not a store of this framework, which is left unchanged; `schemaMismatch`, with
    ///   every difference, for a store that was created for a model that cannot be migrated to this
    ///   one; `busy`; `readOnly`.
    public func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        StoreConnection(try openBackend(for: model))
    }

    /// Opens the file, and returns the backend for contexts.
    package func openBackend(for model: ManagedObjectModel) throws(StoreError) -> SQLiteBackend {
        try SQLiteBackend(path: path, options: options, model: model, commits: commits)
    }
}

extension SQLiteStore: CustomStringConvertible {
    /// The name of the type and the file: `SQLiteStore(articles.sqlite)`.
    public var description: String { "SQLiteStore(\(path))" }
}
