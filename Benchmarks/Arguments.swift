/// What the command line asks for.
struct Arguments {
    private(set) var writesJSON = false
    private(set) var showsHelp = false
    /// Titles that contain this text, or are it; all if it is `nil`.
    private(set) var filter: String?
    private(set) var sizes = [1000, 10_000, 100_000]
    private(set) var samples = 9
    /// Which contender runs alone, so that a profiler sees nothing else.
    private(set) var contender: String?

    static let help = """
        usage: Benchmarks [--json] [--filter TITLE] [--sizes N,N,…] [--samples N] [--only NAME]

          --json          print one JSON object instead of tables
          --filter TITLE  run the title with this name, or all titles that contain it
          --sizes N,N,…   numbers of records in the payload (1000,10000,100000)
          --samples N     the most samples for each contender; slow ones get fewer (9)
          --only NAME     run only contenders whose name contains this, such as Mercator

        Titles: \(Title.all.map(\.name).joined(separator: ", ")).
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--json": writesJSON = true
            case "--help", "-h": showsHelp = true
            case "--filter": filter = try Self.value(of: option, &rest)
            case "--only": contender = try Self.value(of: option, &rest)
            case "--samples": samples = try Self.count(try Self.value(of: option, &rest), option)
            case "--sizes":
                let list = try Self.value(of: option, &rest).split(separator: ",")
                sizes = try list.map { try Self.count(String($0), option) }
            default: throw BenchmarkError("unknown option '\(option)'\n\n\(Self.help)")
            }
        }
    }

    /// The titles that were asked for.
    ///
    /// - Throws: ``BenchmarkError`` if there is none.
    func titles() throws -> [Title] {
        guard let filter else { return Title.all }
        let exact = Title.all.filter { $0.name == filter }
        let titles = exact.isEmpty ? Title.all.filter { $0.name.contains(filter) } : exact
        guard !titles.isEmpty else {
            let names = Title.all.map(\.name).joined(separator: ", ")
            throw BenchmarkError("no title contains '\(filter)'; there are \(names)")
        }
        return titles
    }

    private static func value(
        of option: String, _ rest: inout ArraySlice<String>
    ) throws -> String {
        guard let value = rest.popFirst() else {
            throw BenchmarkError("\(option) needs a value\n\n\(help)")
        }
        return value
    }

    private static func count(_ text: String, _ option: String) throws -> Int {
        guard let number = Int(text), number > 0 else {
            throw BenchmarkError("\(option): expected a number above 0, found '\(text)'")
        }
        return number
    }
}
