public import ObjectGraph
public import ObjectGraphSQL

/// A store that keeps an object graph in a PostgreSQL database, which many processes on many
/// machines can use at the same time.
///
/// ```swift
/// let store = PostgresStore("postgresql://anna@db.example.com/library")
/// let container = try PersistentContainer(model: model, store: store)
/// ```
///
/// The tables are in a separate schema. They can be read with any tool: there is a table for each
/// inheritance tree, with a column for each property, under their names in the model, and a table
/// such as `Article_tags` for each many-to-many relationship. `_id`, `_entity` and `_version` are
/// the number of the object, its entity if the tree has several, and the number of times the row
/// was written. Tables with the prefix `mercator_` belong to the store itself. Write to the tables
/// through a container only: other programs do not increment versions.
///
/// Options missing in the connection string are taken from libpq's service and password files and
/// its environment variables, such as `PGPASSWORD`. A connection to a remote host is encrypted
/// unless `sslmode` is set. No error contains the connection string or a password; a stored value
/// is in one only if it is damaged.
public struct PostgresStore: PersistentStore {
    /// The options for using the database.
    public let options: Options
    private let connection: String
    /// The commit hooks, shared by all containers that are created with this value or a copy of it.
    private let commits = CommitHooks()

    /// Creates a store for a database, without connecting to it.
    ///
    /// - Parameters:
    ///   - connection: The database: a URL, `postgresql://role:password@host:5432/database`, or
    ///     keywords and values, `host=db.example.com dbname=library`.
    ///   - options: The options for using it.
    public init(_ connection: String, options: Options = Options()) {
        self.connection = connection
        self.options = options
    }

    /// Options for using a database.
    public struct Options: Sendable {
        /// The schema with the tables of the store, which is created if it does not exist.
        public var schema: String
        /// The time to wait for locks of other programs, for a server that admits no further
        /// connection, and for a pooler that has none to the server, before an operation fails with
        /// code `busy`.
        public var busyTimeout: Duration
        /// Indicates whether the database must not be changed; saving then fails with code
        /// `readOnly`.
        public var isReadOnly: Bool
        /// The number of idle connections that are kept for reading.
        public var readers: Int
        /// Indicates whether statements are prepared once for each connection, which poolers in
        /// transaction mode do not allow.
        public var preparesStatements: Bool
        /// The engine that the server runs, if it is not PostgreSQL itself.
        public var engine: PostgresEngine
        /// Indicates whether commits notify listening processes with `NOTIFY`.
        ///
        /// Polling for changes then queries the server only after a commit. PostgreSQL serializes
        /// such commits, so use it if few processes write and many observe. Poolers in transaction
        /// mode, and ``PostgresEngine/portable``, do not support it.
        public var listens: Bool
        /// The path of an SQLite store whose content fills a new schema.
        ///
        /// The content is copied when the tables are created, in the same transaction, and the file
        /// is not changed: if it has an earlier model, a copy of it is migrated. A schema that
        /// already contains a store is left unchanged, even if the seed is newer: see
        /// ``ObjectGraph/PersistentContainer/reset()``.
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
        /// The changes that are allowed to a store created for a different model.
        public var migration: StoreMigration
        /// Texts to keep with the store, by name, such as the source of its model.
        public var annotations: [String: String]

        /// Creates options.
        ///
        /// By default the tables are in the schema `mercator`, an operation waits up to five
        /// seconds for locks, the database can be written, eight idle connections are kept,
        /// statements are prepared and neither traced nor profiled, a new schema is empty, and
        /// migration never loses data.
        public init(
            schema: String = "mercator", busyTimeout: Duration = .seconds(5),
            isReadOnly: Bool = false, readers: Int = 8, preparesStatements: Bool = true,
            engine: PostgresEngine = .postgreSQL, listens: Bool = false,
            seed: String? = nil, trace: (@Sendable (String) -> Void)? = nil,
            migration: StoreMigration = .additive,
            annotations: [String: String] = [:],
            profile: (@Sendable (StatementProfile) -> Void)? = nil
        ) {
            self.schema = schema
            self.busyTimeout = busyTimeout
            self.isReadOnly = isReadOnly
            self.readers = readers
            self.preparesStatements = preparesStatements
            self.engine = engine
            self.listens = listens
            self.seed = seed
            self.trace = trace
            self.migration = migration
            self.annotations = annotations
            self.profile = profile
        }
    }

    /// Connects to the database, and creates, extends or migrates the tables where necessary.
    ///
    /// - Throws: ``ObjectGraph/StoreError`` with code `cannotOpen`, for a connection string, role,
    ///   password or database that is refused; `unreachable`; `unsupported` for a server before
    ///   version 14, or a model with more properties than a table has columns; `denied`;
    ///   `schemaMismatch`, with every difference, for a store that was created for a model that
    ///   cannot be migrated to this one; `busy`; `readOnly`. For a new schema and a seed that is
    ///   missing or no store, `cannotOpen` or `corrupt`.
    public func open(for model: ManagedObjectModel) throws(StoreError) -> StoreConnection {
        StoreConnection(try openBackend(for: model))
    }

    /// Connects to the database, and returns the backend for contexts.
    package func openBackend(for model: ManagedObjectModel) throws(StoreError) -> PostgresBackend {
        try PostgresBackend(source(), options, model, commits)
    }

    /// Returns the means to connect to the database.
    ///
    /// - Throws: `StoreError` with code `cannotOpen` for a malformed connection string, or a name
    ///   that no schema can have.
    func source() throws(StoreError) -> ConnectionSource {
        let name = options.schema
        guard (1...63).contains(name.utf8.count), name.utf8.allSatisfy({ $0 > 2 }) else {
            throw StoreError(
                .cannotOpen,
                "the name of a schema has 1 to 63 bytes and no control characters, '\(name)' has "
                    + "not")
        }
        guard !options.listens || options.preparesStatements && options.engine == .postgreSQL else {
            throw StoreError(
                .unsupported,
                "notices need a session of their own with PostgreSQL: without prepared statements, "
                    + "or with the portable engine, poll without 'listens'")
        }
        var settings = PostgresSettings()
        settings.schema = name
        settings.busyTimeout = options.busyTimeout
        settings.preparesStatements = options.preparesStatements
        settings.engine = options.engine
        settings.listens = options.listens
        return ConnectionSource(
            options: try ConnectionOptions(connection), settings: settings,
            hooks: PostgresHooks(trace: options.trace, profile: options.profile))
    }
}

extension PostgresStore: CustomStringConvertible, CustomReflectable {
    /// The name of the type and the database, without a password:
    /// `PostgresStore(database 'library' …)`.
    public var description: String {
        let endpoint =
            (try? ConnectionOptions(connection))?.endpoint ?? "a malformed connection string"
        return "PostgresStore(schema '\(options.schema)' of \(endpoint))"
    }

    /// The description, because the connection string may contain a password.
    public var customMirror: Mirror { Mirror(self, children: ["place": description]) }
}
