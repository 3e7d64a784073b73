public import ObjectGraph
import ObjectGraphSQL

extension SQLiteStore {
    /// Returns the texts kept with a store, by name, without its model.
    ///
    /// ```swift
    /// let texts = try SQLiteStore.annotations(at: "articles.sqlite")
    /// if let mapping = texts["mapping"] { print(mapping) }
    /// ```
    ///
    /// - Parameter path: The path of a store, which is only read.
    /// - Returns: The texts that ``Options/annotations`` has written.
    /// - Throws: ``ObjectGraph/StoreError`` with code `cannotOpen` if the file is not there, and
    ///   `corrupt` if it is empty or not a store.
    public static func annotations(at path: String) throws(StoreError) -> [String: String] {
        let file = StoreFile(path)
        let hooks = StatementHooks(trace: nil)
        guard !file.isMissing else { throw StoreError(.cannotOpen, "'\(path)' is not there") }
        return try file.explaining { () throws(StoreError) in
            let connection = try SQLiteConnection(
                path: path, access: file.readAccess, busyTimeout: .seconds(5), hooks: hooks)
            connection.keepLogOnClose(true)
            try file.requireStore("", connection, "main")
            return try StoreAnnotations(connection).texts()
        }
    }

    /// Indicates whether a path is vacant: without a file, or with a file without content.
    ///
    /// A file without content is empty, or its creator has only begun to make a store, or was
    /// killed then.
    package static func isVacant(_ path: String) -> Bool {
        let file = StoreFile(path)
        guard !file.isMissingOrEmpty else { return true }
        let isVacant = try? file.explaining { () throws(StoreError) -> Bool in
            let connection = try SQLiteConnection(
                path: path, access: file.readAccess, busyTimeout: .seconds(5),
                hooks: StatementHooks(trace: nil))
            connection.keepLogOnClose(true)
            return try connection.number("SELECT count(*) FROM sqlite_schema") == 0
        }
        return isVacant ?? false
    }
}
