public import ObjectGraph
import ObjectGraphSQL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SQLiteStore {
    /// Deletes the files of a store that is not open: the file itself, its log and its index.
    ///
    /// Close all containers of the store first, in every process; to remove the objects of an open
    /// store, use ``PersistentContainer/reset()``. A file that is missing is no error.
    ///
    /// ```swift
    /// container.close()
    /// try SQLiteStore(path).deleteFiles()
    /// ```
    ///
    /// - Throws: ``StoreError`` with code `busy` if a connection uses the file, `corrupt` if it is
    ///   not a store, `readOnly` if it cannot be deleted. Nothing is deleted then.
    public func deleteFiles() throws(StoreError) {
        let file = StoreFile(path)
        guard !file.isMissing else { return }
        if !file.isMissingOrEmpty {
            let hooks = StatementHooks(trace: nil)
            try file.requireStore("", hooks)
            let connection = try SQLiteConnection(
                path: path, access: .write, busyTimeout: .zero, hooks: hooks)
            // Leaving the log mode needs the file alone, and removes the log and its index.
            do throws(StoreError) {
                _ = try connection.texts("PRAGMA journal_mode = DELETE")
                try connection.execute("BEGIN EXCLUSIVE")
                try connection.execute("ROLLBACK")
            } catch  where error.code == .busy {
                throw StoreError(
                    .busy,
                    "'\(path)' is open, so its files were not deleted; close its containers first, in "
                        + "every process")
            }
        }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw StoreError(.readOnly, "'\(path)' cannot be deleted: \(error)")
        }
    }
}
