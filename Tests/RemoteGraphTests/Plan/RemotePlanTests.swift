import EntityMapper
import HTTPValues
import ObjectGraph
import PayloadFormats
import RemoteGraph
import RemotePlanning
import Testing

@Suite("Checking the description of a server")
struct RemotePlanTests {
    @Test func `a valid description has no problems`() throws {
        let remote = try Library().remote()
        #expect(remote.server == Library.server)
        #expect(remote.description.hasPrefix("RemotePlan for https://example.com, "))
    }

    @Test func `a parameter that is no attribute is reported with the one meant`() throws {
        let problems = try Library().problems { $0.addRoute(for: "Article", "a/:titel") }
        #expect(problems.map(\.code) == [.parameter])
        #expect(
            problems.first?.description
                == "route of Article: a/:titel (any method): ':titel': Article has no attribute "
                + "'titel'; did you mean 'title'?")
    }

    @Test(arguments: [
        "/:title:rating", "articles?page=1", "a/../b", "a#b", "a%FF/:articleID",
    ])
    func `a pattern that cannot match is reported`(pattern: PathPattern) throws {
        let problems = try Library().problems { $0.addRoute(for: "Author", pattern) }
        #expect(problems.contains { $0.code == .pattern })
        #expect(problems.allSatisfy { $0.subject.hasPrefix("route of Author") })
    }

    @Test func `a password in the base is reported, but not shown`() throws {
        let problems = try Library().problems { $0.base = "https://user:pass@h/" }
        #expect(problems.map(\.code) == [.base])
        #expect(!"\(problems)".contains("pass@") && !"\(problems)".contains("user:"))
    }

    @Test(arguments: ["", "h/api", "ftp://h", "https://", "https://h?a=1", "https://h/#a"])
    func `a base that is no beginning of URLs is reported`(base: String) throws {
        #expect(try Library().problems { $0.base = base }.map(\.code) == [.base])
    }

    @Test func `responses of equal rank at one root are reported, with both names`()
        throws
    {
        let problems = try Library().problems { server in
            server.addResponse(ResponseDescriptor("a/:x", root: "data", using: "Article"))
            server.addResponse(ResponseDescriptor("a/:y", root: "data", using: "Author"))
            server.addResponse(ResponseDescriptor("a/:z", root: "included", using: "Author"))
            server.addResponse(ResponseDescriptor("a/1", root: "data", using: "Author"))
            server.addResponse(
                ResponseDescriptor("a/:z", root: "data", methods: [.get], using: "Tag"))
            server.addResponse(
                ResponseDescriptor("a/:x/b", root: "data", using: "Tag"))
        }
        #expect(problems.map(\.code) == [.ambiguous])
        #expect(problems.first?.description.contains("'a/:x'") == true)
        #expect(problems.first?.description.contains("'a/:y'") == true)
    }

    @Test func `routes, requests and errors of equal rank are reported`() throws {
        let problems = try Library().problems { server in
            server.addRoute(for: "Article", "b", methods: [.get, .put])
            server.addRoute(named: "articles", "b")
            server.addRequest(RequestDescriptor(for: "Article"))
            server.addError(ErrorDescriptor(statuses: [404, 422], .problem))
            server.addError(ErrorDescriptor(statuses: [404, 410], .problem))
        }
        #expect(problems.map(\.code) == Array(repeating: .ambiguous, count: 4))
    }

    @Test func `a root that cannot be written is reported once for all methods`() throws {
        let problems = try Library().problems { server in
            server.addRequest(RequestDescriptor(for: "Tag", root: "@root.tags"))
        }
        #expect(problems.map(\.code) == [.request])
        #expect(problems.first?.description.contains("@root.tags") == true)
    }

    @Test func `every name that does not exist is reported with a suggestion`() throws {
        let problems = try Library().problems { server in
            server.addRoute(for: "Artikle", "x")
            server.addRoute(forRelationship: "artcles", of: "Author", "x")
            server.addRequest(RequestDescriptor(for: "Auther"))
            server.addRequest(RequestDescriptor(for: "Author", using: "Autor"))
            server.addRequest(RequestDescriptor(for: "Orphanage"))
            server.addResponse(ResponseDescriptor("x", using: "Artice"))
        }
        #expect(
            problems.map(\.code) == [
                .entity, .relationship, .entity, .mapping, .mapping, .mapping,
            ])
        #expect(problems.count { $0.message.contains("did you mean '") } == 5)
    }

    @Test func `sets that apply to nothing, or to the wrong thing, are reported`() throws {
        let problems = try Library().problems { server in
            server.addRoute(for: "Author", "x", methods: [])
            server.addResponse(ResponseDescriptor("x", statuses: [404], using: "Article"))
            server.addResponse(ResponseDescriptor("y", statuses: [], using: "Article"))
            server.addError(ErrorDescriptor(statuses: .success, .problem))
        }
        #expect(problems.map(\.code) == [.methods, .statuses, .statuses, .statuses])
    }

    @Test func `scopes are checked against the model and the pattern`() throws {
        let problems = try Library().problems { server in
            server.addResponse(
                ResponseDescriptor(
                    "authors/:id/articles", using: "Article",
                    scope: .objects(of: "Article", where: ["articlID": "idd"])))
            server.addResponse(
                ResponseDescriptor("y", using: "Article", scope: .all("Articl")))
            server.addResponse(
                ResponseDescriptor("z", methods: [.post], using: "Article", scope: .all("Article")))
        }
        #expect(problems.map(\.code) == [.scope, .scope, .entity, .scope])
        #expect(problems.count { $0.message.contains("did you mean '") } == 3)
    }

    @Test func `fields that only the transport can set are reported, without values`() throws {
        let problems = try Library().problems { server in
            server.headers = ["Host": "h", "X": "a\r\nsecret: 1", "Y Z": "1", "X-Good": "1"]
        }
        #expect(problems.map(\.code) == [.header, .header, .header])
        #expect(!"\(problems)".contains("secret"))
    }

    @Test func `a merge patch in another format than JSON is reported`() throws {
        let problems = try Library().problems { server in
            server.addRequest(
                RequestDescriptor(for: "Author", format: .form, patch: .mergePatch))
            server.addRequest(RequestDescriptor(for: "Tag", format: .xml))
        }
        #expect(problems.map(\.code) == [.request, .request])
    }

    @Test func `one error has all problems, one line each`() throws {
        let library = try Library()
        var server = Library.server
        server.base = "nowhere"
        server.addRoute(for: "Article", "x/:titel", methods: [.delete])
        server.addResponse(ResponseDescriptor(using: "Nothing"))
        let error = #expect(throws: RemotePlanError.self) {
            try RemotePlan(server, for: library.plan)
        }
        #expect(error?.problems.count == 3)
        #expect(error?.description.split(separator: "\n").count == 4)
    }

    @Test func `descriptions are values, and closures in them are compared by name`() {
        func server(_ name: String) -> RemoteDescription {
            var server = Library.server
            server.addResponse(
                ResponseDescriptor("x", using: "Article", scope: .custom(name) { _ in [] }))
            return server
        }
        #expect(server("a") == server("a"))
        #expect(server("a") != server("b"))
    }
}
