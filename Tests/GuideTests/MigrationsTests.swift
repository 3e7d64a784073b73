import Foundation
import Mercator
import Testing

@Suite("Migrations")
struct MigrationsTests {
    enum First {
        struct Writer: Entity {
            let name = Attribute<String?>()
            let age = Attribute<Int16?>()
        }

        struct Article: Entity {
            let title = Attribute<String?>()
            let draft = Attribute<String?>()
            let writer = ToOne<Writer>()
        }
    }

    struct Author: Entity {
        static var renamingIdentifier: String? { "Writer" }
        let name = Attribute<String?>()
        let age = Attribute<Int64?>()
    }

    struct Article: Entity {
        let headline = Attribute<String?>("headline", renamingIdentifier: "title")
        let draft = Attribute<String?>()
        let rating = Attribute<Double?>(default: 3.0)
        let authors = ToMany<Author>("authors", renamingIdentifier: "writer")
    }

    @Test func `the file follows the model as the guide says`() throws {
        let file = try TemporaryFile()
        let path = file.path
        let guide = try Guide("Guides/Migrations.md")
        let questions = guide.blocks.filter { $0.language == "sql" }.map(\.text)
        #expect(questions.count == guide.texts.count)
        let version1 = try ManagedObjectModel(First.Writer.self, First.Article.self)
        let early = try PersistentContainer(model: version1, store: SQLiteStore(path))
        try early.perform { context in
            let writer = context.insert("Writer")
            writer["name"] = "Anna Atlas"
            let article = context.insert("Article")
            article["title"] = "Maps"
            article["draft"] = "Mops"
            article[toOne: "writer"] = writer
            try context.save()
        }
        let version2 = try ManagedObjectModel(Author.self, Article.self)
        let migrated = try PersistentContainer(model: version2, store: SQLiteStore(path))
        #expect(try migrated.perform { try $0.count(FetchRequest("Author")) } == 1)
        for (question, answer) in zip(questions, guide.texts) {
            #expect(try SQLiteShell(path).run(question) == answer)
        }
        var isOutdated = false
        do {
            try early.perform { try $0.fetch(FetchRequest("Article")).first?["title"] = "Atlas" }
        } catch let error as StoreError {
            isOutdated = error.code == .schemaMismatch  // make the container again
        }
        #expect(isOutdated)
        var refusal = ""
        let version3 = try ManagedObjectModel([
            EntityDescription(
                "Author",
                attributes: [
                    AttributeDescription("name", .string),
                    AttributeDescription("age", .integer64),
                ]),
            EntityDescription(
                "Article",
                attributes: [
                    AttributeDescription("headline", .string),
                    AttributeDescription("rating", .double, defaultValue: 3.0),
                ], relationships: [.toMany("authors", "Author")]),
        ])
        do {
            _ = try PersistentContainer(model: version3, store: SQLiteStore(path))
        } catch {
            refusal = error.message
        }
        let quoted = guide.text.split(separator: "\n").filter { $0.hasPrefix("> ") }
            .map { $0.dropFirst(2).trimmingCharacters(in: .whitespaces) }
            .joined(separator: " ")
        #expect(refusal.contains(quoted))
        let options = SQLiteStore.Options(migration: .inferred, migrationBackup: path + ".before")
        let smaller = try PersistentContainer(
            model: version3, store: SQLiteStore(path, options: options))
        #expect(try smaller.perform { try $0.count(FetchRequest("Article")) } == 1)
        let copy = try PersistentContainer(
            model: version2, store: SQLiteStore(path + ".before"))
        let draft = try copy.perform { try $0.fetch(FetchRequest("Article")).first?["draft"] }
        #expect(draft == "Mops")
        let version4 = try ManagedObjectModel([
            EntityDescription(
                "Author",
                attributes: [
                    AttributeDescription("firstName", .string),
                    AttributeDescription("lastName", .string),
                ], relationships: [.toMany("pages", "Page")]),
            EntityDescription("Page", attributes: [AttributeDescription("text", .string)]),
        ])
        var step = MigrationStep(from: ModelVersion("3", version3), to: ModelVersion("4", version4))
        step.transform("Author") { author, migration in
            guard case .string(let name) = author["name"] else { return nil }  // drops the object
            let names = name.split(separator: " ").map(String.init)
            var changed = try migration.row(from: author)  // what would be inferred
            changed["firstName"] = names.first.map(Value.string) ?? .null
            changed["lastName"] = names.dropFirst().last.map(Value.string) ?? .null
            return changed
        }
        step.transform("Article") { article, migration in
            var page = try migration.makeRow("Page")
            page["text"] = article["headline"]
            try migration.insert(page)
            for author in try migration.related(article, "authors") {
                try migration.link(migration.row(from: author), "pages", to: page.objectID)
            }
            return nil
        }
        let steps = SQLiteStore.Options(migration: .stepwise([step]))
        let rewritten = try PersistentContainer(
            model: version4, store: SQLiteStore(path, options: steps))
        let pages = try rewritten.perform { context in
            try context.fetch(FetchRequest("Author")).map { author in
                [author["firstName"], author["lastName"]]
                    + author[toMany: "pages"].map { $0["text"] }
            }
        }
        #expect(pages == [["Anna", "Atlas", "Maps"]])
    }
}
