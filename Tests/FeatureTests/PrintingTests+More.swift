import Foundation
import Mercator
import TestSupport
import Testing

/// Further printed values: errors, changes, requests, and the parts of mappings and results.
extension PrintingTests {
    /// Returns the output for the error that a closure throws; empty if it throws none.
    private static func caught(_ fail: () throws -> Void) -> [String] {
        do {
            try fail()
            return []
        } catch {
            return texts(of: error) + [error.localizedDescription]
        }
    }

    /// Returns the report on a new, empty file, which has no problems.
    private static func inFile<Report>(
        _ ask: (PersistentContainer) throws -> Report
    ) throws -> Report {
        try StoreKind.sqlite.withContainer(ManagedObjectModel(Article.self, Author.self), ask)
    }

    private static func many(_ count: Int) -> String { String(repeating: "long ", count: count) }

    static let moreSubjects: [(String, @Sendable (Bench, Int) throws -> [String])] =
        errors + stores + results + mappings + others + servers + selections

    private static let errors: [(String, @Sendable (Bench, Int) throws -> [String])] = [
        (
            "PayloadError",
            { _, count in caught { _ = try PayloadDocument("[\"\(many(count))" + "\u{1}") } }
        ),
        ("PayloadPathError", { _, count in caught { _ = try PayloadPath("a..\(many(count))") } }),
        (
            "PayloadFormatError",
            { _, count in
                let text = "<\(many(min(count, 2000)))></b>"
                return caught { _ = try PayloadFormat.xml.document(from: Array(text.utf8)) }
            }
        ),
        (
            "PredicateFormatError",
            { _, count in caught { _ = try EntityPredicate(format: "title == \(many(count))") } }
        ),
        (
            "ManagedObjectModelError",
            { _, count in
                caught {
                    let names = (0..<min(count, 2000)).flatMap { ["E\($0)", "E\($0)"] }
                    _ = try ManagedObjectModel(names.map { EntityDescription($0) })
                }
            }
        ),
        (
            "StoreError",
            { bench, count in
                caught {
                    try bench.container.perform { context in
                        _ = try context.count(
                            FetchRequest("Article", where: .attribute("nothing") == many(count)))
                    }
                }
            }
        ),
        (
            "ValidationError",
            { bench, count in
                caught {
                    try bench.container.perform { context throws in
                        for _ in 0..<count { _ = context.insert(Author.self) }
                        for author in try context.fetch(Author.self) {
                            author.managedObject["authorID"] = .null
                        }
                        try context.save()
                    }
                }
            }
        ),
        (
            "MappingError",
            { bench, _ in
                caught {
                    var operation = bench.operation
                    operation.options.failurePolicy = .fail
                    _ = try operation.run(bench.text, in: bench.container)
                }
            }
        ),
        (
            "ReportedErrors",
            { _, count in
                let text =
                    "["
                    + (0..<count).map { #"{"message":"m\#($0)"}"# }
                    .joined(separator: ",") + "]"
                return caught { try ErrorMessage.mapping().throwErrors(in: text, at: .root) }
            }
        ),
        (
            "XcodeModelError",
            { _, count in
                let text =
                    "<model>" + String(repeating: "<elements/>", count: count)
                    + "<entity name=\"\(many(count))\"/><entity name=\"\(many(count))\"/></model>"
                return caught { _ = try XcodeModelVersion("m", contents: Array(text.utf8)) }
            }
        ),
        (
            "TransportError, TransportError.Kind, TransportError.Stage",
            { _, count in
                caught {
                    try TransportRequest(.get, "a", headers: ["a b" + many(count): "1"]).check()
                }
            }
        ),
        (
            "ImportError",
            { bench, count in
                caught {
                    _ = try ImportOperation(
                        bench.operation.plan, format: .array(at: "a..\(many(count))"))
                }
            }
        ),
        (
            "DocumentImport.Result",
            { bench, _ in
                let folder = FileManager.default.temporaryDirectory
                let file = folder.appending(path: UUID().uuidString)
                defer { try? FileManager.default.removeItem(at: file) }
                try Data(bench.text.utf8).write(to: file)
                let load = try DocumentImport(bench.operation.plan)
                return texts(of: try load.run(file: file.path, in: bench.container))
            }
        ),
        (
            "MappingFileError",
            { _, count in
                let members = (0..<count).map { "\"\(many(10_000 / count))\($0)\": 1" }
                let text = "{\"mercator\": {\"mapping\": 1}, \(members.joined(separator: ", "))}"
                return caught { _ = try MappingFile(parsing: text) }
            }
        ),
        (
            "MappingFileUpdateError",
            { _, count in
                let known = MappingFile(entities: [], mappings: MappingSet())
                let entities = (0..<count).map { EntityDescription("E\($0)") }
                let sample = MappingFile(
                    entities: entities,
                    mappings: MappingSet(entities.map { EntityMapping(for: $0) }))
                return caught {
                    _ = try known.updated(with: sample, MappingFile.UpdatePolicies(onNew: .fail))
                }
            }
        ),
    ]

    private static let stores: [(String, @Sendable (Bench, Int) throws -> [String])] = [
        (
            "SQLiteStore, InMemoryStore, PartitionedStore",
            { _, _ in
                let stores: [any PersistentStore] = [
                    SQLiteStore("/tmp/nothing.sqlite"), InMemoryStore(),
                    PartitionedStore(
                        otherwise: InMemoryStore(),
                        parts: (0..<3).map { .init(["E\($0)"], in: InMemoryStore()) }),
                ]
                return stores.flatMap { texts(of: $0) }
            }
        ),
        (
            "IntegrityReport",
            { bench, _ in texts(of: try inFile { try $0.checkIntegrity() }) }
        ),
        ("RepairReport", { _, _ in texts(of: try inFile { try $0.repairLinks() }) }),
        (
            "ChangeReport.ObjectChange, ChangeReport.ObjectName",
            { bench, count in
                try bench.container.perform { context throws in
                    let author = context.insert(Author.self)
                    author.name = many(count)
                    return try context.changes().objects
                        .flatMap { texts(of: $0) + texts(of: $0.name) }
                }
            }
        ),
    ]

    private static let results: [(String, @Sendable (Bench, Int) throws -> [String])] = [
        ("MappingCounts", { bench, _ in texts(of: bench.result.total) }),
        ("MappingIssue", { bench, _ in texts(of: bench.result.issues[0]) }),
        (
            "ConnectionOperation, ConnectionOperation.Result",
            { bench, _ in
                let connect = ConnectionOperation(bench.operation.plan)
                return texts(of: connect) + texts(of: try connect.run(in: bench.container))
            }
        ),
        (
            "ImportOperation, ImportOperation.Result",
            { bench, _ in
                let load = try ImportOperation(bench.operation.plan, format: .array(at: .root))
                return texts(of: load)
                    + texts(of: try load.run([Array(bench.text.utf8)], in: bench.container))
            }
        ),
        (
            "ResourceRequest, ResourceRequests, ResourceResponses, ResponseOutcome",
            { bench, count in
                let requests = ResourceRequests(baseURL: "http://a", plan: bench.operation.plan)
                let responses = ResourceResponses(bench.operation)
                let outcome = try responses.handle(
                    .refresh, status: 200, body: bench.text, for: bench.result.array[0],
                    in: bench.container)
                let ids = (0..<min(count, 1000)).map { Value.integer(Int64($0)) }
                return texts(of: try requests.refresh("Article", identifiedBy: ids))
                    + texts(of: requests) + texts(of: responses) + texts(of: outcome)
            }
        ),
        (
            "IdentityCache, IdentityIndex",
            { bench, _ in
                let cache = IdentityCache(for: bench.container)
                return texts(of: cache)
                    + texts(of: try cache.index(of: "Article", by: ["articleID"]))
            }
        ),
        (
            "RepresentationWriter, RepresentationPart",
            { bench, _ in
                let writer = try RepresentationWriter(bench.operation.plan, mapping: "Article")
                return try bench.container.perform { context throws in
                    let part = try writer.part(for: context.fetch(Article.self))
                    return texts(of: writer) + texts(of: part)
                }
            }
        ),
    ]

    private static let mappings: [(String, @Sendable (Bench, Int) throws -> [String])] = [
        (
            "DynamicMapping, MappingMatcher",
            { _, count in
                let matchers = (0..<count).map {
                    MappingMatcher.value(at: "k", equals: .integer(Int64($0)), use: "M\($0)")
                }
                return texts(of: DynamicMapping(named: "D", matchers)) + texts(of: matchers[0])
            }
        ),
        (
            "ObjectMapping, ObjectMappingOperation, DynamicObjectMapping",
            { _, count in
                var numbers = ObjectMapping(0 as Int64, named: "Number")
                for number in 0..<count {
                    numbers.addAttributeMapping(from: "k\(number)", to: \.self)
                }
                let matchers = (0..<count).map {
                    MappingMatcher.value(at: "k", equals: .integer(Int64($0)), use: "Number")
                }
                let dynamic = DynamicObjectMapping<Int64>(named: "D", matchers)
                return texts(of: numbers) + texts(of: ObjectMappingOperation(numbers))
                    + texts(of: dynamic) + texts(of: ObjectMappingOperation(dynamic))
            }
        ),
        (
            "AttributeMapping, RelationshipMapping, ValueTransform, AllowedOperations, MappingSet.Root",
            { bench, _ in
                texts(of: AttributeMapping(from: "a", to: "b"))
                    + texts(of: RelationshipMapping(from: "a", to: "b", using: "C"))
                    + texts(of: ValueTransform.default) + texts(of: AllowedOperations.all)
                    + texts(of: bench.mappings.roots[0])
            }
        ),
    ]

    private static let others: [(String, @Sendable (Bench, Int) throws -> [String])] = [
        (
            "EntityPredicate",
            { _, count in
                // The description is excluded: it can be parsed again, so it is never truncated.
                let predicate = EntityPredicate.any(
                    (0..<count).map { .attribute("title") == "\($0)" })
                return Array(texts(of: predicate).dropFirst())
            }
        ),
        (
            "AttributeDescription, RelationshipDescription, ConnectionDescription",
            { bench, _ in
                let article = Article.entityDescription
                return article.attributes.flatMap { texts(of: $0) }
                    + article.relationships.flatMap { texts(of: $0) }
                    + texts(of: bench.mappings.mappings[0].connections[0])
            }
        ),
        (
            "PropertyPath, SortKey, ValueRule, ValueExpression, Timestamp, PayloadPath",
            { _, _ in
                let path: PayloadPath = "a.b"
                return texts(of: PropertyPath("a.b")) + texts(of: SortKey.ascending("a"))
                    + texts(of: ValueRule.minimumLength(3)) + texts(of: path)
                    + texts(of: ValueExpression.sum("a.b"))
                    + texts(of: Timestamp("2020-01-01") as Any)
            }
        ),
        (
            "PayloadValue, PayloadDecimal",
            { bench, _ in
                let document = try PayloadDocument(bench.text)
                return texts(of: document.root)
                    + texts(of: document.root[0]?["id"]?.decimal as Any)
            }
        ),
    ]

    @Test(arguments: [10, 2000])
    func `descriptions of saves are short, whatever their size`(count: Int) async throws {
        let bench = try Bench(1)
        var saves = bench.container.saves().makeAsyncIterator()
        var changes = bench.container.changes(of: Author.self).makeAsyncIterator()
        let request = SelectRequest("Author", ["authorID"])
        var rows = bench.container.changes(of: request).makeAsyncIterator()
        _ = (try await changes.next(), try await rows.next())
        try bench.container.perform { context throws in
            for number in 0..<count { context.insert(Author.self).authorID = Int64(-1 - number) }
            try context.save()
        }
        let saved = try #require(try await saves.next())
        let found = try #require(try await changes.next())
        let selected = try #require(try await rows.next())
        for text in Self.texts(of: saved) + Self.texts(of: found) + Self.texts(of: selected) {
            #expect(text.count <= Self.limit && !text.isEmpty, "\(text.prefix(300))")
        }
        #expect("\(found)" == "\(count) inserted; \(count) objects")
        #expect("\(selected)" == "\(count) inserted; \(count) rows")
    }
}
