import Mercator
import MercatorTesting
import Testing

@Suite("Offline")
struct OfflineTests {
    @Test func `an edit is sent later`() async throws {
        let newsroom = try Newsroom()
        let container = newsroom.container
        let article = try newsroom.insert(7, "Maps")
        let transport = StubTransport { _ in
            TransportResponse(200, json: #"{"article": {"id": 7, "title": "Atlases"}}"#)
        }
        let manager = try newsroom.manager(over: transport)
        var sent = 0
        try container.perform { context in
            try context.object(with: article)?["title"] = "Atlases"
            try manager.outbox.update(article, in: context)
            try context.save()
        }
        #expect(transport.requests.isEmpty)
        let round = try await manager.outbox.send()
        sent = round.sent.count
        #expect(sent == 1)
        #expect(transport.requests.map(\.method) == [.patch])
        #expect(try manager.outbox.entries().isEmpty)
    }

    @Test func `the outbox sends by itself`() async throws {
        let newsroom = try Newsroom()
        let article = try newsroom.insert(7, "Maps")
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let transport = StubTransport { _ in
            arrival.yield()
            return TransportResponse(200, json: #"{"article": {"id": 7, "title": "Atlases"}}"#)
        }
        let manager = try newsroom.manager(over: transport)
        let sending = Task { try await manager.outbox.run() }
        try newsroom.container.perform { context in
            try context.object(with: article)?["title"] = "Atlases"
            try manager.outbox.update(article, in: context)
            try context.save()
        }
        for await _ in arrived { break }
        sending.cancel()
        _ = await sending.result
    }

    @Test func `a server without keys gets a creation again if asked to`() async throws {
        let newsroom = try Newsroom()
        let responses = Shared(0)
        let transport = StubTransport { _ throws(TransportError) in
            responses.value += 1
            guard responses.value > 1 else {
                throw TransportError(.reset, .sent, "the answer was lost")
            }
            return TransportResponse(201, json: #"{"article": {"id": 7, "title": "Maps"}}"#)
        }
        var options = RemoteOptions()
        let clock = TestClock()
        options.clock = clock
        options.outbox.serverHonoursKeys = false
        options.outbox.onUnconfirmed = .resend
        let manager = try newsroom.manager(options: options, over: transport)
        try newsroom.container.perform { context in
            let article = context.insert(Newsroom.Article.self)
            article.title = "Maps"
            try manager.outbox.create(article.objectID, in: context)
            try context.save()
        }
        for _ in 0..<3 where try !manager.outbox.entries().isEmpty {
            _ = try await manager.outbox.send()
            clock.advance(by: .seconds(60))
        }
        #expect(try manager.outbox.entries().isEmpty)
        #expect(responses.value == 2)
    }

    @Test func `a creation is unconfirmed until it is told what it has become`() async throws {
        let newsroom = try Newsroom()
        let transport = StubTransport { request throws(TransportError) in
            guard request.method == .get else {
                throw TransportError(.reset, .sent, "the answer was lost")
            }
            return TransportResponse(200, json: #"{"articles": [{"id": 7, "title": "Maps"}]}"#)
        }
        var options = RemoteOptions()
        options.outbox.serverHonoursKeys = false
        let manager = try newsroom.manager(options: options, over: transport)
        let draft = try newsroom.container.perform { context in
            let article = context.insert(Newsroom.Article.self)
            article.title = "Maps"
            try manager.outbox.create(article.objectID, in: context)
            try context.save()
            return article.objectID
        }
        _ = try await manager.outbox.send()
        try await manager.load("articles")
        func match(of entry: OutboxEntry) throws -> ManagedObjectID {
            try newsroom.container.perform { context in
                let articles = try context.fetch(FetchRequest("Article"))
                return try #require(articles.map(\.objectID).first { $0 != entry.object })
            }
        }
        for entry in try manager.outbox.entries() where entry.state == .unconfirmed {
            let match = try match(of: entry)  // the list has it, or the user chooses
            try await manager.outbox.confirm(entry, as: match)
        }
        #expect(try manager.outbox.entries().isEmpty)
        let articles = try newsroom.container.perform { context in
            try context.fetch(FetchRequest("Article")).map(\.objectID)
        }
        #expect(articles == [draft])
    }

    @Test func `a conflict has both versions, and waits for a decision`() async throws {
        let newsroom = try Newsroom()
        let article = try newsroom.insert(7, "Maps")
        let versions = Shared(1)
        let transport = StubTransport { request in
            let body = #"{"article": {"id": 7, "title": "Charts"}}"#
            guard request.method == .patch, versions.value == 1 else {
                return TransportResponse(200, headers: ["ETag": "\"2\""], json: body)
            }
            versions.value = 2
            return TransportResponse(412)
        }
        var options = RemoteOptions()
        options.outbox.onConflict = .merge
        let manager = try newsroom.manager(options: options, over: transport)
        try newsroom.container.perform { context in
            try context.object(with: article)?["title"] = "Atlases"
            try manager.outbox.update(article, in: context)
            try context.save()
        }
        _ = try await manager.outbox.send()
        var report: [String] = []
        for entry in try manager.outbox.entries() {
            report.append("\(entry.kind.rawValue) \(entry.state): \(entry.message ?? "")")
        }
        #expect(report.count == 1 && report[0].hasPrefix("update conflict"))
        var question = ""
        for entry in try manager.outbox.entries() {
            guard let conflict = entry.conflict else { continue }
            question = "\(conflict.mine["title"] ?? .null) or \(conflict.theirs["title"] ?? .null)?"
            try await manager.outbox.resolve(entry, with: .values(["title": "World maps"]))
        }
        #expect(question == #""Atlases" or "Charts"?"#)
        _ = try await manager.outbox.send()
        #expect(try manager.outbox.entries().isEmpty)
    }
}
