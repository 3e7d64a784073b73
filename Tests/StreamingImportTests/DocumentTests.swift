import EntityMapper
import Foundation
import MercatorPayload
import MercatorProgress
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

@Suite("Importing a document with several roots", .endsInTime)
struct DocumentTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func document(
        _ model: ManagedObjectModel, batch: Int = 7,
        roots: KeyValuePairs<PayloadPath, String>? = nil, form: DocumentImport.Form = .json
    ) throws -> DocumentImport {
        var options = ImportOptions(checkpoint: "shop")
        options.batchRecords = batch
        return try DocumentImport(Shop.plan(model, roots: roots), form: form, options: options)
    }

    private func container() throws -> PersistentContainer {
        try PersistentContainer(model: Shop.model(), store: InMemoryStore())
    }

    /// The content after mapping a text as a whole, as the source `shop.json`.
    private func expected(_ text: String) throws -> [String] {
        let container = try container()
        let folder = try Folder()
        let path = try folder.write(text, to: "shop.json")
        let operation = try document(
            container.model, form: .other { try PayloadDocument(parsing: $0) })
        _ = try operation.run(file: path, in: container)
        return try Shop.content(container)
    }

    @Test(arguments: StoreKind.allCases, [1, 7, 100])
    func `each root is mapped, and connected with the others`(
        kind: StoreKind, batch: Int
    ) throws {
        let text = Shop.document(20)
        let path = try folder.write(text, to: "shop.json")
        try kind.withContainer(Shop.model()) { container in
            let result = try document(container.model, batch: batch).run(file: path, in: container)
            #expect(
                result.passes.map(\.name) == [
                    "members of 'areas'", "members of 'data.users'", "array at 'notes'", "document",
                ])
            #expect(result.passes.map(\.result.records) == [20, 20, 20, 1])
            #expect(result.records == 61 && result.total.inserted == 61)
            #expect(try Shop.content(container) == expected(text))
            #expect(
                try Shop.content(container).filter { $0.hasPrefix("Note") }.prefix(2) == [
                    #"Note "shop.json" 0 "t0" "#, #"Note "shop.json" 1 "t1" "#,
                ])
            #expect(try Shop.content(container).contains(#"User 7 "u7" "2" "2""#))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a second import changes nothing, also if it starts over`(kind: StoreKind) throws {
        let path = try folder.write(Shop.document(20), to: "shop.json")
        try kind.withContainer(Shop.model()) { container in
            var operation = try document(container.model)
            let first = try operation.run(file: path, in: container)
            let content = try Shop.content(container)
            let second = try operation.run(file: path, in: container)
            #expect(second.counts == first.counts && second.resumedRecords == 61)
            let changed = second.countsOfThisRun.values
            #expect(changed.allSatisfy { $0 == MappingCounts() })
            for batch in [2, 9] {
                operation.options.startsOver = true
                operation.options.batchRecords = batch
                let third = try operation.run(file: path, in: container)
                #expect(third.total.inserted == 0 && third.total.updated == 0)
                #expect(try Shop.content(container) == content)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `goes on at the root and record where it was stopped`(kind: StoreKind) throws {
        let text = Shop.document(20)
        let path = try folder.write(text, to: "shop.json")
        try kind.withContainer(Shop.model()) { container in
            let operation = try document(container.model)
            // Three batches for each of three roots, and the end of each.
            let steps = [0, 7, 14, 20, 27, 34, 40, 47, 54, 60]
            for round in 1...9 {
                try cancelled(behind: steps[round - 1]) { progress, onBatch in
                    _ = try operation.run(
                        file: path, in: container, progress: progress, onBatch: onBatch)
                }
                let records = try operation.checkpoints(ofFile: path, in: container)
                    .reduce(0) { $0 + $1.records }
                #expect(records == steps[round])
            }
            let result = try operation.run(file: path, in: container)
            #expect(result.total.inserted == 61)
            #expect(try Shop.content(container) == expected(text))
        }
    }

    @Test func `the file may have another name and place`() throws {
        let container = try container()
        let operation = try document(container.model)
        _ = try operation.run(
            file: folder.write(Shop.document(9), to: "shop.json"), in: container)
        let moved = try operation.run(
            file: folder.write(Shop.document(9), to: "other.json"), in: container)
        #expect(moved.resumedRecords == 28)
        #expect(try Shop.content(container).count { $0.hasPrefix("Note") } == 9)
    }

    @Test func `a file of the same length with another content is imported`() throws {
        let container = try container()
        let operation = try document(container.model)
        let text = Shop.document(2000)
        _ = try operation.run(file: folder.write(text, to: "shop.json"), in: container)
        let other = text.replacingOccurrences(of: "area 1999", with: "area XXXX")
        let result = try operation.run(file: folder.write(other, to: "shop.json"), in: container)
        #expect(result.total.updated == 1 && result.total.inserted == 0)
    }

    @Test func `roots that are absent are left out`() throws {
        let container = try container()
        let operation = try document(container.model)
        let result = try operation.run(
            file: folder.write(#"{"notes": [{"text": "a"}], "page": null}"#), in: container)
        #expect(result.passes.map(\.name) == ["array at 'notes'", "document"])
        #expect(result.total.inserted == 1)
        let error = #expect(throws: ImportError.self) {
            try operation.run(file: folder.write(#"{"noted": []}"#), in: container)
        }
        #expect(error?.code == .rootsNotFound)
        #expect(
            error?.message
                == "expected one of the root paths 'areas', 'data.users', 'notes', 'page', found "
                + "only 'noted'")
    }

    @Test(arguments: ["", "   ", "{", #"{"notes" [1]}"#, #"{"a": 1, }"#, "tru"])
    func `what is no JSON is an error with its place`(text: String) throws {
        let container = try container()
        let error = #expect(throws: ImportError.self) {
            try document(container.model).run(file: folder.write(text), in: container)
        }
        #expect(error?.code == .malformedSource)
        #expect(text.isEmpty || (error?.line ?? 0) > 0)
        #expect(try Shop.content(container) == [])
    }

    @Test func `a fault behind some roots leaves what was saved before`() throws {
        let container = try container()
        let text = #"{"areas": {"1": "a"}, "notes": [{"text": "b"}, {"text": tru}]}"#
        let error = #expect(throws: ImportError.self) {
            try document(container.model, batch: 1).run(file: folder.write(text), in: container)
        }
        #expect(error?.code == .malformedRecord && error?.path == "notes[1]")
        #expect(error?.line == 1 && error?.column == 57)
        #expect(try Shop.content(container).map { $0.prefix(4) } == ["Area", "Note"])
    }

    @Test func `a single object is mapped with the whole document, up to a limit`() throws {
        let container = try container()
        let path = try folder.write(Shop.document(20), to: "shop.json")
        var operation = try document(container.model)
        operation.documentBytes = 1000
        let error = #expect(throws: ImportError.self) {
            try operation.run(file: path, in: container)
        }
        #expect(error?.code == .documentTooLong)
        #expect(error?.message.contains("'page' can be mapped only with the whole") == true)
        var arrays = try document(container.model, roots: ["notes": "Note", "areas": "Area"])
        arrays.documentBytes = 1000
        #expect(try arrays.run(file: path, in: container).records == 40)
    }

    @Test func `records of one mapping at several roots have positions of their own`() throws {
        let container = try container()
        let roots: KeyValuePairs<PayloadPath, String> = [
            "a": "Note", "b": "Note", "c": "Note", "d.e": "Note",
        ]
        let text = #"""
            {"c": {"text": "5"}, "a": [{"text": "0"}, {"text": "1"}, {"text": "2"}],
             "d": [{"e": {"text": "6"}}, {"e": [{"text": "7"}]}], "b": [{"text": "3"}, {"text": "4"}]}
            """#
        let path = try folder.write(text, to: "n")
        for isOver in [false, true] {
            var operation = try document(container.model, batch: 2, roots: roots)
            operation.options.startsOver = isOver
            _ = try operation.run(file: path, in: container)
            #expect(
                try Shop.content(container) == (0..<8).map { #"Note "n" \#($0) "\#($0)" "# })
        }
    }

    @Test func `progress counts over all passes`() throws {
        let container = try container()
        let text = Shop.document(20)
        var steps: [ImportProgress] = []
        let progress = Progress(totalUnitCount: -1)
        _ = try document(container.model).run(
            file: folder.write(text), in: container, progress: progress
        ) { steps.append($0) }
        #expect(steps.map(\.records) == steps.map(\.records).sorted())
        #expect(steps.map(\.bytes) == steps.map(\.bytes).sorted())
        #expect(steps.allSatisfy { $0.totalBytes == 4 * text.utf8.count })
        #expect(steps.last?.records == 61 && steps.last?.fraction == 1)
        #expect(steps.last?.result?.total.inserted == 61)
        #expect(steps.dropLast().allSatisfy { $0.result == nil })
        #expect(progress.isFinished)
    }

    @Test func `tasks import it too`() async throws {
        let container = try container()
        let text = Shop.document(20)
        let path = try folder.write(text, to: "shop.json")
        let operation = try document(container.model)
        let result = try await operation.run(file: path, in: container)
        #expect(result.total.inserted == 61)
        #expect(try Shop.content(container) == expected(text))
        #expect("\(result)".hasPrefix("61 records in 10 batches"))
    }

    @Test func `a byte order mark and a trailing comma are accepted`() throws {
        let container = try container()
        var operation = try document(container.model)
        operation.options.payload.allowsTrailingComma = true
        let text = "\u{FEFF}" + #"{"notes": [{"text": "a"},], "page": {"total": 1,},}"#
        let result = try operation.run(file: folder.write(text), in: container)
        #expect(result.total.inserted == 2)
    }
}
