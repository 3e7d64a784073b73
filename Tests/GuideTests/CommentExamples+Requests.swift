import Foundation
import Mercator
import MercatorTesting
import Testing

@Suite("The examples in comments about requests")
struct CommentExamplesOfRequests {
    @Test func `requests as values`() async throws {
        let examples = try CommentExamples()
        let (container, remote, manager, plan) = (
            examples.container, examples.remote, examples.manager, examples.plan
        )
        try container.perform { context in
            let article = try #require(try context.object(with: examples.article))
            let parts = try texts {
                let request = try remote.request(.get, for: article)
                request.request.url  // https://example.com/api/v1/articles/7
                request.arguments  // ["articleID": "7"]
            }
            #expect(
                parts == ["https://example.com/api/v1/articles/7", #"["articleID": "7"]"#])
            let one = try #require(try context.object(with: examples.one))
            let two = try #require(try context.object(with: examples.two))
            let requests = try values {
                try remote.request(.post, for: [one, two], at: .path("articles/batch"))
                // {"article":[{"title":"One"},{"title":"Two"}]}
            }
            let body = (requests[0] as? RemoteRequest)?.request.body ?? []
            #expect(
                String(decoding: body, as: UTF8.self)
                    == #"{"article":[{"title":"One"},{"title":"Two"}]}"#)
        }
        do {
            var request = try remote.request(named: "articles")
            request.metadata["section"] = "news"  // read at @metadata.section
            try await manager.send(request)
        }
        do {
            var request = try remote.request(named: "articles")
            request.metadata["section"] = "news"
            let outcome = try await manager.send(request)
            #expect("\(outcome)".contains("mapped"))
        }
        do {
            let server = CommentExamples.server
            let remote = try RemotePlan(server, for: plan)
            let request = try remote.request(named: "article", arguments: ["id": 7])
            #expect(request.request.url.hasSuffix("/articles/7"))
        }
    }

    @Test func `addresses of requests`() async throws {
        let examples = try CommentExamples()
        let (manager, draft, author) = (examples.manager, examples.draft, examples.author)
        let (one, two) = (examples.one, examples.two)
        try await manager.post(draft)  // articles
        try await manager.post(draft, at: .relationship("articles", of: author))
        // authors/3/articles
        try await manager.post([one, two], at: .path("articles/batch"))
        #expect(
            examples.requests
                == ["POST articles", "POST authors/3/articles", "POST articles/batch"])
        #expect(try examples.title(two) == "Two")
    }

    @Test func `loading, sending and cancelling`() async throws {
        let examples = try CommentExamples()
        let (manager, article, author) = (examples.manager, examples.article, examples.author)
        do {
            let outcome = try await manager.load("article", arguments: ["id": 7])
            #expect("\(outcome)".contains("mapped"))
        }
        do {
            let outcome = try await manager.load(path: "articles/7")
            #expect("\(outcome)".contains("mapped"))
        }
        try await manager.load(relationship: "articles", of: author)
        try await manager.load(.delete, relationship: "tags", of: article)
        let draft = examples.draft
        if case .saved(let saved) = try await manager.post(draft) { print(saved.binding as Any) }
        do {
            let outcome = try await manager.patch(article) { $0["title"] = "Maps" }
            #expect("\(outcome)".contains("saved"))
        }
        manager.cancel("articles/:id", method: .get)
        #expect(try examples.title(article) == "Maps")
        #expect(
            examples.requests == [
                "GET articles/7", "GET articles/7", "GET authors/3/articles",
                "DELETE articles/7/tags", "POST articles", "PATCH articles/7",
            ])
    }

    @Test func `files and forms`() async throws {
        let examples = try CommentExamples()
        let manager = examples.manager
        try Data([1, 2]).write(to: URL(fileURLWithPath: "/tmp/7.png"))
        try await manager.send(.put, path: "images/7", body: .file("/tmp/7.png"), as: "image/png")

        let image = try RequestBody.file("/tmp/7.png")
        let form = try RequestBody.multipart([
            .init("caption", "A map"), .init("image", file: image, named: "7.png", as: "image/png"),
        ])
        try await manager.send(.post, path: "images", body: form)
        #expect(examples.requests == ["PUT images/7", "POST images"])
        let parts = try texts {
            RequestBody.Part("caption", "A map")
            RequestBody.Part(
                "image", file: try .file("/tmp/7.png"), named: "7.png", as: "image/png")
        }
        #expect(parts.count == 2)
        let json: [UInt8] = Array("{}".utf8)
        let lines = AsyncStream<[UInt8]> { $0.finish() }
        try Data([1]).write(to: URL(fileURLWithPath: "/tmp/video.mp4"))
        let body = RequestBody.bytes(json)
        let upload = try RequestBody.file("/tmp/video.mp4")
        let export = RequestBody.stream(lines)  // chunked, since its length is unknown
        #expect(body.isReplayable && upload.isReplayable && !export.isReplayable)
    }

    @Test func `a manager with its settings`() async throws {
        let examples = try CommentExamples()
        let (remote, container, plan) = (examples.remote, examples.container, examples.plan)
        let (transport, server, article) = (
            examples.transport, CommentExamples.server, examples.article
        )
        do {
            let manager = ObjectManager(
                try RemotePlan(server, for: plan), in: container, over: transport)
            if case .mapped(let result) = try await manager.load(
                "articles", query: ["tag": "swift"])
            {
                print(result.total.inserted)
            }
            let outcome = try await manager.patch(article) { $0["title"] = "Maps" }
            #expect("\(outcome)".contains("saved"))
        }
        do {
            var options = RemoteOptions()
            options.retry.sendings = 5
            options.timeLimit = .seconds(20)
            let manager = ObjectManager(remote, in: container, over: transport, options: options)
            #expect(manager.options.retry.sendings == 5)
        }
        do {
            var options = RemoteOptions()
            options.clock = TestClock()  // of MercatorTesting: waits end at once
            options.cookies = CookieJar()
            struct Log: RemoteObserver {
                func observe(_ event: RemoteEvent) { print(event) }
            }
            options.observer = Log()
            #expect(options.cookies != nil)
        }
        do {
            var policy = RetryPolicy()
            policy.statuses.insert(500)
            #expect(policy.statuses.contains(500))
        }
        #expect(
            texts {
                SystemClock().date  // now
            }.count == 1)
    }

    @Test func `credentials`() async throws {
        let token = "secret"
        let credential = Credential(bearer: token, expiry: Timestamp("2026-11-23T15:00:00Z"))
        print(credential)  // Credential with Authorization
        #expect("\(credential)" == "Credential with Authorization")

        let session = Session(origins: [])
        _ = try await session.refresh(after: credential)
        #expect(await session.credential() == Credential(bearer: "new"))
    }

    @Test func `pollers`() async throws {
        let manager = try CommentExamples().manager
        do {
            let polling = Task {
                let poller = manager.poll("inbox", every: .seconds(60)) {
                    try await $0.load("messages")
                }
                for await result in poller { show(result) }
            }
            polling.cancel()
            await polling.value
        }
        let polling = Task {
            let poller = manager.poll("inbox", every: .seconds(60)) {
                try await $0.load("messages")
            }
            for await result in poller {
                switch result {
                case .success(let outcome): show(outcome)
                case .failure(let error): report(error)
                }
            }
        }
        manager.pollers.remove("inbox")
        manager.pollers.removeAll()  // no further request is sent by any of them
        polling.cancel()
        await polling.value
    }
}

actor Session: CredentialProvider {
    nonisolated let origins: Set<Origin>
    private var token: String?

    init(origins: Set<Origin>) { self.origins = origins }

    func credential() -> Credential? { token.map { Credential(bearer: $0) } }

    func refresh(after rejected: Credential) async throws -> Credential {
        let token = try await requestToken()
        self.token = token
        return Credential(bearer: token)
    }
}

extension Session {
    fileprivate func requestToken() async throws -> String { "new" }
}
