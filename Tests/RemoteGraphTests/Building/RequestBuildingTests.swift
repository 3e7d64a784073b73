import EntityMapper
import HTTPValues
import ObjectGraph
import PayloadFormats
import RemoteGraph
import RemotePlanning
import Testing

@Suite("Building requests")
struct RequestBuildingTests {
    @Test func `a POST has the object at the root, its type, and the types it accepts`()
        throws
    {
        let library = try Library()
        let remote = try library.remote()
        let request = try library.with("Article", ["title": "Maps"]) {
            try remote.request(.post, for: $0)
        }
        #expect(request.request.description == "POST https://example.com/api/articles")
        #expect(request.bodyText == #"{"article":{"title":"Maps","tags":[]}}"#)
        #expect(request.request.headers["content-type"] == "application/json")
        let accepted = request.request.headers["accept"] ?? ""
        #expect(accepted.hasPrefix("application/json, text/json, "))
        #expect(!accepted.contains("*+"))
    }

    @Test func `a PUT writes nil as null and leaves out what is read-only`() throws {
        let library = try Library()
        let remote = try library.remote()
        let request = try library.with("Article", ["articleID": 7, "views": 3]) {
            try remote.request(.put, for: $0)
        }
        #expect(request.request.description == "PUT https://example.com/api/articles/7")
        #expect(request.bodyText?.contains(#""title":null"#) == true)
        #expect(request.bodyText?.contains("views") == false)
        #expect(request.arguments == ["articleID": "7"])
    }

    @Test func `an attribute has the version on which a change is conditional`() throws {
        let library = try Library()
        let remote = try library.remote { server in
            server.addRequest(
                RequestDescriptor(
                    for: "Article", methods: [.put, .patch, .delete], version: "views"))
        }
        func condition(
            _ method: ResourceRequest.Method, views: Value = 3, _ headers: HeaderFields = [:]
        ) throws -> String? {
            try library.with("Article", ["articleID": 7, "views": views]) { article in
                article["views"] = 9
                article["title"] = "Maps"
                return try remote.request(method, for: article, headers: headers)
                    .request.headers["If-Match"]
            }
        }
        for method in [.put, .patch, .delete] as [ResourceRequest.Method] {
            #expect(try condition(method) == "\"3\"")
            #expect(try condition(method, views: .null) == nil)
            #expect(try condition(method, ["If-Match": "*"]) == "*")
            #expect(try condition(method, ["If-None-Match": "*"]) == nil)
        }
        #expect(try condition(.get) == nil && condition(.post) == nil)
    }

    @Test func `a version is an attribute with a text or an integer`() throws {
        let library = try Library()
        for (name, problem) in [
            "view": "no attribute 'view' in Article; did you mean 'views'?",
            "labels": "expected a text or an integer as version",
        ] {
            let error = #expect(throws: RemotePlanError.self) {
                try library.remote { server in
                    server.addRequest(
                        RequestDescriptor(for: "Article", methods: [.patch], version: name))
                }
            }
            #expect("\(error as Any)".contains(problem), "\(error as Any)")
        }
    }

    private func mergePatch(
        _ values: [String: Value], root: String? = nil, _ change: (ManagedObject) throws -> Void
    ) throws -> RemoteRequest {
        let library = try Library()
        let remote = try library.remote { server in
            server.addRequest(
                RequestDescriptor(for: "Article", methods: [.patch], patch: .mergePatch))
        }
        return try library.with("Article", values) { article in
            try change(article)
            return try remote.request(.patch, for: article)
        }
    }

    @Test func `a merge patch has the change only, and null for nil`() throws {
        let request = try mergePatch(["articleID": 7, "title": "Old", "rating": 3]) {
            $0["title"] = .null
        }
        #expect(request.bodyText == #"{"title":null}"#)
        #expect(request.request.headers["Content-Type"] == "application/merge-patch+json")
    }

    @Test func `a merge patch has a changed list as a whole`() throws {
        let values: [String: Value] = ["articleID": 7, "labels": ["a", "b", "c"]]
        let labels = try mergePatch(values) { $0["labels"] = ["a", "c"] }
        #expect(labels.bodyText == #"{"labels":["a","c"]}"#)
    }

    @Test func `objects in a merge patch are whole, without null for removed ones`() throws {
        let library = try Library()
        let remote = try library.remote { server in
            server.addRequest(
                RequestDescriptor(
                    for: "Article", root: "article", methods: [.patch], patch: .mergePatch))
        }
        let request = try library.with("Article", ["articleID": 7]) { article in
            let tags = ["x", "y", "z"].map { name in
                let tag = article.context.insert("Tag")
                tag["name"] = .string(name)
                tag["color"] = "red"
                return tag
            }
            article[toMany: "tags"] = tags
            try article.context.save()
            article[toMany: "tags"] = [tags[0], tags[2]]
            return try remote.request(.patch, for: article)
        }
        #expect(
            request.bodyText
                == #"{"article":{"tags":[{"name":"x","color":"red"},{"name":"z","color":"red"}]}}"#)
    }

    @Test func `a merge patch keeps the neighbours of a nested member`() throws {
        let request = try mergePatch(["articleID": 7, "summary": "s"]) { $0["summary"] = "t" }
        #expect(request.bodyText == #"{"text":{"summary":"t"}}"#)
    }

    @Test func `a POST without content has neither body nor type`() throws {
        let remote = try Library().remote { $0.headers = ["Content-Type": "text/plain"] }
        let request = try remote.request(.post, path: "ping")
        #expect(request.request.body == nil)
        #expect(request.request.headers["Content-Type"] == nil)
    }

    @Test(arguments: ["1\r\nX-Evil: 2", "1\0", "é", "1\n"])
    func `a field with a line break is refused by name, without its value`(value: String)
        throws
    {
        let remote = try Library().remote()
        var headers: HeaderFields = [:]
        headers["X-Trace"] = value
        let error = #expect(throws: RemoteError.self) {
            try remote.request(path: "articles", headers: headers)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("X-Trace") == true)
        #expect(error?.message.contains("Evil") == false)
    }

    @Test(arguments: ["Host", "content-length", "Transfer-Encoding", "CONNECTION"])
    func `fields of the transport are refused`(name: String) throws {
        let remote = try Library().remote()
        var headers: HeaderFields = [:]
        headers[name] = "1"
        expectError(.invalidRequest) {
            try remote.request(path: "articles", headers: headers)
        }
    }

    @Test func `a form is the body of a POST, and the query of a GET`() throws {
        let library = try Library()
        let remote = try library.remote { server in
            server.addRequest(RequestDescriptor(for: "Author", format: .form))
            server.addRoute(for: "Author", "authors")
        }
        let nested: [String: Value] = ["filter": ["name": "a b", "ids": [1, 2]]]
        let post = try library.with("Author", ["authorID": 4, "name": "é"]) {
            try remote.request(.post, for: $0, parameters: nested)
        }
        #expect(
            post.bodyText == "filter[ids][]=1&filter[ids][]=2&filter[name]=a%20b&id=4&name=%C3%A9")
        #expect(post.request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        let get = try remote.request(path: "authors", parameters: nested)
        #expect(
            get.request.url == "https://example.com/api/authors"
                + "?filter[ids][]=1&filter[ids][]=2&filter[name]=a%20b")
        #expect(get.request.body == nil)
    }

    @Test func `values of a query are escaped`() throws {
        let request = try Library().remote().request(path: "a", query: ["q": "a+b c&d=é"])
        #expect(request.request.url == "https://example.com/api/a?q=a%2Bb%20c%26d%3D%C3%A9")
    }

    @Test func `the query of a route comes first, and that of the call replaces its parameters`()
        throws
    {
        let remote = try Library().remote()
        let request = try remote.request(named: "articles", query: ["limit": 5, "tag": "swift"])
        #expect(
            request.request.url
                == "https://example.com/api/articles?sort=title&limit=5&tag=swift")
    }

    @Test func `a route of a relationship is found for a sub-entity and each method`()
        throws
    {
        let library = try Library()
        let remote = try library.remote { server in
            server.addRoute(
                forRelationship: "tags", of: "Article", "articles/:articleID/tags",
                methods: [.get, .post])
        }
        let url = try library.with("Review", ["articleID": 9]) {
            try remote.request(.post, forRelationship: "tags", of: $0).request.description
        }
        #expect(url == "POST https://example.com/api/articles/9/tags")
    }

    @Test func `a missing argument is an error with the route and the name`() throws {
        let remote = try Library().remote()
        let error = #expect(throws: RemoteError.self) { try remote.request(named: "article") }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("route of 'article'") == true)
        #expect(error?.message.contains("':id'") == true)
    }

    @Test func `arguments are taken by name, and a wrong name is an error`() throws {
        let remote = try Library().remote()
        let request = try remote.request(named: "article", arguments: ["id": 7])
        #expect(request.request.url == "https://example.com/api/articles/7")
        let error = #expect(throws: RemoteError.self) {
            try remote.request(named: "article", arguments: ["idd": 7])
        }
        #expect(
            error?.message.hasSuffix("there is no parameter ':idd'; did you mean 'id'?") == true)
        let other = #expect(throws: RemoteError.self) { try remote.request(named: "artcle") }
        #expect(other?.code == .missingRoute)
        #expect(other?.message.hasSuffix("did you mean 'article'?") == true)
    }

    @Test(arguments: [nil, "", ".", ".."] as [String?])
    func `an object whose identifier cannot be part of a path is refused`(name: String?)
        throws
    {
        let library = try Library()
        let remote = try library.remote { $0.addRoute(for: "Tag", "tags/:name") }
        expectError(.invalidArgument) {
            try library.with("Tag", ["name": name.map(Value.string) ?? .null]) {
                try remote.request(.get, for: $0)
            }
        }
    }

    @Test func `a parameter leads through relationships, and arguments take precedence`() throws {
        let library = try Library()
        let remote = try library.remote { server in
            server.addRoute(
                forRelationship: "tags", of: "Article", "authors/:author.authorID/:articleID/tags")
        }
        let urls = try library.with("Article", ["articleID": 7]) { article in
            let author = article.context.insert("Author")
            author["authorID"] = 3
            article[toOne: "author"] = author
            return [
                try remote.request(forRelationship: "tags", of: article).request.url,
                try remote.request(
                    forRelationship: "tags", of: article, arguments: ["articleID": "a/b"]
                ).request.url,
            ]
        }
        #expect(
            urls == [
                "https://example.com/api/authors/3/7/tags",
                "https://example.com/api/authors/3/a%2Fb/tags",
            ])
    }

    @Test(arguments: ["a?b=1", "a#b", "a/../b", "a/%2e%2E/b"])
    func `a path that would change is refused`(path: String) throws {
        let remote = try Library().remote()
        expectError(.invalidRequest) { try remote.request(path: path) }
    }

    @Test func `GET and DELETE send no object`() throws {
        let library = try Library()
        let remote = try library.remote()
        try library.with("Article", ["articleID": 7]) { article in
            for method in [ResourceRequest.Method.get, .delete] {
                let request = try remote.request(method, for: article)
                #expect(request.request.body == nil)
                #expect(request.request.headers["Content-Type"] == nil)
            }
        }
    }
}
