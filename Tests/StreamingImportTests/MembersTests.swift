import EntityMapper
import Foundation
import MercatorPayload
import MercatorProgress
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

@Suite("Importing the members of an object", .endsInTime)
struct MembersTests {
    private func container() throws -> PersistentContainer {
        try PersistentContainer(model: Shop.model(), store: InMemoryStore())
    }

    private func operation(
        _ container: PersistentContainer, _ mapping: String, at path: PayloadPath, batch: Int = 3
    ) throws -> ImportOperation {
        var operation = try ImportOperation(
            Shop.plan(container.model), mapping: mapping, format: .members(at: path))
        operation.options.batchRecords = batch
        return operation
    }

    /// Compares imports of random maps, in random batches of random chunks, with mapping the
    /// payload as a whole.
    @Test(arguments: Seeds.upTo(40, from: 1))
    func `gives what the whole payload gives`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isTop = random.chance(0.3)
        let count = Int.random(in: 0...30, using: &random)
        func space() -> String { random.pick(["", " ", "\n", "\r\n", "\r", "\t"]) }
        let members = (0..<count).map { number in
            let key = random.pick(["\(number)", "\\u003100\(number)", "x\(number)"])
            let name = random.pick([#""a}\"""#, "7", "null", "[1]", #""\\""#, "{}"])
            let more = random.chance(0.2) ? #", "z": {"]": [{}]}"# : ""
            return space() + #""\#(key)""# + space() + ":" + space()
                + #"{"name": \#(name)\#(more)}"# + space()
        }
        let object = "{" + members.joined(separator: ",") + "}"
        let text = isTop ? object : #"{"a": "}", "data": {"users": \#(object), "b": {}}, "c": 1}"#
        let path: PayloadPath = isTop ? "" : "data.users"

        let whole = try container()
        let expected = try MappingOperation(Shop.plan(whole.model, roots: [path: "User"]))
            .run(text.utf8, in: whole)
        let parts = try container()
        let operation = try operation(
            parts, "User", at: path, batch: Int.random(in: 1...10, using: &random))
        let size = Int.random(in: 1...200, using: &random)
        let result = try operation.run(text.utf8.chunks(of: size), in: parts)
        let place = "\(random), chunks of \(size)\n\(text)"
        #expect(result.records == count, "\(place)")
        #expect(result.issues == expected.issues, "\(place)")
        #expect(try Shop.content(parts) == Shop.content(whole), "\(place)")
    }

    @Test(arguments: [1, 2, 100])
    func `scalars become objects with a key and a value`(batch: Int) throws {
        let container = try container()
        let text = #"{"areas": {"205": "A", "206": "B", "207": null, "é\n\"": "C"}}"#
        let operation = try operation(container, "Area", at: "areas", batch: batch)
        let result = try operation.run(text.utf8.chunks(of: 3), in: container)
        #expect(result.records == 4)
        #expect(
            try Shop.content(container) == [
                #"Area "205" "A" "#, #"Area "206" "B" "#, #"Area "207" nil "#,
                "Area \"é\n\"\" \"C\" ",
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `goes on where it was cancelled`(kind: StoreKind) throws {
        let model = try Shop.model()
        let text = Shop.document(40)
        let whole = try container()
        _ = try operation(whole, "User", at: "data.users").run(text.utf8.chunks(of: 50), in: whole)
        try kind.withContainer(model) { container in
            var operation = try operation(container, "User", at: "data.users", batch: 7)
            operation.options.checkpoint = "users"
            let file = try Folder()
            let path = try file.write(text)
            for round in 1...2 {
                try cancelled { progress, onBatch in
                    _ = try operation.run(
                        file: path, in: container, progress: progress, onBatch: onBatch)
                }
                #expect(try operation.checkpoint(in: container)?.records == round * 7)
            }
            let result = try operation.run(file: path, in: container)
            #expect(result.records == 40 && result.resumedFrom?.records == 14)
            #expect(try Shop.content(container) == Shop.content(whole))
        }
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let source: String
        let code: String
        let path: String
        let line: Int
        let column: Int
        var testDescription: String { source }
    }

    @Test(arguments: [
        Fault(source: #"{"m": []}"#, code: "arrayNotFound", path: "", line: 1, column: 7),
        Fault(source: #"{"n": {}}"#, code: "arrayNotFound", path: "", line: 1, column: 9),
        Fault(source: #"{"m": {"a": 1,}}"#, code: "malformedSource", path: "", line: 1, column: 15),
        Fault(source: #"{"m": {1: 2}}"#, code: "malformedSource", path: "", line: 1, column: 8),
        Fault(source: #"{"m": {"a": 1]}"#, code: "malformedSource", path: "", line: 1, column: 14),
        Fault(source: #"{"m": {"a": 1"#, code: "malformedSource", path: "", line: 1, column: 14),
        Fault(
            source: "{\"m\": {\"a\": 1,\n\"b c\": tru}}", code: "malformedRecord", path: "m.b c",
            line: 2, column: 8),
        Fault(
            source: "{\"m\": {\"a\": 1,\n\"b\" 2}}", code: "malformedRecord", path: "m.b",
            line: 2, column: 5),
    ])
    func `a fault tells its place`(fault: Fault) throws {
        let container = try container()
        for batch in [1, 10] {
            let error = #expect(throws: ImportError.self) {
                try operation(container, "Area", at: "m", batch: batch)
                    .run(fault.source.utf8.chunks(of: 4), in: container)
            }
            #expect(error?.code.description == fault.code)
            #expect(error?.path == fault.path, "\(fault.source)")
            #expect(error?.line == fault.line && error?.column == fault.column, "\(error as Any)")
        }
    }

    @Test func `an issue has the path of its key`() throws {
        let container = try container()
        let text = "{\"data\": {\"users\": {\"1\": {\"name\": \"a\"},\n \"2 x\": {\"name\": []}}}}"
        let result = try operation(container, "User", at: "data.users", batch: 1)
            .run(text.utf8.chunks(of: 9), in: container)
        #expect(result.issues.map(\.line) == [2, 2].prefix(result.issues.count).map { $0 })
        #expect(result.issues.first?.path.hasPrefix("data.users.2 x") == true)
    }
}

/// Cancels an import after its first batch that has more records than were imported before.
func cancelled(
    behind records: Int = 0,
    _ run: (Progress, @escaping (ImportProgress) -> Void) throws -> Void
) throws {
    let progress = Progress(totalUnitCount: -1)
    let error = #expect(throws: ImportError.self) {
        try run(progress) { if $0.records > records { progress.cancel() } }
    }
    #expect(error?.code == .cancelled)
}
