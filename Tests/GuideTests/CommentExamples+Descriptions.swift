import Mercator
import MercatorTesting
import Testing

@Suite("The examples in comments about descriptions of servers")
struct CommentExamplesOfDescriptions {
    @Test func `a description that the plan accepts`() throws {
        let plan = try CommentExamples().plan
        var server = RemoteDescription(base: "https://example.com/api/v1/")
        server.addRoute(for: "Article", "articles/:articleID", methods: [.get, .patch, .delete])
        server.addRoute(for: "Article", "articles", methods: [.post])
        server.addRoute(named: "articles", "articles")
        server.addRoute(forRelationship: "articles", of: "Author", "authors/:authorID/articles")
        server.addResponse(
            ResponseDescriptor(
                "articles", root: "articles", using: "Article",
                scope: .all("Article")))
        server.addError(ErrorDescriptor(statuses: .clientError, .problem))
        server.addRequest(RequestDescriptor(for: "Article", root: "article", patch: .mergePatch))
        let remote = try RemotePlan(server, for: plan)
        #expect(try remote.request(named: "articles").request.url.hasSuffix("/articles"))
    }

    @Test func `parts of a description`() throws {
        struct FieldError: Sendable { var field = "" }
        var fieldErrors = ObjectMapping(FieldError(), named: "FieldError")
        fieldErrors.addAttributeMapping(from: "field", to: \.field)
        var server = RemoteDescription(base: "https://example.com/")
        server.addError(ErrorDescriptor(statuses: .clientError, .problem))
        server.addError(ErrorDescriptor(statuses: [422], .values(of: fieldErrors, at: "errors")))
        server.addRequest(RequestDescriptor(for: "Article", root: "article", patch: .mergePatch))
        server.addResponse(
            ResponseDescriptor(
                "authors/:authorID/articles", root: "articles", using: "Article",
                scope: .objects(of: "Article", where: ["authorID": "authorID"])))
        server.addDependency(of: "articles", on: "articles/:id")
        server.addDependency(of: "authors/:author/articles", on: "authors/:author")
        #expect(server.dependencies.count == 2)
        let methods: MethodSet = [.get, .patch]
        let values = texts {
            let statuses: StatusSet = [409, 422]
            StatusSet.clientError.contains(404)  // true
            statuses.contains(404)
        }
        #expect(values == ["true", "false"] && methods.contains(.patch))
        let scopes = texts {
            OrphanScope.all("Article")
            // The objects of a path such as authors/:id/articles:
            OrphanScope.objects(of: "Article", where: ["authorID": "id"])
            OrphanScope.custom("recent") { _ in
                [FetchRequest("Article", where: .attribute("rating") > 3)]
            }
        }
        #expect(scopes[1] == "Article where authorID is ':id'")
    }

    @Test func `paths and URLs`() throws {
        let values = try texts {
            let pattern: PathPattern = "articles/:id"
            try pattern.path(with: ["id": "a/b"])  // articles/a%2Fb
            pattern.arguments(inPath: "articles/a%2Fb")  // ["id": "a/b"]
            let file: PathPattern = "files/:name\\.json"  // files/report.json
            try file.path(with: ["name": "report"])
        }
        #expect(
            values == ["articles/a%2Fb", #"Optional(["id": "a/b"])"#, "files/report.json"])
        let urls = texts {
            RemoteURL.resolve("../x?y=%2F", against: "https://example.com/a/b/c")
            // https://example.com/a/x?y=%2F
            Origin("HTTPS://Example.com:443/api") == Origin("https://example.com")  // true
        }
        #expect(urls == ["https://example.com/a/x?y=%2F", "true"])
        let targets = texts {
            let links = WebLink.links(in: [#"<?page=2>; rel="next", </last>; rel=last"#])
            WebLink.target("next", in: links, of: "https://example.com/articles")
            // https://example.com/articles?page=2
        }
        #expect(targets[0].contains("https://example.com/articles?page=2"))
    }
}
