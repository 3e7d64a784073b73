import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

/// Imports random documents in random batches of random chunks, and compares the result with
/// mapping the document as a whole: objects, counts, and issues with their positions must be equal.
@Suite("Imports and whole payloads", .endsInTime)
struct AgreementTests {
    @Test(arguments: Seeds.upTo(60, from: 1))
    func `give the same`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...40, using: &random)
        let records = (0..<count).map { Self.record($0, &random) }
        let path: PayloadPath = random.chance(0.3) ? "" : "data.ï tems"
        let text = Self.document(records, path, &random)

        let model = try News.model()
        let whole = try PersistentContainer(model: model, store: InMemoryStore())
        let plan = try News.plan(model, roots: [path: "Article"])
        let expected = try MappingOperation(plan).run(text.utf8, in: whole)

        let parts = try PersistentContainer(model: model, store: InMemoryStore())
        var operation = try ImportOperation(plan, format: .array(at: path))
        operation.options.batchRecords = Int.random(in: 1...12, using: &random)
        operation.options.batchBytes = Int.random(in: 1...2000, using: &random)
        let size = Int.random(in: 1...300, using: &random)
        let result = try operation.run(text.utf8.chunks(of: size), in: parts)

        let place = "\(random), chunks of \(size)\n\(text)"
        #expect(result.records == count, "\(place)")
        #expect(result.issues == expected.issues, "\(place)")
        #expect(result.total.failed == expected.total.failed, "\(place)")
        #expect(try News.content(parts) == News.content(whole), "\(place)")

        for readsAhead in [false, true] {
            let parts = try PersistentContainer(model: model, store: InMemoryStore())
            operation.readsAhead = readsAhead
            let inTask = try await operation.run(chunks(of: text, size), in: parts)
            #expect(inTask.issues == result.issues, "ahead: \(readsAhead), \(place)")
            #expect(inTask.counts == result.counts, "ahead: \(readsAhead), \(place)")
            #expect(try News.content(parts) == News.content(whole), "\(place)")
        }
    }

    private func chunks(of text: String, _ size: Int) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for chunk in text.utf8.chunks(of: size) { continuation.yield(chunk) }
            continuation.finish()
        }
    }

    /// Returns the members of an article, some of which have issues.
    private static func record(_ number: Int, _ random: inout SeededGenerator) -> [String] {
        let title = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(pieces) }
        var members = [
            #""id": \#(random.chance(0.2) ? "\"x\"" : "\(number)")"#,
            #""title": "\#(title.joined())""#, #""author": \#(number % 3)"#,
        ]
        if random.chance(0.5) { members.append(#""tags": [{"id": \#(number % 4)}]"#) }
        if random.chance(0.3) { members.append(#""more": \#(random.pick(others))"#) }
        return members.shuffled(using: &random)
    }

    private static let pieces = [
        "a", "é", "😀", #"\""#, #"\\"#, #"\n"#, "]", "}", "[{", ",", ":", #"\u005c"#,
        #"\ud83d\ude00"#,
        "abcdefgh", "北京",
    ]
    private static let others = [
        "null", "[]", "{}", #"[[{"a": "]"}], "}"]"#, "-1.5e3", #"{"items": [1, 2]}"#, #""\\""#,
    ]
    private static let spaces = ["", "", " ", "\n", "\r\n", "\r", "\t", "\n\n  "]

    private static func document(
        _ records: [[String]], _ path: PayloadPath, _ random: inout SeededGenerator
    ) -> String {
        func space() -> String { random.pick(spaces) }
        let elements = records.map { members in
            space() + "{" + space() + members.map { $0 + space() }.joined(separator: "," + space())
                + "}" + space()
        }
        let array = "[" + space() + elements.joined(separator: ",") + "]"
        guard path != "" else { return space() + array + space() }
        let beside = #""n": \#(random.pick(others))"#
        return space()
            + #"{"a": "\"data", \#(space())\#(beside), "d": [[], {}], "data"\#(space()):"#
            + #"\#(space()){"x": {"ï tems": 1}, "ï tems": \#(array)\#(space()), "y": "]"}"#
            + #"\#(space()), "z": [{}]}\#(space())"#
    }
}
