import Foundation
import Mercator
import Testing

/// Statements of the guide's tables without a block of their own.
extension ComingFromRestKitTests {
    /// A payload for which RestKit and Mercator differ, with Mercator's result.
    struct Difference: CustomTestStringConvertible, Sendable {
        let id: String
        let payload: String
        let inserted: Int
        let issues: [MappingIssue.Code]

        var testDescription: String { id }
    }

    static let differences = [
        Difference(
            id: "text is no number", payload: #"{"id": "12px"}"#, inserted: 0,
            issues: [.invalidValue]),
        Difference(
            id: "number is no date", payload: #"{"id": 1, "published": 1409445000}"#, inserted: 0,
            issues: [.invalidValue]),
        Difference(
            id: "array for one", payload: #"{"id": 1, "author": [{"id": 11}]}"#, inserted: 1,
            issues: [.unexpectedKind]),
        Difference(
            id: "text for one", payload: #"{"id": 1, "author": "Anna"}"#, inserted: 1,
            issues: [.unexpectedKind]),
        Difference(
            id: "null among many", payload: #"{"id": 1, "comments": [null, {"id": 5}]}"#,
            inserted: 2, issues: []),
        Difference(
            id: "nested record fails", payload: #"{"id": 1, "author": {"id": "x"}}"#, inserted: 1,
            issues: [.invalidValue]),
        Difference(
            id: "no mapped key", payload: #"{"error": "Go away"}"#, inserted: 0,
            issues: [.unmappableRepresentation]),
    ]

    @Test(arguments: differences)
    func `what is different on purpose`(row: Difference) throws {
        let container = try open(.memory)
        var comments = EntityMapping(for: Comment.self)
        comments.addAttributeMappings(["id": "commentID"])
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "published": "publishedAt",
        ])
        articles.addRelationshipMapping(from: "author", to: "author", using: "Author")
        articles.addRelationshipMapping(from: "comments", to: "comments", using: "Comment")
        let load = try operation(
            [articles, comments, firstMappings[1]], roots: ["": "Article"])
        let result = try load.run(row.payload.utf8, in: container)
        #expect(result.total.inserted == row.inserted)
        #expect(result.issues.map(\.code) == row.issues)
    }

    @Test(.inserts(again: 2, because: "nothing can find them"), arguments: Place.allCases)
    func `records without a key are objects of their own`(place: Place) throws {
        let container = try open(place)
        var videos = EntityMapping(for: Video.self)
        videos.addAttributeMappings(["id": "videoID", "seconds": "seconds"])
        let result = try operation([videos], roots: ["": "Video"])
            .run(#"[{"seconds": 1}, {"id": null, "seconds": 2}]"#.utf8, in: container)
        #expect(result.total.inserted == 2)
        #expect(result.issueCount == 0)
    }

    @Test(.inserts(again: 1, because: "authors have no identification"), arguments: Place.allCases)
    func `a key with a part that is nil is a key`(place: Place) throws {
        let container = try open(place)
        var authors = EntityMapping(for: Author.self)
        authors.identificationAttributes = nil
        authors.addAttributeMappings(["id": "authorID", "desk": "desk"])
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "author_id": "authorID"])
        articles.addConnection(for: "author", connectedBy: ["authorID", "desk"])
        let load = try operation(
            [articles, authors], roots: ["articles": "Article", "authors": "Author"])
        let payload = #"{"articles": {"id": 1, "author_id": 11}, "authors": {"id": 11}}"#
        let result = try load.run(payload.utf8, in: container)
        #expect(result.total.inserted == 2)
        #expect(result.total.connected == 1)
    }

    @Test(arguments: Place.allCases)
    func `two mappings to one attribute are applied in order`(place: Place) throws {
        let container = try open(place)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "headline": "title", "name": "title"])
        let payload = #"[{"id": 1, "headline": "A"}, {"id": 2, "name": "C", "headline": "B"}]"#
        try operation([articles], roots: ["": "Article"]).run(payload.utf8, in: container)
            .requireNoIssues()
        let titles = try container.perform { try $0.fetch(Article.self).map(\.title) }
        #expect(titles == ["A", "C"])
    }

    @Test func `an empty body is no payload`() throws {
        let container = try open(.memory)
        let load = try operation(firstMappings, roots: ["articles": "Article"])
        #expect(throws: PayloadError.self) { try load.run([UInt8](), in: container) }
        #expect(throws: MappingError.self) { try load.run("{}".utf8, in: container) }
    }

    @Test func `mappings that RestKit refuses are refused`() throws {
        var articles = EntityMapping(for: Article.self)
        articles.identificationAttributes = []
        articles.addAttributeMappings(["id": "articleID"])
        articles.addConnection(for: "author", connectedBy: "authorID")
        articles.addConnection(for: "author", connectedBy: "desk")
        let error = #expect(throws: MappingPlanError.self) {
            _ = try MappingPlan(MappingSet([articles], roots: ["": "Article"]), for: model)
        }
        #expect(error?.problems.count == 2)
    }

    @Test func `a compiled model is not read`() throws {
        let folder = URL(filePath: file.path).deletingLastPathComponent()
            .appending(path: "News.momd")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("bplist00".utf8).write(to: folder.appending(path: "News.mom"))
        let error = #expect(throws: XcodeModelError.self) {
            _ = try XcodeModel(path: folder.path)
        }
        #expect(error?.description.contains("it is compiled") == true)
    }

    @Test func `one key is needed where it is a value`() throws {
        let container = try open(.memory)
        var authors = EntityMapping(for: Author.self)
        authors.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        authors.addAttributeMapping(from: "(name).id", to: "authorID")
        let result = try operation([authors], roots: ["": "Author"])
            .run(#"[{"Anna": {"id": 1}, "Ben": {"id": 2}}]"#.utf8, in: container)
        #expect(result.total.inserted == 0)
        #expect(result.issueCount == 1)
    }

    @Test func `what writes through a relationship comes last`() throws {
        let container = try open(.memory)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "by": "author.name"])
        articles.addRelationshipMapping(from: "author", to: "author", using: "Author")
        let load = try operation([articles, firstMappings[1]], roots: ["": "Article"])
        let payload = #"{"by": "A. B.", "id": 1, "author": {"id": 11, "name": "Anna"}}"#
        try load.run(payload.utf8, in: container).requireNoIssues()
        let bylines = try container.perform { try $0.fetch(Article.self).map(\.byline) }
        #expect(bylines == ["Untitled by A. B."])
    }

    @Test(arguments: [
        ("application/vnd.news.v2+json", true), ("application/vnd.news.v2", false),
        ("text/x.json", true), ("text/xyjson", false),
    ])
    func `a MIME type is a pattern with wildcards, no regular expression`(
        type: String, isKnown: Bool
    ) throws {
        var formats = PayloadFormatRegistry()
        formats.register(.json, forMIMEType: "text/x.json")
        formats.register(.json, forMIMEType: "application/(vnd|x)\\..+")
        let format = try? formats.format(forMIMEType: type)
        #expect((format == .json) == isKnown)
    }

    @Test func `brackets are no part of a key in a form`() throws {
        let form = try PayloadFormat.form.document(from: Array("tags[]=a&tags[]=b&id=1".utf8))
        #expect(form.root["tags"]?.elements.map(\.string) == ["a", "b"])
        #expect(form.root["tags[]"] == nil)
        let container = try open(.memory)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "tags": "tagNames"])
        try operation([articles], roots: ["": "Article"]).run(form, in: container)
            .requireNoIssues()
        let tags = try container.perform { try $0.fetch(Article.self).map(\.tagNames) }
        #expect(tags == [["a", "b"]])
    }

    @Test func `no mapping at all is a problem of the plan`() throws {
        for set in [MappingSet(), MappingSet(firstMappings)] {
            let error = #expect(throws: MappingPlanError.self) {
                _ = try MappingPlan(set, for: model)
            }
            #expect(error?.problems.map(\.code) == [.path])
        }
    }

    @Test(arguments: [
        ("2014-08-31T02:29:15.000Z", "2014-08-31T02:29:15Z"),
        ("2014-08-31T02:29:15Z", "2014-08-31T02:29:15Z"),
        ("2014-08-31T02:29:15.250Z", "2014-08-31T02:29:15.25Z"),
    ])
    func `written dates have a fraction only if it is not zero`(
        read: String, written: String
    ) throws {
        let container = try open(.disk)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "published": "publishedAt"])
        let load = try operation([articles], roots: ["": "Article"])
        try load.run(#"{"id": 1, "published": "\#(read)"}"#, in: container).requireNoIssues()
        let writer = try RepresentationWriter(load.plan, mapping: "Article")
        let text = try container.perform { context in
            let article = try #require(try context.fetch(Article.self).first)
            return String(decoding: try writer.jsonBytes(for: article), as: UTF8.self)
        }
        #expect(text == #"{"id":1,"published":"\#(written)"}"#)
    }

    @Test(arguments: Place.allCases)
    func `a single value for an array is an array of one element`(place: Place) throws {
        let container = try open(place)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "articleID", "tags": "tagNames"])
        let payload =
            #"[{"id": 1, "tags": 12345}, {"id": 2, "tags": "a"}, {"id": 3, "tags": null}]"#
        try operation([articles], roots: ["": "Article"]).run(payload, in: container)
            .requireNoIssues()
        let tags = try container.perform { try $0.fetch(Article.self).map(\.tagNames) }
        #expect(tags == [["12345"], ["a"], nil])
    }
}
