import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

/// Returns the titles of the records in a source, in order.
private func titles(
    _ source: some Sequence<UInt8>, _ format: ImportFormat, chunkSize: Int = 1 << 16,
    _ change: (inout ImportOptions) -> Void = { _ in }
) throws -> [String] {
    let container = try PersistentContainer(model: Titles.model(), store: InMemoryStore())
    var options = ImportOptions()
    options.batchRecords = 3
    change(&options)
    let operation = try ImportOperation(
        Titles.plan(container.model), format: format, options: options)
    let result = try operation.run(source.chunks(of: chunkSize), in: container)
    try result.requireNoIssues()
    let found = try container.perform { context in
        try context.fetch(FetchRequest("Item")).map { "\($0["title"].text)" }
    }
    #expect(result.records == found.count)
    return found
}

private enum Titles {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription("Item", attributes: [AttributeDescription("title", .string)])
        ])
    }

    static func plan(_ model: ManagedObjectModel) throws -> MappingPlan {
        guard let entity = model["Item"] else { throw News.MissingEntity() }
        var items = EntityMapping(for: entity)
        items.identificationAttributes = nil
        items.addAttributeMappings(["t": "title"])
        return try MappingPlan(MappingSet([items], roots: ["": "Item"]), for: model)
    }
}

extension Value {
    fileprivate var text: String {
        guard case .string(let text) = self else { return "?" }
        return text
    }
}

@Suite("Finding the records of a source", .endsInTime)
struct SplittingTests {
    @Test(arguments: [ImportFormat.lines, .array(at: "")])
    func `a batch has no more records than a payload may have elements`(
        format: ImportFormat
    ) throws {
        let container = try PersistentContainer(model: News.model(), store: InMemoryStore())
        var options = ImportOptions()
        options.batchRecords = 50
        options.payload.limits.elementsPerContainer = 20
        let operation = try News.operation(container.model, format, options: options)
        let text = format == .lines ? News.lines(60) : News.array(60)
        let result = try operation.run(text.utf8.chunks(of: 1000), in: container)
        try result.requireNoIssues()
        #expect(result.batches == 3 && result.records == 60)
    }

    struct Source: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        var format = ImportFormat.lines
        let titles: [String]
        var allowsTrailingComma = false

        var testDescription: String { name }
    }

    private static let lines: [Source] = [
        Source(name: "nothing", text: "", titles: []),
        Source(name: "blank lines only", text: "\n \r\n\t\n", titles: []),
        Source(name: "a line without its end", text: #"{"t": "a"}"#, titles: ["a"]),
        Source(name: "lines", text: "{\"t\": \"a\"}\n{\"t\": \"b\"}\n", titles: ["a", "b"]),
        Source(
            name: "Windows, blank lines and spaces",
            text: "\r\n  {\"t\":\"a\"} \r\n\r\n{\"t\":\"b\"}\t\r\n  ", titles: ["a", "b"]),
        Source(name: "a mark at the start", text: "\u{FEFF}{\"t\":\"a\"}\n", titles: ["a"]),
        Source(name: "nothing but a mark", text: "\u{FEFF}", titles: []),
        Source(
            name: "escapes and brackets",
            text: #"{"t":"\\\"}] \u000a , ü😀","x":{"y":[[],{}]}}"# + "\n" + #"{"t":"\\"}"#,
            titles: ["\\\"}] \n , ü😀", "\\"]),
        Source(
            name: "more than a batch",
            text: (0..<10).map { #"{"t":"\#($0)"}"# }.joined(separator: "\n"),
            titles: (0..<10).map(String.init)),
        Source(
            name: "trailing commas in records", text: "{\"t\":\"a\",}\n{\"t\":\"b\",}",
            titles: ["a", "b"], allowsTrailingComma: true),
    ]

    private static let arrays: [Source] = [
        Source(name: "an empty array", text: " [ ] ", format: .array(at: ""), titles: []),
        Source(
            name: "an array", text: #"[{"t":"a"},{"t":"b"}]"#, format: .array(at: ""),
            titles: ["a", "b"]),
        Source(
            name: "an array with a mark and breaks",
            text: "\u{FEFF}\r\n[\r\n {\"t\" : \"a\"} ,\r\n {\"t\":\"b\"}\r\n]\r\n",
            format: .array(at: "self"), titles: ["a", "b"]),
        Source(
            name: "an array behind a key",
            text: #"{"meta":{"items":[1,{"t":"x"}],"n":"]}"},"#
                + #""items":[{"t":"a"},{"t":"b"}],"more":{"items":[{"t":"y"}]}}"#,
            format: .array(at: "items"), titles: ["a", "b"]),
        Source(
            name: "an array behind two keys",
            text: #"{"items":[],"data":{"n":null,"items":[{"t":"a"}],"o":[{}]},"last":"\"}"}"#,
            format: .array(at: "data.items"), titles: ["a"]),
        Source(
            name: "a key with escapes, a dot and foreign letters",
            text: #"{"\u00e4.b\"\/":[{"t":"a"}]}"#, format: .array(at: #""ä.b\"/""#),
            titles: ["a"]),
        Source(
            name: "a repeated key counts once", text: #"{"a":[{"t":"a"}],"a":[{"t":"b"}]}"#,
            format: .array(at: "a"), titles: ["a"]),
        Source(
            name: "brackets and escapes in texts",
            text: #"[{"t":"]},\\"},{"t":"\\\\\"","x":[[["]"]],{"y":{}}]}]"#,
            format: .array(at: ""), titles: [#"]},\"#, #"\\""#]),
        Source(
            name: "a trailing comma", text: #"[{"t":"a"},{"t":"b"},]"#, format: .array(at: ""),
            titles: ["a", "b"], allowsTrailingComma: true),
        Source(
            name: "more than a batch",
            text: #"{"a": [\#((0..<10).map { #"{"t":"\#($0)"}"# }.joined(separator: " ,\n"))]}"#,
            format: .array(at: "a"), titles: (0..<10).map(String.init)),
    ]

    @Test(arguments: lines + arrays)
    func `the records are found`(source: Source) throws {
        let found = try titles(source.text.utf8, source.format) {
            $0.payload.allowsTrailingComma = source.allowsTrailingComma
        }
        #expect(found == source.titles)
    }

    @Test(arguments: lines + arrays)
    func `the same records are found wherever chunks end`(source: Source) throws {
        for size in 1...64 {
            let found = try titles(source.text.utf8, source.format, chunkSize: size) {
                $0.payload.allowsTrailingComma = source.allowsTrailingComma
            }
            #expect(found == source.titles, "chunks of \(size)")
        }
    }

    @Test func `empty chunks change nothing`() throws {
        let container = try PersistentContainer(model: Titles.model(), store: InMemoryStore())
        let operation = try ImportOperation(Titles.plan(container.model))
        let chunks = #"{"t":"a"}"#.utf8.chunks(of: 2).flatMap { [[], $0, []] }
        #expect(try operation.run(chunks, in: container).records == 1)
        #expect(try operation.run([[UInt8]](), in: container).records == 0)
    }

    @Test(arguments: [1, 2, 7, 1000])
    func `a batch ends with its records or bytes, whichever comes first`(records: Int) throws {
        let container = try PersistentContainer(model: Titles.model(), store: InMemoryStore())
        var operation = try ImportOperation(Titles.plan(container.model))
        operation.options.batchRecords = records
        let source = (0..<20).map { #"{"t":"\#($0 % 10)"}"# + "\n" }.joined()
        let chunks = source.utf8.chunks(of: 13)
        #expect(try operation.run(chunks, in: container).batches == (20 + records - 1) / records)
        operation.options.batchRecords = 1000
        operation.options.batchBytes = 1
        #expect(try operation.run(chunks, in: container).batches == 20)
    }
}
