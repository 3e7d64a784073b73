import Foundation
import TestSupport
import Testing

/// Imports of files of some megabytes as processes: killed and resumed, and with little memory.
@Suite("mercator import, as a process", .endsInTime)
struct ImportProcessTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// Two collections whose records refer to each other, to earlier and later ones.
    private func writeShop(_ count: Int) throws {
        let orders = (0..<count).map { number in
            #"{"id": \#(number), "customerId": \#(number * 7 % 300 + 1), "total": \#(number % 90), "#
                + #""lines": [{"sku": "s\#(number % 40)", "n": \#(number % 5)}], "#
                + #""note": "\#(String(repeating: "x", count: number % 300))"}"#
        }
        let customers = (1...300).map { #"{"id": \#($0), "name": "c\#($0)"}"# }
        try workshop.write(
            #"{"orders": [\#(orders.joined(separator: ",\n"))], "#
                + #""customers": [\#(customers.joined(separator: ",\n"))]}"#, to: "shop.json")
    }

    private func words(into store: String) -> [String] {
        ["import", "shop.json", "--into", store, "--batch", "100"]
    }

    /// Starts an import and kills it when it has told of its progress so many times, or lets it
    /// end.
    private func runAndKill(afterReports reports: Int, into store: String) throws -> Bool {
        let process = Tool.process(words(into: store), in: workshop.directory)
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        var seen = 0
        while seen < reports {
            let data = errors.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            seen += data.count { $0 == UInt8(ascii: "\n") }
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }

    private func content(of store: String) throws -> [String] {
        try [
            "SELECT o.orderID, o.total, o.note, c.name FROM \"Order\" o "
                + "LEFT JOIN Customer c ON o.customer = c._id ORDER BY 1",
            "SELECT count(*), count(customer), sum(_version) FROM \"Order\"",
            "SELECT name FROM sqlite_schema ORDER BY 1", "PRAGMA integrity_check",
        ].flatMap { try workshop.rows($0, in: store) }
    }

    @Test func `two imports at the same time end, or say to import again, which gives all`() throws
    {
        try writeShop(2000)
        try workshop.write(#"[{"id": 1, "colour": "red"}, {"id": 2}]"#, to: "paint.json")
        let errors = try Capture(in: workshop.directory)
        let first = Tool.process(words(into: "a.sqlite"), in: workshop.directory)
        first.standardOutput = FileHandle.nullDevice
        first.standardError = errors.handle
        try first.run()
        let paint = ["import", "paint.json", "--into", "a.sqlite"]
        let second = try Tool.run(paint, in: workshop.directory)
        first.waitUntilExit()
        for (status, text) in [
            (first.terminationStatus, try errors.text()), (second.status, second.errors),
        ] where status != 0 {
            #expect(text.contains("import again"), "\(text)")
        }
        for arguments in [words(into: "a.sqlite"), paint] {
            let again = try Tool.run(arguments, in: workshop.directory)
            #expect(again.status == 0, "\(again.errors)")
        }
        let counts = "SELECT (SELECT count(*) FROM \"Order\"), (SELECT count(*) FROM Paint)"
        #expect(try workshop.rows(counts, in: "a.sqlite") == ["2000|2"])
    }

    @Test func `killed at random points and resumed, it gives the rows of one go`() throws {
        try writeShop(4000)
        let whole = try workshop.run(words(into: "whole.sqlite"))
        #expect(whole.status == 0, "\(whole.errors)")
        let expected = try content(of: "whole.sqlite")
        var random = SeededGenerator(seed: 7)
        var killed = 0
        for _ in 0..<12 {
            let reports = Int.random(in: 0...3, using: &random)
            guard try runAndKill(afterReports: reports, into: "parts.sqlite") else { break }
            killed += 1
        }
        let last = try workshop.run(words(into: "parts.sqlite"))
        #expect(last.status == 0, "\(last.errors)")
        #expect(killed > 0)
        #expect(try content(of: "parts.sqlite") == expected)
    }

    #if os(Linux)
        /// The memory that a process may allocate, in KiB.
        private static let bound = 150_000

        /// A shape of a file with many records.
        enum Shape: String {
            case lines, array, envelope, map

            /// The bytes before the records, between two, and behind them.
            var frame: (start: String, separator: String, end: String) {
                switch self {
                case .lines: ("", "\n", "\n")
                case .array: ("[", ",\n", "]")
                case .envelope:
                    (#"{"meta": {"page": {"size": 9}}, "notes": ["#, ",\n", #"], "next": null}"#)
                case .map: (#"{"meta": {"page": {"size": 9}}, "notes": {"#, ",\n", "}}")
                }
            }
        }

        /// Writes a file of so many megabytes.
        private func writeNotes(_ megabytes: Int, _ shape: Shape) throws {
            let note = String(repeating: "lorem ipsum dolor sit amet ", count: 370)
            try workshop.write("", to: "notes.json")
            let file = try FileHandle(
                forWritingTo: workshop.directory.appendingPathComponent("notes.json"))
            try file.write(contentsOf: Data(shape.frame.start.utf8))
            for number in 0..<(megabytes * 100) {
                let before =
                    (number > 0 ? shape.frame.separator : "")
                    + (shape == .map ? "\"k\(number)\": " : "")
                let record =
                    #"{"id": \#(number), "group": \#(number % 9), "text": "\#(number) \#(note)"}"#
                try file.write(contentsOf: Data((before + record).utf8))
            }
            try file.write(contentsOf: Data(shape.frame.end.utf8))
            try file.close()
        }

        /// Cost: five files of 40 MB are read twice; smaller ones fit into what a process needs.
        @Test(arguments: [
            (4, Shape.lines), (40, .lines), (40, .array), (4, .envelope), (40, .envelope),
            (40, .map),
        ])
        func `memory does not grow with the file`(megabytes: Int, shape: Shape) throws {
            try writeNotes(megabytes, shape)
            let tool = Tool.products.appendingPathComponent("mercator").path
            for command in ["infer notes.json", "import notes.json --into a.sqlite"] {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = [
                    "-c", "ulimit -d \(Self.bound) && exec '\(tool)' \(command)",
                ]
                process.currentDirectoryURL = workshop.directory
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                process.waitUntilExit()
                #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            }
            #expect(
                try workshop.rows("SELECT count(*) FROM Note", in: "a.sqlite")
                    == ["\(megabytes * 100)"])
        }
    #endif
}
