import ObjectGraph
import ObjectGraphSQL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The path of a store, with its properties in the file system.
///
/// It never opens the file: closing it again would release the locks that SQLite holds on it.
struct StoreFile {
    let path: String

    /// The application identifier of store files: "Merc" as a number.
    static let applicationID: Int64 = 0x4D65_7263
    /// The version of the bookkeeping tables.
    static let formatVersion: Int64 = 1

    init(_ path: String) {
        self.path = path
    }

    private var manager: FileManager { .default }

    var isMissing: Bool { !manager.fileExists(atPath: path) }

    var isMissingOrEmpty: Bool { isMissing || size(of: path) == 0 }

    /// Indicates whether SQLite must roll back a transaction of a process that has died.
    var hasJournal: Bool { manager.fileExists(atPath: path + "-journal") }

    func remove() { try? manager.removeItem(atPath: path) }

    func move(to other: StoreFile) throws {
        try manager.moveItem(atPath: path, toPath: other.path)
    }

    private func size(of path: String) -> Int? {
        let size = try? manager.attributesOfItem(atPath: path)[.size]
        // The size is an `NSNumber`, which is not a `BinaryInteger`, if the complete
        // Foundation is loaded.
        return (size as? UInt).map { Int($0) }
    }

    /// Indicates whether a log exists.
    ///
    /// A log may contain changes, or exists because the file is open.
    private var hasLog: Bool { manager.fileExists(atPath: path + "-wal") }

    private var folder: String {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return end == path.startIndex ? "." : String(path[..<end])
    }

    private var canHaveNeighbours: Bool { manager.isWritableFile(atPath: folder) }

    /// The mode for opening the file to read.
    ///
    /// To read a file in write-ahead log mode, SQLite needs to create files in the same directory.
    /// If it cannot, and there is no log, the file is complete and no process with the same
    /// permissions can write to it.
    var readAccess: SQLiteConnection.Access {
        hasLog || hasJournal || canHaveNeighbours || isMissing ? .read : .readUnchanging
    }

    /// The mode for opening the file to write; a read-only file is opened for reading.
    var writeAccess: SQLiteConnection.Access {
        isMissing || manager.isWritableFile(atPath: path) ? .create : readAccess
    }

    /// The mode for attaching the file as a source, if possible without creating other files.
    ///
    /// With a log or a journal, the file alone may have half of a transaction.
    var sourceAccess: SQLiteConnection.Access { hasLog || hasJournal ? .read : .readUnchanging }

    /// Rolls back the transaction of a process that has died, which a reading connection cannot.
    ///
    /// A store has a journal only while it is made; other programs may use one at any time. Without
    /// the right to write, nothing is done, and the connection reports the journal.
    ///
    /// Source: https://sqlite.org/rescode.html#readonly_rollback.
    func rollBack(busyTimeout: Duration, _ hooks: StatementHooks) {
        guard hasJournal, canHaveNeighbours, manager.isWritableFile(atPath: path),
            let connection = try? SQLiteConnection(
                path: path, access: .write, busyTimeout: busyTimeout, hooks: hooks)
        else { return }
        connection.keepLogOnClose(true)
        // The first statement that reads the file does it.
        _ = try? connection.number("SELECT count(*) FROM sqlite_schema")
    }

    /// Returns the path as a `file:` URI for SQLite.
    ///
    /// All but the safest characters are escaped, so that no path has a special meaning.
    ///
    /// Source: RFC 3986, section 2; https://sqlite.org/uri.html.
    func location(_ access: SQLiteConnection.Access) -> String {
        var location = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                location.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                location += byte < 16 ? "%0" : "%"
                location += String(byte, radix: 16, uppercase: true)
            }
        }
        switch access {
        case .create, .write: return location
        case .read: return location + "?mode=ro"
        case .readUnchanging: return location + "?mode=ro&immutable=1"
        }
    }

    /// Runs a closure, and adds advice to its error if the file's folder is read-only.
    func explaining<Result>(
        _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do {
            return try work()
        } catch  where [.cannotOpen, .readOnly].contains(error.code) && !canHaveNeighbours {
            throw StoreError(
                error.code,
                "'\(path)' is in a folder that cannot be written to"
                    + (hasLog
                        ? ", and has a log ('-wal') that cannot be read there; copy both files to a "
                            + "folder that can"
                        : "; open it with isReadOnly, or move it")
                    + ": \(error.message)",
                sql: error.sql)
        }
    }

    /// Checks that the file is a store, without creating it if it is missing.
    ///
    /// - Parameters:
    ///   - title: The text before the path in messages.
    ///   - hooks: The hooks that receive the statements.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `corrupt` or `schemaMismatch`.
    func requireStore(_ title: String, _ hooks: StatementHooks) throws(StoreError) {
        guard !isMissing else {
            throw StoreError(.cannotOpen, "\(title)'\(path)' is not there")
        }
        let connection = try SQLiteConnection(
            path: path, access: sourceAccess, busyTimeout: .seconds(5), hooks: hooks)
        connection.keepLogOnClose(true)
        try requireStore(title, connection, "main")
    }

    /// Checks that a database of a connection is a store.
    func requireStore(
        _ title: String, _ connection: SQLiteConnection, _ database: String
    ) throws(StoreError) {
        do throws(StoreError) {
            let identifier = try connection.number("PRAGMA \(database).application_id")
            guard identifier == StoreFile.applicationID else {
                throw StoreError(.corrupt, "it is empty, or of another kind")
            }
            let version = try connection.number("PRAGMA \(database).user_version")
            guard version <= StoreFile.formatVersion else {
                throw StoreError(
                    .schemaMismatch,
                    "\(title)'\(path)' has format \(version), this version of Mercator knows "
                        + "\(StoreFile.formatVersion)")
            }
        } catch  where error.code == .corrupt {
            throw StoreError(
                .corrupt, "\(title)'\(path)' is not a Mercator store: \(error.message)",
                sql: error.sql)
        }
    }
}
