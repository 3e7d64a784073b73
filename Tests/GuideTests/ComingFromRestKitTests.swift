import Foundation
import Mercator
import MercatorTesting
import Testing

private typealias Article = ComingFromRestKitTests.Article

extension Object<Article> {
    var byline: String { "\(self.title ?? "Untitled") by \(self.author?.name ?? "nobody")" }
}

@Suite("Coming from RestKit")
struct ComingFromRestKitTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>()
        let title = Attribute<String?>()
        let publishedAt = Attribute<Timestamp?>()
        let updatedAt = Attribute<Timestamp?>()
        let isDraft = Attribute<Bool>(default: false)
        let isGone = Attribute<Bool>(default: false)
        let authorID = Attribute<Int64?>()
        let desk = Attribute<String?>()
        let tagNames = Attribute<[String]?>()
        let author = ToOne<Author>(inverse: \.articles)
        let editor = ToOne<Author>()
        let tags = ToMany<Tag>(isOrdered: true)
        let comments = ToMany<Comment>(deleteRule: .cascade)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>()
        let desk = Attribute<String?>()
        let name = Attribute<String?>()
        let boss = ToOne<Author>()
        let articles = ToMany<Article>()
    }

    struct Comment: Entity {
        let commentID = Attribute<Int64>()
        let text = Attribute<String?>()
        let place = Attribute<Int64?>()
        let page = Attribute<Int64?>()
        let article = ToOne<Article>(inverse: \.comments)
    }

    struct Tag: Entity {
        let name = Attribute<String>()
    }

    struct Video: Entity {
        let videoID = Attribute<Int64?>()
        let seconds = Attribute<Int32?>()
    }

    enum Place: String, CaseIterable, Sendable { case memory, disk }

    let model: ManagedObjectModel
    let file: TemporaryFile
    let guide: Guide

    init() throws {
        model = try ManagedObjectModel(
            Article.self, Author.self, Comment.self, Tag.self, Video.self)
        file = try TemporaryFile()
        guide = try Guide("Guides/ComingFromRestKit.md")
    }

    func open(_ place: Place) throws -> PersistentContainer {
        switch place {
        case .memory: try PersistentContainer(model: model, store: InMemoryStore())
        case .disk: try PersistentContainer(model: model, store: SQLiteStore(file.path))
        }
    }

    func operation(
        _ mappings: [EntityMapping], roots: KeyValuePairs<PayloadPath, String>
    ) throws -> MappingOperation {
        MappingOperation(try MappingPlan(MappingSet(mappings, roots: roots), for: model))
    }

    var payload: [UInt8] {
        Array(
            #"""
            {"articles": [
              {"id": 1, "headline": {"text": "Maps"}, "published": "2014-08-31T02:29:15Z",
               "author": {"id": 11, "name": "Anna"}},
              {"id": "2", "headline": {"text": "Graphs"}, "author": {"id": 11, "name": "Anna"}}
            ]}
            """#.utf8)
    }

    var firstMappings: [EntityMapping] {
        var authors = EntityMapping(forEntityNamed: "Author", in: model)
        authors.identificationAttributes = ["authorID"]
        authors.addAttributeMappings(["id": "authorID", "name": "name"])

        var articles = EntityMapping(forEntityNamed: "Article", in: model)
        articles.identificationAttributes = ["articleID"]
        articles.addAttributeMappings([
            "id": "articleID", "headline.text": "title", "published": "publishedAt",
        ])
        articles.addRelationshipMapping(from: "author", to: "author", using: "Author")
        return [articles, authors]
    }

    @Test(arguments: Place.allCases)
    func `the first mapping`(place: Place) throws {
        let container = try open(place)
        var authors = EntityMapping(forEntityNamed: "Author", in: model)
        authors.identificationAttributes = ["authorID"]
        authors.addAttributeMappings(["id": "authorID", "name": "name"])

        var articles = EntityMapping(forEntityNamed: "Article", in: model)
        articles.identificationAttributes = ["articleID"]
        articles.addAttributeMappings([
            "id": "articleID", "headline.text": "title", "published": "publishedAt",
        ])
        articles.addRelationshipMapping(from: "author", to: "author", using: "Author")

        let mappings = MappingSet([articles, authors], roots: ["articles": "Article"])
        let plan = try MappingPlan(mappings, for: model)
        let operation = MappingOperation(plan)
        let result = try operation.run(payload, in: container)
        let inserted = result.counts["Author"]?.inserted  // 1

        let titles = try container.perform { context in
            try result.array.compactMap { try context.object(with: $0)?["title"] }
        }  // ["Maps", "Graphs"]
        #expect(inserted == 1)
        #expect(titles == ["Maps", "Graphs"])
        #expect(mappings.mappings == firstMappings)
        let bylines = try container.perform { try $0.fetch(Article.self).map(\.byline) }
        #expect(bylines == ["Maps by Anna", "Graphs by Anna"])
        let issues = result.issueCount
        #expect(issues == 0)
    }

    @Test func `pairs that a program holds`() throws {
        var articles = EntityMapping(for: Article.self)
        let pairs = ["id": "articleID", "headline.text": "title"]
        for (source, destination) in pairs.sorted(by: <) {
            articles.addAttributeMapping(from: source, to: destination)
        }
        #expect(articles.attributeMappings.map(\.destination) == ["title", "articleID"])
    }

    @Test func `a wrong name is a problem of the plan`() throws {
        var report = ""
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "headline": "titel"])
        articles.addRelationshipMapping(
            from: "author", to: "author", using: "Author", assignmentPolicy: .union)
        do {
            _ = try MappingPlan(
                MappingSet([articles], roots: ["articles": "Article"]), for: model)
        } catch {
            report = "\(error)"
        }
        #expect(report == guide.texts[0])
    }

    @Test(arguments: Place.allCases)
    func `connections`(place: Place) throws {
        let container = try open(place)
        var authors = EntityMapping(for: Author.self)
        authors.identificationAttributes = ["authorID", "desk"]
        authors.addAttributeMappings(["id": "authorID", "desk": "desk", "name": "name"])
        authors.addRelationshipMapping(from: "boss", to: "boss", using: "Author")
        var tags = EntityMapping(for: Tag.self)
        tags.identificationAttributes = ["name"]
        tags.addAttributeMapping(from: "", to: "name")
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "author_id": "authorID", "desk": "desk", "draft": "isDraft",
            "tags": "tagNames",
        ])
        articles.addConnection(
            for: "author", connectedBy: ["authorID": "authorID", "desk": "desk"])
        articles.addConnection(for: "editor", keyPath: "author.boss")
        articles.addConnection(
            ConnectionDescription(
                entity: "Article", relationship: "tags", connectedBy: ["tagNames": "name"],
                sourcePredicate: .attribute("isDraft") == false))
        let articlesPayload = Array(
            #"""
            {"articles": [
              {"id": 1, "author_id": 11, "desk": "Berlin", "tags": ["swift", "sql"]},
              {"id": 2, "author_id": 11, "desk": "Rome", "tags": ["swift"], "draft": true}
            ]}
            """#.utf8)
        let peoplePayload = Array(
            #"""
            {"tags": ["sql", "swift"], "authors": [
              {"id": 11, "desk": "Berlin", "name": "Anna",
               "boss": {"id": 12, "desk": "Berlin", "name": "Ida"}}
            ]}
            """#.utf8)
        let articleLoad = try operation([articles], roots: ["articles": "Article"])
        let peopleLoad = try operation(
            [authors, tags], roots: ["authors": "Author", "tags": "Tag"])
        let early = try articleLoad.run(articlesPayload, in: container)
        let open = early.unresolved[0].description
        // Article.author: 2 foreign keys wait for 2 objects that are not here yet
        let late = try peopleLoad.run(peoplePayload, in: container)
        let connected = late.counts["Article"]?.connected  // 3
        let lines = try container.perform { context in
            try context.fetch(Article.self, sortedBy: [.ascending("articleID")]).map { article in
                let names = [article.author?.name, article.editor?.name].map { $0 ?? "nobody" }
                return (names + article.tags.map(\.name)).joined(separator: ", ")
            }
        }  // ["Anna, Ida, swift, sql", "nobody, nobody"]
        #expect(open == "Article.author: 2 foreign keys wait for 2 objects that are not here yet")
        #expect(connected == 3)
        #expect(lines == ["Anna, Ida, swift, sql", "nobody, nobody"])
    }

    @Test(arguments: Place.allCases)
    func `dynamic mappings`(place: Place) throws {
        let container = try open(place)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "title": "title"])
        var videos = EntityMapping(for: Video.self)
        videos.addAttributeMappings(["id": "videoID", "seconds": "seconds"])
        let payload = Array(
            #"""
            {"items": [{"kind": "article", "id": 1}, {"id": 2, "seconds": 93}, {"kind": "ad"}]}
            """#.utf8)

        var items = DynamicMapping(named: "Item")
        items.add(.value(at: "kind", equals: "article", use: "Article"))
        items.add(
            .closure("by length", among: ["Video"]) { context in
                context.value(at: "seconds") == nil ? .decline : .use("Video")
            })

        let plan = try MappingPlan(
            MappingSet(
                [articles, videos], dynamicMappings: [items], roots: ["items": "Item"]),
            for: model)
        let result = try MappingOperation(plan).run(payload, in: container)
        let kinds = result.array.map(\.entityName)  // ["Article", "Video"]
        #expect(kinds == ["Article", "Video"])
        #expect(result.issueCount == 0)
    }

    @Test(arguments: Place.allCases)
    func `policies, tombstones and versions`(place: Place) throws {
        let container = try open(place)
        var comments = EntityMapping(for: Comment.self)
        comments.addAttributeMappings(["id": "commentID", "text": "text"])
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "gone": "isGone", "updated": "updatedAt",
        ])
        articles.addRelationshipMapping(
            from: "comments", to: "comments", using: "Comment", assignmentPolicy: .replace)
        articles.modificationAttribute = "updatedAt"
        articles.deletionPredicate = try EntityPredicate(format: "isGone == YES")
        let before = Array(
            #"""
            {"articles": [
              {"id": 1, "title": "Maps", "updated": "2014-08-31T00:00:00Z",
               "comments": [{"id": 5, "text": "Good"}, {"id": 6, "text": "Bad"}]},
              {"id": 2, "title": "Graphs", "updated": "2014-08-31T00:00:00Z"},
              {"id": 3, "title": "Trees"}
            ]}
            """#.utf8)
        let after = Array(
            #"""
            {"articles": [
              {"id": 1, "title": "Globes", "updated": "2014-09-01T00:00:00Z",
               "comments": [{"id": 6, "text": "Not so bad"}, {"id": 7, "text": "New"}]},
              {"id": 2, "title": "Old", "updated": "2014-08-30T00:00:00Z"},
              {"id": 3, "gone": true}
            ]}
            """#.utf8)
        let load = try operation([articles, comments], roots: ["articles": "Article"])
        try load.run(before, in: container).requireNoIssues()
        let old = try container.perform { context in
            try context.fetch(FetchRequest("Comment", where: .attribute("commentID") == 6))
                .map(\.objectID)
        }
        let result = try load.run(after, in: container)
        let deleted = result.counts.mapValues(\.deleted)  // ["Article": 1, "Comment": 1]
        let titles = try container.perform { context in
            try context.fetch(Article.self, sortedBy: [.ascending("articleID")]).map(\.title)
        }  // ["Globes", "Graphs"]
        #expect(deleted == ["Article": 1, "Comment": 1])
        #expect(titles == ["Globes", "Graphs"])
        let kept = try container.perform { context in
            try context.fetch(FetchRequest("Comment", where: .attribute("commentID") == 6))
                .map { ($0.objectID, $0["text"]) }
        }
        #expect(kept.map(\.0) == old)
        #expect(kept.map(\.1) == ["Not so bad"])
    }

    @Test(arguments: Place.allCases)
    func `values and dates`(place: Place) throws {
        let container = try open(place)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "updated": "updatedAt"])
        articles.addAttributeMapping(
            from: "published", to: "publishedAt", using: .secondsSince1970)
        articles.addAttributeMapping(
            from: "title", to: "title",
            using: ValueTransform("shout") { value in
                value.string.map { .string($0.uppercased()) }
            })
        let payload = Array(
            #"""
            {"id": 1, "published": 1409445000, "updated": "08/31/2014", "title": "maps"}
            """#.utf8)
        articles.defaultTransforms[.date] = .firstOf([
            .iso8601, .secondsSince1970, .usDate, .isoDay, .httpDate, .rfc850Date, .asctimeDate,
        ])
        try operation([articles], roots: ["": "Article"]).run(payload, in: container)
            .requireNoIssues()
        let values = try container.perform { context in
            try context.fetch(FetchRequest("Article")).map { article in
                ["publishedAt", "updatedAt", "title"].map { "\(article[$0])" }
            }
        }
        #expect(values == [["2014-08-31T00:30:00Z", "2014-08-31T00:00:00Z", "\"MAPS\""]])
        articles.defaultTransforms = [:]
        let strict = try operation([articles], roots: ["": "Article"]).run(payload, in: container)
        #expect(strict.issues.map(\.description) == [guide.texts[1]])
    }
}
