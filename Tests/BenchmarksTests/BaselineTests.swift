import Benchmarks
import Foundation
import Testing

@Suite("Baselines")
struct BaselineTests {
    private let folder: TemporaryFolder
    private let environment = Environment(
        machine: "A processor, 2 cores", system: "A system", toolchain: "Swift", isOptimized: true,
        commit: "0123abc")
    private let run = Reports.run([
        1000: ["Mercator": [1, 2, 3], "reference": [4.25, 5.1, 6]],
        10_000: ["Mercator": [11, 12, 13], "reference": [40, 50, 60]],
    ])

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String) throws -> BaselineFile {
        let path = folder.path("file.json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return BaselineFile(path)
    }

    private func message(_ work: () throws -> Void) throws -> String {
        let error = #expect(throws: BenchmarkError.self, performing: work)
        return try #require(error).description
    }

    @Test func `a baseline that is read equals the one that was written`() throws {
        let file = BaselineFile(folder.path("new/folder/baseline.json"))
        let baseline = Baseline(
            run, date: Date(timeIntervalSince1970: 1_800_000_000.75), environment: environment)
        try file.prepare()
        try file.write(baseline)
        #expect(try file.read() == baseline)
    }

    @Test func `a later baseline takes the place of an earlier one`() throws {
        let file = BaselineFile(folder.path("baseline.json"))
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let later = Baseline(Reports.run([1: ["a": [1]]]), date: date, environment: environment)
        try file.write(Baseline(run, date: date, environment: environment))
        try file.write(later)
        #expect(try file.read() == later)
    }

    @Test(arguments: [
        ("main", ".build/benchmarks/main.json"), ("main.json", "main.json"),
        ("folder/main", "folder/main"),
    ])
    func `a name without a slash or an ending lies in the folder for names`(
        name: String, path: String
    ) {
        #expect(BaselineFile(name).path == path)
    }

    @Test func `a file that is missing is named, with advice`() throws {
        let path = folder.path("nothing.json")
        let message = try message { _ = try BaselineFile(path).read() }
        #expect(message == "there is no baseline '\(path)'; make one with --save")
    }

    @Test(arguments: [
        "", "not JSON", "[]", "{}", #"{"titles": []}"#, #"{"format": "other", "version": 1}"#,
    ])
    func `a file that is something else is no baseline`(text: String) throws {
        let file = try write(text)
        let message = try message { _ = try file.read() }
        #expect(message == "'\(file.path)' is no baseline; --save makes one")
    }

    @Test func `another version is reported before anything else is read`() throws {
        let file = try write(#"{"format": "mercator-benchmarks", "version": 99}"#)
        let message = try message { _ = try file.read() }
        #expect(message.contains("is of version 99, expected \(Baseline.version)"))
    }

    @Test func `a baseline that lacks something is damaged`() throws {
        let file = try write(
            #"{"format": "mercator-benchmarks", "version": \#(Baseline.version)}"#)
        let message = try message { _ = try file.read() }
        #expect(message.contains("is damaged"))
    }

    @Test func `an unknown title or size is reported before the run`() throws {
        let baseline = Baseline(run, date: Date(), environment: environment)
        try baseline.require([(.map, [1000, 10_000])])
        #expect(
            try message { try baseline.require([(.map, [1000]), (.parse, [1000])]) }
                .hasPrefix("the baseline has no title 'parse'; it has map."))
        #expect(
            try message { try baseline.require([(.map, [1000, 5])]) }
                .hasPrefix("the baseline has 'map' with 1000, 10000 records, not with 5."))
    }

    @Test func `times can be compared on the same machine with the same toolchain only`() {
        let others = [
            Environment(
                machine: "Another", system: environment.system,
                toolchain: environment.toolchain, isOptimized: true, commit: nil),
            Environment(
                machine: environment.machine, system: environment.system,
                toolchain: environment.toolchain, isOptimized: false, commit: nil),
        ]
        let sameElsewhen = Environment(
            machine: environment.machine, system: environment.system,
            toolchain: environment.toolchain, isOptimized: true, commit: "another")
        #expect(environment.isLike(sameElsewhen))
        for other in others { #expect(!environment.isLike(other)) }
    }
}
