import MercatorCSQLite
import ObjectGraph

/// The file of a store and its write-ahead log, as they were when the store was opened.
///
/// SQLite keeps using a file that another program has deleted, moved or replaced, so its commits
/// are lost. Files are compared by their numbers in the file system, which identify the content and
/// not the name.
struct OpenFile: Sendable {
    private let path: String
    private let logPath: String
    private let number: UInt64
    /// The number of the log; 0 if there was none, as for a file that is only read.
    private let logNumber: UInt64

    init(path: String, logPath: String) {
        self.path = path
        self.logPath = logPath
        number = unsafe mercator_file_number(path)
        logNumber = unsafe mercator_file_number(logPath)
    }

    /// Checks that the paths still lead to the opened file and, for writing, its opened log.
    ///
    /// A reader that outlives its store reads the file without a log.
    ///
    /// - Throws: ``StoreError`` with code `cannotOpen`.
    /// - Complexity: Two calls of the system.
    func requireSameFiles(includingLog: Bool) throws(StoreError) {
        var isSame = unsafe mercator_file_number(path) == number
        if includingLog, logNumber != 0, unsafe mercator_file_number(logPath) != logNumber {
            isSame = false
        }
        guard isSame else {
            throw StoreError(
                .cannotOpen,
                "'\(path)' or its log ('-wal') was deleted, moved or replaced while it was open, so "
                    + "nothing can be read or written; make the container again. To begin with an "
                    + "empty store, use container.reset(), or container.close() before the files "
                    + "are removed")
        }
    }
}
