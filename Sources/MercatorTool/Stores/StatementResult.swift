import Mercator

/// The rows of a statement of SQL.
struct StatementResult {
    private let names: [String]
    private let rows: [[Value]]

    /// Runs a statement that reads.
    ///
    /// - Throws: ``CommandError`` with status 64 for a statement that writes, or that is wrong.
    init(_ sql: String, in address: any StoreAddress, mask: ValueMask) throws {
        let result = try Self.read(sql, address)
        names = result.names
        rows = result.rows.map { row in
            zip(row, result.names).map { mask.shown($0, of: $1) }
        }
    }

    private static func read(_ sql: String, _ address: any StoreAddress) throws -> StatementRows {
        do {
            return try address.read(sql)
        } catch {
            guard error.code == .readOnly || error.code == .invalidRequest else { throw error }
            throw CommandError(
                "--sql: \(error.message)\(advice(error.message, address))", status: .usage)
        }
    }

    /// Returns the table or view whose name is most similar to an unknown one.
    private static func advice(_ message: String, _ address: any StoreAddress) -> String {
        // The messages of SQLite and PostgreSQL; the latter folds unquoted names.
        let starts = ["no such table: ", "relation \""]
        guard let start = starts.first(where: message.hasPrefix) else { return "" }
        let name = message.dropFirst(start.count).prefix { $0 != "\"" }
        let names = (try? address.tableNames()) ?? []
        if start != starts[0], let same = names.first(where: { $0.lowercased() == name }) {
            return "; names have quotation marks: \"\(same)\""
        }
        return Suggestion.text(for: String(name), among: names)
    }

    /// Prints the rows.
    func print(_ format: ResultFormat, _ console: Console) {
        ResultRows(names: names, rows: rows).print(format, console)
    }
}
