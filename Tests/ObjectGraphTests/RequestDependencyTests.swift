import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("Which saves can matter to a request")
struct RequestDependencyTests {
    /// A change of a small graph in which an author has an article with a tag, in the
    /// result or not.
    enum Change: String, CaseIterable, Sendable {
        case articleTitle, articleRating, otherArticleTitle, otherArticleRating
        case newArticle, newAuthor, newTag, newCover
        case authorName, authorAge, tagName, coverCaption
        case deleteOtherArticle, deleteTag, deleteCover, link, linkOther, setAuthor
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let request: FetchRequest
        let touching: Set<Change>
        var testDescription: String { name }
    }

    /// The changes that affect any list of articles with the first one; deleting its cover
    /// clears a reference.
    private static let always: Set<Change> = [
        .articleTitle, .articleRating, .newArticle, .setAuthor, .link, .deleteCover,
    ]

    private static let titled = EntityPredicate.attribute("title") == "in"

    private static let rows = [
        Row(
            name: "an attribute", request: FetchRequest("Article", where: titled),
            touching: always.union([.otherArticleTitle])),
        Row(
            name: "an order",
            request: FetchRequest("Article", where: titled, sortedBy: [.ascending("rating")]),
            touching: always.union([.otherArticleTitle, .otherArticleRating])),
        Row(
            name: "a window that nothing is in",
            request: FetchRequest("Article", where: titled, offset: 1),
            touching: [.articleTitle, .otherArticleTitle, .newArticle, .deleteOtherArticle]),
        Row(
            name: "a path",
            request: FetchRequest(
                "Article", where: titled && .attribute("author.name") == "Anna"),
            touching: always.union([.otherArticleTitle, .authorName])),
        Row(
            name: "links, of nothing in the result",
            request: FetchRequest(
                "Article", where: titled && .any("tags", .attribute("name") != "x")),
            touching: [
                .articleTitle, .otherArticleTitle, .newArticle, .tagName, .deleteTag, .link,
                .linkOther,
            ]),
        Row(
            name: "an order by a path",
            request: FetchRequest(
                "Article", where: titled, sortedBy: [.ascending("cover.caption")]),
            touching: always.union([.otherArticleTitle, .coverCaption])),
        Row(
            name: "a family", request: FetchRequest("Person", where: .attribute("name") == "Anna"),
            touching: [.authorName, .authorAge, .newAuthor]),
        Row(
            name: "an entity without its sub-entities",
            request: FetchRequest("Person", includesSubentities: false), touching: []),
        Row(
            name: "a way back",
            request: FetchRequest(
                "Author", where: .any("articles", .attribute("title") == "in")),
            touching: [
                .authorName, .authorAge, .newAuthor, .newArticle, .articleTitle,
                .otherArticleTitle, .deleteOtherArticle, .setAuthor,
            ]),
    ]

    @Test(arguments: rows, StoreKind.allCases)
    func `is asked again after those, and only those`(row: Row, store: StoreKind) throws {
        var found: Set<Change> = []
        for change in Change.allCases {
            let isTouched = try store.withContainer(ContractModel.make()) { container in
                try Self.isTouched(row.request, by: change, container)
            }
            if isTouched { found.insert(change) }
        }
        #expect(found == row.touching)
    }

    private static func isTouched(
        _ request: FetchRequest, by change: Change, _ container: PersistentContainer
    ) throws -> Bool {
        try container.perform { context in
            let author = context.insert("Author")
            author["name"] = "Anna"
            let (first, other) = (context.insert("Article"), context.insert("Article"))
            first["title"] = "in"
            first[toOne: "author"] = author
            first[toOne: "cover"] = context.insert("Cover")
            other["title"] = "out"
            context.insert("Tag")["name"] = "swift"
            try context.save()
        }
        let members = try container.perform { context in
            Set(try context.fetch(request).map(\.objectID.number))
        }
        let dependencies = try RequestDependencies(request, model: container.model)
        let touches = Mutex<[Bool]>([])
        try withExtendedLifetime(
            container.backend.commits.add(for: container.model) { changes in
                let isTouched = dependencies.isTouched(by: changes, members: members)
                let linked = dependencies.linked(by: changes, members: members)
                touches.withLock { $0.append(isTouched || !linked.isEmpty) }
            }
        ) {
            try container.perform { context in
                try apply(change, context)
                try context.save()
            }
        }
        let answers = touches.withLock { $0 }
        #expect(answers.count == 1, "one save, one answer")
        return answers.contains(true)
    }

    private static func apply(_ change: Change, _ context: ManagedObjectContext) throws {
        func first(_ entity: String) throws -> ManagedObject {
            try #require(try context.fetch(FetchRequest(entity)).first)
        }
        let article = try first("Article")
        let other = try #require(try context.fetch(FetchRequest("Article")).last)
        switch change {
        case .articleTitle: article["title"] = "out, too"
        case .articleRating: article["rating"] = 4.5
        case .otherArticleTitle: other["title"] = "somewhere"
        case .otherArticleRating: other["rating"] = 4.5
        case .newArticle: _ = context.insert("Article")
        case .newAuthor: _ = context.insert("Author")
        case .newTag: _ = context.insert("Tag")
        case .newCover: _ = context.insert("Cover")
        case .authorName: try first("Author")["name"] = "Berta"
        case .authorAge: try first("Author")["age"] = 40
        case .tagName: try first("Tag")["name"] = "linux"
        case .coverCaption: try first("Cover")["caption"] = "A map"
        case .deleteOtherArticle: context.delete(other)
        case .deleteTag: context.delete(try first("Tag"))
        case .deleteCover: context.delete(try first("Cover"))
        case .link: article[toMany: "tags"] = [try first("Tag")]
        case .linkOther: other[toMany: "tags"] = [try first("Tag")]
        case .setAuthor: article[toOne: "author"] = nil
        }
    }
}
