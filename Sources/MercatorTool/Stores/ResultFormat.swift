import Mercator

/// The output format of rows.
enum ResultFormat: String, CaseIterable {
    case table, json, lines, csv

    /// Returns the requested format.
    ///
    /// - Throws: ``CommandError`` if several formats are requested.
    init(_ arguments: Arguments) throws(CommandError) {
        let given = ResultFormat.allCases.filter { arguments.has("--\($0.rawValue)") }
        guard given.count <= 1 else {
            let names = given.map { "--\($0.rawValue)" }.joined(separator: " and ")
            throw CommandError("\(names) are different forms; ask for one", status: .usage)
        }
        self = given.first ?? .table
    }

    static func option(_ format: ResultFormat, _ help: String) -> CommandSyntax.Option {
        .init(name: "--\(format.rawValue)", help: help)
    }
}

extension Console {
    /// Prints objects.
    func say(_ list: ObjectList, as format: ResultFormat) {
        switch format {
        case .table: say(list.table)
        case .json: say(array: list.lines)
        case .lines: for line in list.lines { say(line) }
        case .csv: for line in list.csv { say(CSVText.line(line)) }
        }
    }

    /// Prints elements as one JSON array, one in each line.
    func say(array elements: [String]) {
        say(elements.isEmpty ? "[]" : "[\n\(elements.joined(separator: ",\n"))\n]")
    }
}
