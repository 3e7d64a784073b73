/// The parsed command-line arguments.
package struct Arguments {
    package private(set) var writesJSON = false
    private(set) var showsHelp = false
    /// Whether only titles are run that are not slow, unless they are named.
    private var isQuick = false
    /// The text or exact name that selects titles, or `nil` for all.
    private(set) var filter: String?
    package private(set) var sizes = [1000, 10_000, 100_000]
    package private(set) var samples = 9
    /// The contender to run alone, so that a profile contains nothing else.
    package private(set) var contender: String?
    /// The file to save the run in as a baseline.
    package private(set) var savedBaseline: BaselineFile?
    /// The baseline to compare the run with.
    package private(set) var comparedBaseline: BaselineFile?
    /// The speed that a contender may lose without failing the run, in percent.
    package private(set) var allowedRegression: Double?
    /// The folder for growth charts.
    package private(set) var chartFolder: String?

    /// Parses the arguments after the program name.
    ///
    /// - Throws: ``BenchmarkError`` for invalid arguments and inconsistent options.
    package init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() { try read(option, &rest) }
        guard allowedRegression == nil || comparedBaseline != nil || showsHelp else {
            throw BenchmarkError("--fail-on-regression needs --compare")
        }
    }

    private mutating func read(_ option: String, _ rest: inout ArraySlice<String>) throws {
        switch option {
        case "--json": writesJSON = true
        case "--help", "-h": showsHelp = true
        case "--quick": (isQuick, sizes, samples) = (true, [10_000], 3)
        case "--filter": filter = try Self.value(of: option, &rest)
        case "--only": contender = try Self.value(of: option, &rest)
        case "--samples": samples = try Self.count(try Self.value(of: option, &rest), option)
        case "--sizes":
            let list = try Self.value(of: option, &rest)
                .split(separator: ",", omittingEmptySubsequences: false)
            sizes = try list.map { try Self.count(String($0), option) }
        case "--save": savedBaseline = BaselineFile(try Self.value(of: option, &rest))
        case "--compare": comparedBaseline = BaselineFile(try Self.value(of: option, &rest))
        case "--fail-on-regression":
            allowedRegression = try Self.percent(try Self.value(of: option, &rest), option)
        case "--charts": chartFolder = try Self.value(of: option, &rest)
        default: throw BenchmarkError("unknown option '\(option)'; --help lists all")
        }
    }

    /// Returns the selected titles, each with the selected sizes that it supports.
    ///
    /// - Throws: ``BenchmarkError`` if there are none.
    package func titles() throws -> [(title: Title, sizes: [Int])] {
        let titles = try matchingTitles()
        let result = titles.map { title in (title, sizes.filter { $0 <= title.largest }) }
        guard result.contains(where: { !$0.1.isEmpty }) else {
            let largest = titles.map(\.largest).max() ?? 0
            throw BenchmarkError("none of these titles is run with more than \(largest) records")
        }
        return result
    }

    private func matchingTitles() throws -> [Title] {
        guard let filter else { return isQuick ? Title.all.filter { !$0.isSlow } : Title.all }
        let exact = Title.all.filter { $0.name == filter }
        let titles = exact.isEmpty ? Title.all.filter { $0.name.contains(filter) } : exact
        guard !titles.isEmpty else {
            if let reason = Title.absence(of: filter) { throw BenchmarkError(reason) }
            let names = Title.all.map(\.name).joined(separator: ", ")
            throw BenchmarkError("no title contains '\(filter)'; there are \(names)")
        }
        return titles
    }

    private static func value(
        of option: String, _ rest: inout ArraySlice<String>
    ) throws -> String {
        guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
            throw BenchmarkError("\(option) needs a value; --help tells which")
        }
        return value
    }

    private static func count(_ text: String, _ option: String) throws -> Int {
        guard let number = Int(text), number > 0 else {
            throw BenchmarkError("\(option): expected a number above 0, found '\(text)'")
        }
        return number
    }

    private static func percent(_ text: String, _ option: String) throws -> Double {
        guard let number = Double(text), (0..<100).contains(number) else {
            throw BenchmarkError(
                "\(option): expected a number of percent from 0 to below 100, found '\(text)'")
        }
        return number
    }
}
