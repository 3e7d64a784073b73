#if canImport(PostgresTestSupport)
    import Foundation
    import ObjectGraphPostgres
    import PostgresTestSupport

    extension PostgresSchema {
        /// The schema as a store on the command line.
        var url: String { url(connectionString) }

        /// The schema as a store on the command line, reached in another way.
        func url(_ connectionString: String) -> String {
            let isURL = connectionString.contains("://")
            let start =
                isURL
                ? connectionString
                : "postgresql:///?" + connectionString.split(separator: " ").joined(separator: "&")
            return start + (start.contains("?") ? "&" : "?") + "schema=\(name)"
        }

        /// Returns all rows, with columns joined by a vertical bar.
        func rows(_ sql: String) throws -> [String] {
            try connect().rows(of: sql).map { row in
                (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
            }
        }
    }
#endif
