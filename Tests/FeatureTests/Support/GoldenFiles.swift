import Foundation
import MappingGeneration
import MappingInference
import Mercator
import MercatorTesting

/// The files of a release, written by it, and how the present version writes them.
///
/// `MERCATOR_WRITE_GOLDEN=1 swift test --filter GoldenTests` writes those of the present release
/// into the sources.
struct GoldenFiles {
    struct Article: Entity {
        let articleID = Attribute<Int64>(from: "id")
        let title = Attribute<String>(from: "title", isSearchable: true)
        let price = Attribute<Decimal?>(from: "price")
        let published = Attribute<Timestamp?>(from: "published")
        let authorID = Attribute<Int64?>(from: "author_id")
        let author = ToOne<Author>(inverse: \.articles, connectedBy: \Article.authorID)
        let tags = ToMany<Tag>(from: "tags", inverse: \.articles, isOrdered: true)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let articles = ToMany<Article>()
    }

    struct Tag: Entity {
        let name = Attribute<String>(from: "name", isIdentity: true)
        let articles = ToMany<Article>()
    }

    /// Two articles, one of which refers to an author that the payload lacks.
    static let payload = """
        {"articles": [
            {"id": 7, "title": "Storm in the harbour", "price": 12.50, "author_id": 3,
             "published": "2026-01-02T03:04:05Z",
             "tags": [{"name": "sea"}, {"name": "air"}, {"name": "land"}]},
            {"id": 8, "title": "Calm", "author_id": 9, "tags": [{"name": "land"}, {"name": "sea"}]}
        ], "authors": [{"id": 3, "name": "Anna"}]}
        """
    /// Two articles, imported with a checkpoint.
    static let lines = Array(
        "{\"id\": 20, \"title\": \"a\"}\n{\"id\": 21, \"title\": \"b\"}\n".utf8)
    /// A change of the store, which is reported but not made.
    static let change = #"[{"id": 8, "title": "Wind", "tags": [{"name": "air"}]}]"#

    static var server: RemoteDescription {
        var server = RemoteDescription(base: "https://example.com/")
        server.addRoute(for: "Article", "articles/:articleID", methods: [.get, .patch])
        server.addResponse(ResponseDescriptor("articles/:articleID", using: "Article"))
        server.addRequest(RequestDescriptor(for: "Article"))
        return server
    }

    static func container(at path: String) throws -> PersistentContainer {
        try PersistentContainer(for: Article.self, Author.self, Tag.self, at: path)
    }

    static func lineImport(into container: PersistentContainer) throws -> ImportOperation {
        try ImportOperation(
            container.plan(for: Article.self), mapping: "Article",
            options: ImportOptions(checkpoint: "golden"))
    }

    static func changes(in container: PersistentContainer) throws -> ChangeReport {
        try MappingOperation(container.plan(for: Article.self)).dryRun(change, in: container)
            .changes
    }

    static func inferred() throws -> InferredMapping {
        try MappingInference().infer([
            PayloadSource(name: "articles.json", bytes: Array(payload.utf8))
        ])
    }

    /// The folder in the sources with a folder for each release.
    static let sources = URL(filePath: #filePath).appending(path: "../../Golden").standardized

    /// Writes the files of the present version into a folder.
    static func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let container = try container(at: folder.appending(path: "graph.store").path)
        try container.load(payload)
        _ = try lineImport(into: container).run([lines], in: container)
        let manager = try container.remote(
            server, over: StubTransport { _ in TransportResponse(500) })
        try container.write { context in
            guard let article = try context.first(Article.self, where: { $0.articleID == 7 }) else {
                return
            }
            article.title = "Storm"
            try manager.outbox.update(article.objectID, in: context)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try encoder.encode(try changes(in: container))
            .write(to: folder.appending(path: "changes.json"))
        container.close()
        let inferred = try inferred()
        try Data(inferred.file.text.utf8).write(to: folder.appending(path: "mapping.json"))
        try Data(InferenceJSON(inferred).text().utf8)
            .write(to: folder.appending(path: "inference.json"))
    }
}
