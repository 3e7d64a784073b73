import Benchmarks
import Testing

@Suite("Arguments of the benchmarks")
struct ArgumentsTests {
    private static let options = [
        "--json", "--help", "--filter", "--only", "--samples", "--sizes", "--save", "--compare",
        "--fail-on-regression", "--charts", "--quick",
    ]

    @Test func `without arguments everything is run at three sizes`() throws {
        let arguments = try Arguments([])
        #expect(arguments.sizes == [1000, 10_000, 100_000])
        #expect(try arguments.titles().map(\.title.name) == Title.all.map(\.name))
    }

    @Test func `what is asked for is understood`() throws {
        let arguments = try Arguments([
            "--json", "--filter", "map", "--sizes", "10,20", "--samples", "4", "--only", "Mercator",
            "--save", "main", "--compare", "other.json", "--fail-on-regression", "2.5", "--charts",
            "drawings",
        ])
        #expect(arguments.writesJSON)
        #expect(arguments.sizes == [10, 20])
        #expect(arguments.samples == 4)
        #expect(arguments.contender == "Mercator")
        #expect(arguments.savedBaseline?.path == ".build/benchmarks/main.json")
        #expect(arguments.comparedBaseline?.path == "other.json")
        #expect(arguments.allowedRegression == 2.5)
        #expect(arguments.chartFolder == "drawings")
        // An exact title name, although other titles contain it.
        #expect(try arguments.titles().map(\.title.name) == ["map"])
    }

    @Test func `a quick run has one size and leaves out slow titles`() throws {
        let arguments = try Arguments(["--quick"])
        #expect(arguments.sizes == [10_000])
        #expect(arguments.samples == 3)
        let left = Set(Title.all.map(\.name)).subtracting(try arguments.titles().map(\.title.name))
        #expect(left == Set(Title.all.filter(\.isSlow).map(\.name)))
        #expect(!left.isEmpty && left.allSatisfy { $0.hasPrefix("outbox") })
        let named = try Arguments(["--quick", "--samples", "5", "--filter", "outbox, chains"])
        #expect(named.samples == 5)
        #expect(try named.titles().map(\.title.name) == ["outbox, chains"])
    }

    @Test(arguments: [
        (["--fast"], "unknown option '--fast'; --help lists all"),
        (["map"], "unknown option 'map'; --help lists all"),
        (["--filter"], "--filter needs a value; --help tells which"),
        (["--save", "--json"], "--save needs a value; --help tells which"),
        (["--samples", "0"], "--samples: expected a number above 0, found '0'"),
        (["--sizes", "10,,20"], "--sizes: expected a number above 0, found ''"),
        (
            ["--compare", "a", "--fail-on-regression", "-1"],
            "--fail-on-regression: expected a number of percent from 0 to below 100, found '-1'"
        ),
        (["--fail-on-regression", "5"], "--fail-on-regression needs --compare"),
    ])
    func `what cannot be understood is an error`(arguments: [String], message: String) throws {
        let error = #expect(throws: BenchmarkError.self) { try Arguments(arguments) }
        #expect(error?.description == message)
    }

    @Test func `a title that does not exist is an error`() throws {
        let arguments = try Arguments(["--filter", "nothing like this"])
        #expect(throws: BenchmarkError.self) { try arguments.titles() }
    }

    @Test func `a title leaves out the sizes it cannot bear`() throws {
        let wide = try Arguments(["--filter", "map, wide", "--sizes", "1000,1000000"]).titles()
        #expect(wide.map(\.sizes) == [[1000]])
        let none = try Arguments(["--filter", "map, wide", "--sizes", "1000000"])
        let error = #expect(throws: BenchmarkError.self) { try none.titles() }
        #expect(
            error?.description == "none of these titles is run with more than 100000 records")
    }

    @Test(arguments: options)
    func `the help tells of every option`(option: String) {
        #expect(Arguments.help.contains("  \(option)"))
    }

    @Test func `the help lists every title with its largest size`() {
        for title in Title.all {
            #expect(Arguments.help.contains("  \(title.name) (\(title.largest))"))
        }
    }

    @Test func `every title has a name and a file of its own`() {
        let names = Title.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names.map(ChartFolder.fileName)).count == names.count)
    }
}
