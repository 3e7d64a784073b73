#if canImport(ObjectGraphPostgres)
    import Mercator
    import ObjectGraphPostgres

    /// A store in a schema of a PostgreSQL database.
    ///
    /// Three parameters of the URL are not libpq's: `schema`; `preparesStatements`, which is
    /// `false` for poolers in transaction mode; and `engine`, which is `portable` for engines other
    /// than PostgreSQL.
    struct PostgresAddress: StoreAddress {
        let description: String
        private let connection: String
        /// Several imports of the same objects wait for each other.
        private var options = PostgresStore.Options(busyTimeout: .seconds(60))

        /// Reads a URL.
        ///
        /// - Throws: ``CommandError`` or `StoreError`; neither includes the URL.
        init(_ url: String) throws {
            let (base, query) = Self.parts(of: url)
            var others: [Substring] = []
            for parameter in query.split(separator: "&") {
                let pair = parameter.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = pair.count > 1 ? PercentEncoding.decoded(String(pair[1])) : nil
                switch pair[0] {
                case "schema":
                    guard let value, !value.isEmpty else {
                        throw CommandError("expected a name: schema=NAME", status: .usage)
                    }
                    options.schema = value
                case "preparesStatements":
                    guard let flag = value.flatMap({ Bool($0) }) else {
                        throw CommandError(
                            "preparesStatements is true or false", status: .usage)
                    }
                    options.preparesStatements = flag
                case "engine":
                    options.engine = try Self.engine(value)
                default: others.append(parameter)
                }
            }
            connection = base + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
            description = try PostgresStore(connection, options: options).endpoint
        }

        private static func engine(_ name: String?) throws -> PostgresEngine {
            switch name {
            case "portable": return .portable
            case "postgresql": return .postgreSQL
            default:
                throw CommandError("engine is postgresql or portable", status: .usage)
            }
        }

        /// Splits a URL at the question mark after its host; a password may contain one.
        private static func parts(of url: String) -> (base: String, query: Substring) {
            var rest = url[...]
            if let scheme = url.firstRange(of: "://") { rest = url[scheme.upperBound...] }
            if let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@" {
                rest = rest[end...]
            }
            guard let mark = rest.firstIndex(of: "?") else { return (url, "") }
            return (String(url[..<mark]), url[url.index(after: mark)...])
        }

        var resultLine: String { "Database: \(description)" }
        var title: String { description }

        private var store: PostgresStore { PostgresStore(connection, options: options) }

        func requireStorable() {}

        func requirePresent() {}

        func isVacant() throws -> Bool { try !store.hasStore }

        func readOnly() -> any PersistentStore {
            var options = options
            options.isReadOnly = true
            return PostgresStore(connection, options: options)
        }

        func writable(keeping annotations: [String: String]) -> any PersistentStore {
            var options = options
            options.annotations = annotations
            return PostgresStore(connection, options: options)
        }

        func storedDescription() throws -> StoredDescription { try store.storedDescription() }

        func annotations() throws -> [String: String] { try store.annotations() }

        func read(_ sql: String) throws(StoreError) -> StatementRows { try store.read(sql) }

        func tableNames() throws -> [String] { try store.tableNames() }

        func creationStatements() throws -> [String] { try store.creationStatements() }

        /// Leaves the tables, since the schema may have been created by others, with permissions.
        func remove() {}

        func content(at temporary: String) throws -> String {
            let container = try PersistentContainer(
                model: storedDescription().model, store: readOnly())
            try container.backUp(to: temporary)
            return temporary
        }
    }
#endif
