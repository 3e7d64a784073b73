import MercatorCSQLite
import ObjectGraph
import ObjectGraphSQL

/// The SQLite library that the process is linked with.
///
/// The headers used at build time may be newer than the library that is used at run time.
package struct SQLiteLibrary: Sendable {
    /// The version in SQLite's format: 3 037 002 for 3.37.2.
    package let version: Int
    /// Indicates whether the library has JSON functions.
    package let hasJSON: Bool

    /// Creates a description of a library.
    package init(version: Int, hasJSON: Bool) {
        self.version = version
        self.hasJSON = hasJSON
    }

    /// The library of this process.
    package static let current = SQLiteLibrary(
        version: Int(sqlite3_libversion_number()), hasJSON: hasJSON)

    /// The least supported version, SQLite 3.37.
    ///
    /// | feature | since |
    /// |---|---|
    /// | extended result codes by a flag of `sqlite3_open_v2` | 3.37 |
    /// | `UPDATE … FROM`, `sqlite_schema` | 3.33 |
    /// | `iif` | 3.32 |
    /// | `NULLS LAST` | 3.30 |
    /// | `VACUUM INTO` | 3.27 |
    /// | window functions, `RENAME COLUMN` | 3.25 |
    /// | `ON CONFLICT DO UPDATE` | 3.24 |
    package static let minimumVersion = 3_037_000

    /// The reason why stores cannot work with the library; `nil` if they can.
    package var problem: String? {
        guard version >= SQLiteLibrary.minimumVersion else {
            return "SQLite \(SQLiteLibrary.text(SQLiteLibrary.minimumVersion)) or later is needed, "
                + "this process is linked with \(SQLiteLibrary.text(version)); link a newer one"
        }
        return hasJSON
            ? nil
            : "SQLite needs its JSON functions; link one that is built with SQLITE_ENABLE_JSON1"
    }

    /// Checks the library of this process.
    ///
    /// - Throws: `StoreError` with code `cannotOpen`.
    static func check() throws(StoreError) {
        if let problem = current.problem { throw StoreError(.cannotOpen, problem) }
    }

    /// Indicates whether the library has JSON functions.
    ///
    /// They were an option before 3.38 and can be omitted since.
    private static var hasJSON: Bool {
        sqlite3_libversion_number() < 3_038_000
            ? unsafe sqlite3_compileoption_used("ENABLE_JSON1") != 0
            : unsafe sqlite3_compileoption_used("OMIT_JSON") == 0
    }

    private static func text(_ version: Int) -> String {
        "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
    }
}
