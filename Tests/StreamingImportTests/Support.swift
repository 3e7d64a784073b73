import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport

/// The content of the imports in these tests: articles with nested tags, and authors
/// referenced by key.
enum News {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    AttributeDescription("articleID", .integer64),
                    AttributeDescription("title", .string),
                    AttributeDescription("authorID", .integer64),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("tags", "Tag", inverse: "articles", isOrdered: true),
                ]),
            EntityDescription(
                "Author",
                attributes: [
                    AttributeDescription("authorID", .integer64),
                    AttributeDescription("name", .string),
                ],
                relationships: [.toMany("articles", "Article")]),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("tagID", .integer64)],
                relationships: [.toMany("articles", "Article")]),
        ])
    }

    struct MissingEntity: Error {}

    /// The mappings, with given roots.
    static func plan(
        _ model: ManagedObjectModel, roots: KeyValuePairs<PayloadPath, String> = ["": "Record"],
        hook: MappingHook? = nil
    ) throws -> MappingPlan {
        guard let article = model["Article"], let author = model["Author"], let tag = model["Tag"]
        else { throw MissingEntity() }
        var articles = EntityMapping(for: article)
        articles.addAttributeMappings(["id": "articleID", "title": "title", "author": "authorID"])
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        articles.addConnection(for: "author", connectedBy: "authorID")
        articles.didMap = hook
        var authors = EntityMapping(for: author)
        authors.addAttributeMappings(["id": "authorID", "name": "name"])
        var tags = EntityMapping(for: tag)
        tags.addAttributeMappings(["id": "tagID"])
        // A feed contains both kinds of records.
        let records = DynamicMapping(
            named: "Record",
            [
                .value(at: "type", equals: "author", use: "Author"),
                .value(at: "type", equals: "article", use: "Article"),
            ],
            unknownRepresentations: .ignore)
        return try MappingPlan(
            MappingSet([articles, authors, tags], dynamicMappings: [records], roots: roots),
            for: model)
    }

    /// An import of such a feed.
    static func operation(
        _ model: ManagedObjectModel, _ format: ImportFormat = .lines,
        options: ImportOptions = ImportOptions()
    ) throws -> ImportOperation {
        try ImportOperation(plan(model), mapping: "Record", format: format, options: options)
    }

    /// Returns a record; every fifth is an author, after some of its articles.
    static func record(_ number: Int) -> String {
        guard number % 5 != 4 else {
            return #"{"type": "author", "id": \#(number / 5 % 7), "name": "Ä \"\#(number)\" \\"}"#
        }
        return """
            {"type": "article", "id": \(number), "title": "Títle, [\(number)] {\\n}", \
            "author": \(number % 7), "tags": [{"id": \(number % 3)}, {"id": \(number % 11)}]}
            """
    }

    static func lines(_ count: Int) -> String {
        (0..<count).map { record($0) + "\n" }.joined()
    }

    static func array(_ count: Int) -> String {
        "[" + (0..<count).map(record).joined(separator: ", ") + "]"
    }

    /// The complete content of a container by payload keys, for comparing stores.
    static func content(_ container: PersistentContainer) throws -> [String] {
        try container.perform { context in
            let articles = try context.fetch(FetchRequest("Article")).map { article in
                let author = article[toOne: "author"].map { "\($0["name"])" } ?? "none"
                let tags = article[toMany: "tags"].map { "\($0["tagID"])" }
                return "\(article["articleID"]) \(article["title"]) \(author) \(tags)"
            }
            let others = try ["Author", "Tag"].flatMap { name in
                try context.fetch(FetchRequest(name)).map { object in
                    name + " \(object[name == "Tag" ? "tagID" : "name"])"
                }
            }
            return (articles + others).sorted()
        }
    }
}

extension Sequence<UInt8> {
    /// Returns the bytes in chunks of a size.
    func chunks(of size: Int) -> [[UInt8]] {
        let bytes = Array(self)
        return stride(from: 0, to: bytes.count, by: size).map {
            Array(bytes[$0..<Swift.min($0 + size, bytes.count)])
        }
    }
}

/// A directory for one test, removed when the test ends.
final class Folder {
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-import-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String = "source") throws -> String {
        try Data(text.utf8).write(to: directory.appendingPathComponent(name))
        return path(name)
    }
}
