import Mercator
import MercatorTesting
import Testing

@Suite("The examples in comments of the outbox")
struct CommentExamplesOfOutbox {
    @Test func `an edit is saved now and sent later`() async throws {
        let examples = try CommentExamples()
        let (container, manager, article) = (examples.container, examples.manager, examples.article)
        let running = Task {
            try container.perform { context in
                try context.object(with: article)?["title"] = "Maps"
                try manager.outbox.update(article, in: context)
                try context.save()
            }
            try await manager.outbox.run()  // in a task that lasts as long as the program
        }
        while examples.transport.requests.isEmpty { await Task.yield() }
        running.cancel()
        try await running.value
        #expect(examples.requests == ["PATCH articles/7"])
        #expect(try examples.title(article) == "Maps")
    }

    @Test func `the result of a round`() async throws {
        let examples = try CommentExamples()
        let (container, manager) = (examples.container, examples.manager)
        try container.perform { context in
            let article = context.insert("Article")
            article["title"] = "Maps"
            try manager.outbox.create(article.objectID, in: context)
            try context.save()
        }
        let round = try await manager.outbox.send()
        for entry in round.failed { show(entry.object, entry.message) }
        #expect(round.sent.count == 1)
    }

    @Test func `a task that sends`() async throws {
        let manager = try CommentExamples().manager
        let sender = Task { try await manager.outbox.run() }
        sender.cancel()
        try await sender.value
    }

    @Test func `entries that failed, and numbers of entries`() async throws {
        let examples = try CommentExamples { _ in TransportResponse(422) }
        let (manager, article) = (examples.manager, examples.article)
        try examples.container.perform { context in
            try context.object(with: article)?["title"] = "Maps"
            try manager.outbox.update(article, in: context)
            try context.save()
        }
        let counting = Task {
            for try await counts in manager.outbox.states {
                show("\(counts.pending + counts.sending) to send, \(counts.conflicts) to decide")
            }
        }
        try await manager.outbox.send()
        do {
            var count = 0
            func show(_ object: ManagedObjectID, _ message: String?) { count += 1 }
            for entry in try manager.outbox.entries() where entry.state == .failed {
                show(entry.object, entry.message)
            }
            #expect(count == 1)
        }
        counting.cancel()
        try await counting.value
    }

    @Test func `a conflict that is decided`() async throws {
        let examples = try CommentExamples { request in
            switch (request.method, request.headers["If-Match"]) {
            case (.get, _):
                TransportResponse(
                    200, headers: ["ETag": "\"2\""],
                    json: #"{"article": {"id": 7, "title": "theirs"}}"#)
            case (_, "\"2\""):
                TransportResponse(200, json: #"{"article": {"id": 7, "title": "both"}}"#)
            default: TransportResponse(412)
            }
        }
        let (manager, article) = (examples.manager, examples.article)
        try examples.container.perform { context in
            try context.object(with: article)?["title"] = "mine"
            try manager.outbox.update(article, in: context)
            try context.save()
        }
        let entry = try #require(try await manager.outbox.send().conflicts.first)
        var shown: [[String: Value]] = []
        func show(_ mine: [String: Value], _ theirs: [String: Value]) { shown = [mine, theirs] }
        if let conflict = entry.conflict, !conflict.isGone {
            show(conflict.mine, conflict.theirs)
        }
        #expect(shown == [["title": "mine"], ["title": "theirs"]])
        func choice(_ conflict: OutboxConflict?) -> [String: Value] { ["title": "both"] }
        for entry in try manager.outbox.entries() where entry.state == .conflict {
            try await manager.outbox.resolve(entry, with: .values(choice(entry.conflict)))
        }
        #expect(try await manager.outbox.send().sent.count == 1)
        #expect(try examples.title(article) == "both")
    }

    @Test func `an unconfirmed creation is found`() async throws {
        var options = RemoteOptions()
        options.retry.sendings = 1
        let examples = try CommentExamples(options: options) { request in
            request.method == .post ? TransportResponse(202) : nil
        }
        let (manager, article) = (examples.manager, examples.article)
        try examples.container.perform { context in
            try manager.outbox.create(examples.draft, in: context)
            try context.save()
        }
        #expect(try await manager.outbox.send().unconfirmed.count == 1)
        func choice(_ entry: OutboxEntry) -> ManagedObjectID? { article }
        for entry in try manager.outbox.entries() where entry.state == .unconfirmed {
            if let match = choice(entry) { try await manager.outbox.confirm(entry, as: match) }
        }
        #expect(try manager.outbox.entries().isEmpty)
        #expect(try examples.title(examples.draft) == "Rivers")
    }

    @Test func `settings of an outbox`() throws {
        let remote = try CommentExamples().remote
        var options = RemoteOptions()
        options.outbox.onConflict = .merge
        options.outbox.serverHonoursKeys = false
        options.outbox.onUnconfirmed = .find { article in
            try remote.request(named: "articles", query: ["reference": article["reference"]])
        }
        #expect(options.outbox.onConflict == .merge)
    }
}
