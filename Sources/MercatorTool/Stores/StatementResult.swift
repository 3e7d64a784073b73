import Mercator

/// The rows of a statement of SQL.
struct StatementResult {
    private let result: StatementRows

    /// Runs a statement that reads.
    ///
    /// - Throws: ``CommandError`` with status 64 for a statement that writes, or that is wrong.
    init(_ sql: String, in file: SQLiteStore) throws {
        result = try Self.read(sql, file)
    }

    private static func read(_ sql: String, _ file: SQLiteStore) throws -> StatementRows {
        do {
            return try file.read(sql)
        } catch {
            guard error.code == .readOnly || error.code == .invalidRequest else { throw error }
            throw CommandError("--sql: \(error.message)", status: .usage)
        }
    }

    /// Prints the rows.
    func print(_ format: ResultFormat, _ console: Console) {
        switch format {
        case .table:
            console.say(
                TextTable(
                    result.names.map { CellText(.string($0)).text },
                    rows: result.rows.map { $0.map { CellText($0).text } }))
        case .json: console.say(array: lines)
        case .lines: for line in lines { console.say(line) }
        case .csv:
            for line in [result.names] + result.rows.map({ $0.map(CSVText.field) }) {
                console.say(CSVText.line(line))
            }
        }
    }

    /// The rows as JSON, one in each line.
    private var lines: [String] {
        let keys = keys
        return result.rows.map { row in
            JSONLine.text(
                .dictionary(Dictionary(zip(keys, row), uniquingKeysWith: { first, _ in first })))
        }
    }

    /// The names of the columns; of equal ones, the later ones have a number.
    private var keys: [String] {
        var keys: [String] = []
        for name in result.names {
            var key = name
            var number = 2
            while keys.contains(key) {
                key = "\(name)_\(number)"
                number += 1
            }
            keys.append(key)
        }
        return keys
    }
}
