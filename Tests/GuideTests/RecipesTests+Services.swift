import Mercator
import MercatorTesting
import Testing

@Suite("Recipes: GitHub")
struct GitHubRecipeTests {
    struct Issue: Entity {
        let issueID = Attribute<Int64>(from: "id")
        let number = Attribute<Int64?>(from: "number")
        let title = Attribute<String?>(from: "title")
        let repository = Attribute<String?>(from: "repository_url", using: "last")
        let isPullRequest = Attribute<Bool>(from: "pull_request", using: "exists", default: false)
        let user = ToOne<User>(from: "user")
        let labels = ToMany<Label>(from: "labels", isOrdered: true)
    }

    struct User: Entity {
        let userID = Attribute<Int64>(from: "id")
        let login = Attribute<String?>(from: "login")
    }

    struct Label: Entity {
        let labelID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let issues = ToMany<Issue>(inverse: \.labels)
    }

    @Test func `the presence of a member is a value`() throws {
        let payload = #"""
            [
              {"id": 1, "number": 1347, "title": "A bug", "user": {"id": 11, "login": "octocat"},
               "repository_url": "https://api.github.com/repos/octocat/Hello-World",
               "labels": [{"id": 208, "name": "bug"}]},
              {"id": 2, "number": 1348, "title": "Mend it", "user": null, "labels": [],
               "repository_url": "https://api.github.com/repos/octocat/Hello-World",
               "pull_request": {"merged_at": null}}
            ]
            """#
        let exists = ValueTransform("exists") { _ in true }
        let container = try PersistentContainer(
            for: Issue.self, User.self, Label.self, in: InMemoryStore(),
            transforms: [exists, ValueTransform.lastStep.named("last")])
        try container.load(payload, as: Issue.self)
        let pulls = try container.read { context in
            try context.fetch(Issue.self) { $0.isPullRequest == true }.map(\.number)
        }  // [1348]
        #expect(pulls == [1348])
        let rest = try container.read {
            try $0.fetch(Issue.self).map { [$0.repository, $0.user?.login] }
        }
        #expect(rest == [["Hello-World", "octocat"], ["Hello-World", nil]])
    }
}

@Suite("Recipes: Mastodon")
struct MastodonRecipeTests {
    struct Status: Entity {
        let statusID = Attribute<String>(from: "id")
        let content = Attribute<String?>(from: "content")
        let account = ToOne<Account>(from: "account")
        let boosted = ToOne<Status>(from: "reblog")
        let inReplyToID = Attribute<String?>(from: "in_reply_to_id")
        let inReplyTo = ToOne<Status>(
            inverse: \.replies, connectedBy: \Status.inReplyToID, \Status.statusID)
        let replies = ToMany<Status>()
    }

    struct Account: Entity {
        let accountID = Attribute<String>(from: "id")
        let name = Attribute<String?>(from: "acct")
    }

    @Test func `an entity nests itself and refers to itself`() throws {
        let payload = #"""
            [
              {"id": "104", "content": "", "account": {"id": "1", "acct": "anna"}, "in_reply_to_id": null,
               "reblog": {"id": "102", "content": "Maps", "account": {"id": "2", "acct": "ben@b.example"}}},
              {"id": "103", "content": "Thanks", "account": {"id": "1", "acct": "anna"},
               "in_reply_to_id": "102", "reblog": null}
            ]
            """#
        let container = try PersistentContainer(
            for: Status.self, Account.self, in: InMemoryStore())
        try container.load(payload, as: Status.self)
        let lines = try container.read { context in
            try context.fetch(Status.self) { $0.boosted.isNil }
                .map { "\($0.account?.name ?? ""): \($0.content ?? ""), \($0.replies.count)" }
        }  // ["ben@b.example: Maps, 1", "anna: Thanks, 0"]
        #expect(lines == ["ben@b.example: Maps, 1", "anna: Thanks, 0"])
    }
}

@Suite("Recipes: paging")
struct PagingRecipeTests {
    private struct Order: Entity {
        let orderID = Attribute<Int64>(from: "id")
    }

    @Test func `each style finds the second page`() async throws {
        let styles: [String: PageStyle] = [
            "JSON:API": .nextURL(at: "links.next"),
            "HAL": .nextURL(at: "_links.next.href"),
            "OData": .nextURL(at: #""@odata.nextLink""#),
            "GitHub, Mastodon": .link(),
            "the last record names the next page, as in Stripe": .cursor(
                at: "data.@last.id", parameter: "starting_after"),
        ]
        for (name, style) in styles {
            let container = try PersistentContainer(for: Order.self, in: InMemoryStore())
            var server = RemoteDescription(base: "https://example.com/")
            server.addResponse(ResponseDescriptor("orders", root: "data", using: "Order"))
            let manager = try container.remote(server, over: Self.transport)
            for try await _ in manager.pages(path: "orders", by: style) {}
            let orders = try container.read { try $0.count(FetchRequest("Order")) }
            #expect(orders == 2, "\(name)")
        }
    }

    /// A server with two pages of one order, which names the second one in all ways.
    private static let transport = StubTransport { request in
        guard request.url != "https://example.com/orders" else {
            return TransportResponse(
                200, headers: ["Link": "</orders?page=2>; rel=\"next\""],
                json: #"""
                    {
                      "data": [{"id": 1}], "links": {"next": "/orders?page=2"},
                      "_links": {"next": {"href": "/orders?page=2"}},
                      "@odata.nextLink": "/orders?page=2"
                    }
                    """#)
        }
        let isSecond = request.url.hasSuffix("page=2") || request.url.hasSuffix("after=1")
        return TransportResponse(200, json: isSecond ? #"{"data": [{"id": 2}]}"# : #"{"data": []}"#)
    }
}
