import Mercator
import Testing

@Suite("Failures")
struct FailuresTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String>("title", default: "")
        let views = Attribute<Int32?>("views")
    }

    private let payload = Array(
        #"""
        {"articles": [
          {"id": 1, "title": "Maps", "views": 12},
          {"id": 2, "title": "Graphs", "views": "many"},
          {"id": "three", "title": "Trees"}
        ]}
        """#.utf8)

    private let model: ManagedObjectModel
    private let container: PersistentContainer
    private let plan: MappingPlan

    init() throws {
        model = try ManagedObjectModel(Article.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "title": "title", "views": "views"])
        plan = try MappingPlan(MappingSet([articles], roots: ["articles": "Article"]), for: model)
    }

    @Test func `what does not fit is collected`() throws {
        let texts = try Guide("Guides/Failures.md").texts
        let result = try MappingOperation(plan).run(payload, in: container)
        let inserted = result.total.inserted  // 1
        let issues = result.issues.map(\.description).joined(separator: "\n")
        #expect(inserted == 1)
        #expect(issues == texts[0])
        let lenient = MappingOperation(plan, options: MappingOptions(failurePolicy: .skipValue))
        let second = try lenient.run(payload, in: container)
        let without = second.total.inserted  // 1: article 2, without views
        #expect(without == 1)
        var complaint = ""
        do {
            try result.requireNoIssues()
        } catch {
            complaint = error.message
        }
        #expect(complaint == texts[1])
        let title = try container.perform { context in
            guard let article = try context.fetch(Article.self).first else { return "" }
            article.title += "!"
            do {
                try context.save()
            } catch let error as StoreError
                where [.conflict, .uniqueness, .brokenReference].contains(error.code)
            {
                context.rollback()  // then read and change again
            }
            return article.title
        }  // "Maps!"
        #expect(title == "Maps!")
    }

    @Test func `the policy fail changes nothing`() throws {
        let strict = MappingOperation(plan, options: MappingOptions(failurePolicy: .fail))
        #expect {
            try strict.run(payload, in: container)
        } throws: { error in
            (error as? MappingError)?.code == .recordFailed
        }
        #expect(try container.perform { try $0.count(FetchRequest("Article")) } == 0)
    }

    @Test func `errors have codes`() throws {
        let texts = try Guide("Guides/Failures.md").texts
        var place = ""
        var advice = ""
        do {
            _ = try MappingOperation(plan).run("[1 2]".utf8, in: container)
        } catch PayloadError.Code.expectedArrayEnd {
            place = "not JSON"
        }

        do {
            _ = try MappingOperation(plan).run(#"{"article": []}"#.utf8, in: container)
        } catch let error as MappingError where error.code == .unmappedPayload {
            advice = error.message
        }
        #expect(place == "not JSON")
        #expect(advice == texts[2])
    }

    @Test func `a hostile payload is refused`() throws {
        let texts = try Guide("Guides/Failures.md").texts
        var complaint = ""
        var options = PayloadOptions()
        options.limits.nestingDepth = 32
        options.duplicateKeys = .reject

        do {
            _ = try PayloadDocument(parsing: #"{"id": 1, "id": 2}"#, options: options)
        } catch {
            complaint = "\(error)"
        }
        #expect(complaint == texts[3])
    }
}
