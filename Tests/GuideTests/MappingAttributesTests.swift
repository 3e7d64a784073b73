import Mercator
import Testing

@Suite("Mapping attributes")
struct MappingAttributesTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>(from: "id")
        let title = Attribute<String?>(from: "headline.text")
        let wordCount = Attribute<Int32?>(from: #"word\.count"#)
        let language = Attribute<String?>(from: #""@lang""#)
        let publishedAt = Attribute<Timestamp?>(from: "published")
        let rating = Attribute<Double?>(from: "rating")
        let isArchived = Attribute<Bool>(from: "isArchived", default: false)
        let section = ToOne<Section>(inverse: \.articles)
    }

    struct Section: Entity {
        let name = Attribute<String>(from: "name")
        let color = Attribute<String?>()
        let articles = ToMany<Article>()
    }

    struct Event: Entity {
        let eventID = Attribute<Int64>()
        let start = Attribute<Timestamp?>()
        let created = Attribute<Timestamp?>()
        let title = Attribute<String?>()
    }

    struct Note: Entity {
        let noteID = Attribute<Int64>()
        let state = Attribute<String?>()
        let rank = Attribute<Int16?>()
        let due = Attribute<Timestamp?>()
        let labels = Attribute<[String]?>()
    }

    struct Print: Entity {
        let printID = Attribute<Int64>(from: "id")
        let title = Attribute<String?>(from: "title")
        let width = Attribute<Double?>(from: "size.width")
        let rest = Attribute<[String: Value]?>(from: "@rest")
    }

    let model: ManagedObjectModel
    let container: PersistentContainer

    init() throws {
        model = try ManagedObjectModel(
            Article.self, Section.self, Event.self, Note.self, Print.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    @discardableResult
    func load(
        _ payload: String, _ mapping: EntityMapping, at root: PayloadPath = ""
    ) throws -> MappingResult {
        let set = MappingSet([mapping], roots: [root: mapping.name])
        return try MappingOperation(try MappingPlan(set, for: model))
            .run(payload.utf8, in: container)
    }

    @Test func `keys that nothing takes are kept`() throws {
        let payload = #"""
            {"id": 7, "title": "Maps", "size": {"width": 30, "unit": "cm"}, "internal": 1, "paper": "A3"}
            """#
        let prints = EntityMapping(Print.self, .set(\.ignoredPaths, to: ["internal"]))
        try load(payload, prints)
        let rest = try container.read { context in
            try context.fetch(Print.self).map(\.rest)
        }  // [["paper": "A3", "size": ["unit": "cm"]]]
        #expect(rest == [["paper": "A3", "size": ["unit": "cm"]]])
    }

    @Test func `a record becomes an object`() throws {
        let payload = #"""
            {
              "id": "42",
              "headline": {"text": "Maps"},
              "word.count": 1200,
              "@lang": "en",
              "published": "2014-08-31T02:29:15.25+02:00",
              "rating": null
            }
            """#
        let container = try PersistentContainer(
            for: Article.self, Section.self, in: InMemoryStore())
        try container.load(payload, as: Article.self)
        let values = try container.read { context in
            try context.fetch(Article.self).map { ($0.articleID, $0.title, $0.publishedAt) }
        }  // [(42, "Maps", 2014-08-31T00:29:15.25Z)]
        #expect(values.map(\.0) == [42] && values.map(\.1) == ["Maps"])
        #expect(values.map { $0.2?.description } == ["2014-08-31T00:29:15.25Z"])
        let others = try container.read { context in
            try context.fetch(Article.self).map { "\($0.wordCount ?? 0) \($0.language ?? "")" }
        }
        #expect(others == ["1200 en"])
    }

    @Test func `names follow from keys`() {
        var articles = EntityMapping(for: Article.entityDescription)
        articles.keyNaming = .snakeCase
        articles.addAttributeMappings(["word_count", "article_id"])
        #expect(articles.attributeMappings.map(\.destination) == ["wordCount", "articleID"])
    }

    @Test func `a destination may lead through a relationship`() throws {
        let articles = EntityMapping(
            Article.self, .map("section", to: \.section),
            .map("section.color", to: \.section, \.color))
        let set = MappingSet(
            [articles, EntityMapping(for: Section.self)], roots: ["": "Article"])
        let operation = MappingOperation(try MappingPlan(set, for: model))
        let result = try operation.run(
            #"[{"id": 1, "section": {"name": "A", "color": "red"}}]"#.utf8, in: container)
        #expect(result.issueCount == 0)
        let color = try container.perform { context in
            try context.fetch(FetchRequest("Section")).map { $0["color"] }
        }
        #expect(color == ["red"])
    }

    @Test func `a type may have a transform of its own`() throws {
        var events = EntityMapping(
            Event.self, .map("id", to: \.eventID), .map("start", to: \.start))
        events.defaultTransforms[.date] = .millisecondsSince1970
        try load(#"{"id": 1, "start": 1409445000500}"#, events).requireNoIssues()
        let start = try container.perform { context in
            try context.fetch(FetchRequest("Event")).map { "\($0["start"])" }
        }
        #expect(start == ["2014-08-31T00:30:00.5Z"])
    }

    @Test func `values and records are judged`() throws {
        var articles = EntityMapping(
            Article.self, .map("articleID", to: \.articleID), .map("title", to: \.title))
        let notEmpty = ValueValidation("not empty") { title in
            switch title {
            case "": .reject("a title")
            case "untitled": .decline
            default: .accept
            }
        }
        articles.addValidation(for: \Article.title, notEmpty)
        articles.recordValidation = RecordValidation("rated or counted") { article in
            article["rating"].isNull && article["wordCount"].isNull
                ? .reject("a rating or a count") : .accept
        }
        let result = try load(
            #"""
            [{"articleID": 1, "title": "", "rating": 1}, {"articleID": 2, "title": "untitled", "rating": 1},
             {"articleID": 3, "title": "A"}, {"articleID": 4, "title": "B", "rating": 2}]
            """#, articles)
        #expect(result.issues.map(\.expected) == ["a title", "a rating or a count"])
        let titles = try container.perform { context in
            try context.fetch(FetchRequest("Article")).map { "\($0["title"])" }
        }
        #expect(titles == ["nil", #""B""#])
    }

    @Test func `transforms convert what the default does not`() throws {
        let shout = ValueTransform("shout") { $0.string?.uppercased() }

        let events = EntityMapping(
            Event.self, .map("id", to: \.eventID),
            .map("start", to: \.start, using: .secondsSince1970),
            .map("created", to: \.created, using: .date(format: "EEE MMM dd HH:mm:ss Z yyyy")),
            .map("title", to: \.title, using: shout))
        let payload = #"""
            {"id": 1, "start": 1409445000.5, "created": "Sun Aug 31 00:29:15 +0000 2014", "title": "now"}
            """#
        try load(payload, events).requireNoIssues()
        let event = try container.perform { context in
            try context.fetch(FetchRequest("Event")).map { event in
                ["start", "created", "title"].map { event[$0] }
            }
        }  // [[2014-08-31T00:30:00.5Z, 2014-08-31T00:29:15Z, "NOW"]]
        let shown = "[[2014-08-31T00:30:00.5Z, 2014-08-31T00:29:15Z, \"NOW\"]]"
        #expect("\(event)" == shown)
    }

    enum Kind: String, AttributeValue { case text, photo, other }

    struct Post: Entity {
        let postID = Attribute<Int64>(from: "id")
        let kind = Attribute<Kind>(from: "kind")
        let related = Attribute<Kind?>(from: "related")
    }

    @Test func `words that the server invents`() throws {
        let posts = EntityMapping(
            Post.self, .map("kind", to: \.kind, unknownCases: .fallback(Kind.other)))
        let model = try ManagedObjectModel(Post.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let plan = try MappingPlan(MappingSet([posts], roots: ["": "Post"]), for: model)
        let payload = #"""
            {"id": 1, "kind": "hologram", "related": "hologram"}
            """#
        for _ in 0..<2 {
            let postResult = try MappingOperation(plan).run(payload.utf8, in: container)
            let unknown = postResult.issues.map(\.description)
            // ["Post.related (postID: 1): expected a value of type Kind, found text that is not one, at related (line 1, column 42)"]
            #expect(
                unknown == [
                    "Post.related (postID: 1): expected a value of type Kind, found text that is "
                        + "not one, at related (line 1, column 42)"
                ])
        }
        let kinds = try container.perform { context in
            try context.fetch(Post.self).map { [$0.kind, $0.related] }
        }
        #expect(kinds == [[.other, nil]])
    }

    @Test func `transforms stack`() throws {
        enum State: String, CaseIterable { case draft, published }

        let notes = EntityMapping(
            Note.self, .map("id", to: \.noteID, using: .trimmed),
            .map("state", to: \.state, using: .enumeration(of: State.self)),
            .map("rank", to: \.rank, using: .enumeration(["low": 1, "high": 3])),
            .map(
                "due", to: \.due,
                using: .firstOf([.isoDay, .date(format: "d MMM yyyy", offset: 3600)])),
            .map("labels", to: \.labels, using: .unique))
        let payload = #"""
            {"id": " 7 ", "state": "draft", "rank": "high", "due": "31 Aug 2014", "labels": ["a", "b", "a"]}
            """#
        try load(payload, notes).requireNoIssues()
        let note = try container.perform { context in
            try context.fetch(FetchRequest("Note")).map { note in
                ["noteID", "state", "rank", "due", "labels"].map { note[$0] }
            }
        }  // [[7, "draft", 3, 2014-08-30T23:00:00Z, ["a", "b"]]]
        #expect("\(note)" == #"[[7, "draft", 3, 2014-08-30T23:00:00Z, ["a", "b"]]]"#)
    }

    @Test func `a transform of one's own may write`() throws {
        let percent = ValueTransform("percent") { value in
            value.double.map { .double($0 / 100) }
        } reverse: { value in
            Double(attributeValue: value).map { .double($0 * 100) }
        }
        let articles = EntityMapping(Article.self, .map("share", to: \.rating, using: percent))
        try load(#"{"id": 1, "share": 25}"#, articles).requireNoIssues()
        let shown = try container.perform { context in
            try context.fetch(FetchRequest("Article")).map { $0["rating"] }
        }
        #expect(shown == [0.25])
    }

    @Test func `a transform changes whole representations`() throws {
        var articles = EntityMapping(Article.self, .map("title", to: \.title))
        articles.representationTransform = RepresentationTransform("version 1") { members in
            guard case .dictionary(var fields) = members["fields"] else { return nil }
            fields["id"] = members["legacy_id"]
            return fields
        }
        let payload = #"""
            [{"legacy_id": 1, "fields": {"title": "Maps", "rating": "high"}}, {"id": 2, "title": "Globes"}]
            """#
        let result = try load(payload, articles)
        #expect(result.issues.map(\.path) == ["[0].fields.rating"])
        let shown = try container.perform { context in
            try context.fetch(FetchRequest("Article")).map { $0["title"] }
        }
        #expect(shown == ["Globes"])
    }

    @Test func `a closure finishes what is mapped`() throws {
        var articles = EntityMapping(Article.self, .map("title", to: \.title))
        articles.didMap = MappingHook("section of the day") { article, representation in
            guard let name = representation["section"]?.string else { return }
            let known = try article.context.first(Section.self) { $0.name == name }
            let section = known ?? article.context.insert(Section.self)
            section.name = name
            Object<Article>(article)?.section = section
        }
        let payload = #"""
            [{"id": 1, "title": "Maps", "section": "News"}, {"id": 2, "section": "News"}, {"id": "none"}]
            """#
        let result = try load(payload, articles)
        #expect(result.counts["Section"]?.inserted == 1)
        #expect(result.counts["Article"]?.inserted == 2)
        let sections = try container.perform { context in
            try context.fetch(Section.self).map { section in
                "\(section.name): \(section.articles.map(\.articleID))"
            }
        }
        #expect(sections == ["News: [1, 2]"])
    }
}
