import Mercator
import Testing

/// The parts of the page about values and mappings that are wrong.
extension MappingAttributesTests {
    @Test func `mistakes show before a payload does`() throws {
        let texts = try Guide("Guides/MappingAttributes.md").texts
        var report = ""
        var wrong = EntityMapping(for: Article.self)
        wrong.addAttributeMappings([
            "id": "articleID", "headline.text": "titel", "a..b": "language",
        ])
        wrong.addAttributeMapping(from: "score", to: "rating", using: .httpDate)
        do {
            _ = try MappingPlan(MappingSet([wrong], roots: ["": "Artikel"]), for: model)
        } catch {
            report = "\(error)"
        }
        #expect(report == texts[0])
    }

    @Test(arguments: [
        (#"{"articleID": 1, "title": null, "isArchived": true}"#, 0, "nil"),
        (#"{"articleID": 1, "isArchived": null, "title": "B"}"#, 1, #""A""#),
        (#"{"articleID": 1}"#, 0, #""A""#),
    ])
    func `absent, null and invalid are three things`(
        payload: String, issues: Int, title: String
    ) throws {
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["articleID", "title", "isArchived"])
        try load(#"{"articleID": 1, "title": "A"}"#, articles)
        #expect(try load(payload, articles).issueCount == issues)
        let shown = try container.perform { context in
            try context.fetch(FetchRequest("Article")).map { "\($0["title"])" }
        }
        #expect(shown == [title])
    }
}
