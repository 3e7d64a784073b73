import Mercator
import Testing

/// The part of the page about values that are absent or wrong.
extension MappingAttributesTests {
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
