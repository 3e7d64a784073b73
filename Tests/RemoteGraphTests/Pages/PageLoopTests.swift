import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

@Suite("Loops over pages", .endsInTime)
struct PageLoopTests {
    /// Pages with one article each, and a link to the next one; `fails` tells which fail.
    private static func respond(
        _ request: TransportRequest, count: Int, fails: (Int) -> Bool = { _ in false }
    ) -> TransportResponse {
        let number = request.number("p") ?? 1
        guard !fails(number) else { return TransportResponse(500, json: "{}") }
        let link = number < count ? "<?p=\(number + 1)>; rel=next" : "<?p=1>; rel=first"
        return TransportResponse(200, headers: ["Link": link], json: page([number]))
    }

    @Test func `N-188: one request is ahead of the loop, and commits are in order`() async throws {
        let log = EventLog()
        let desk = try PageDesk(options: { $0.observer = log }) { request in
            Self.respond(request, count: 5)
        }
        var seen: [Int] = []
        for try await page in desk.manager.pages("articles", by: .link()) {
            let next = min(page.index + 2, 5)
            // The response to the next request arrives while the loop is at this page.
            await wait {
                log.events.count { if case .received = $0 { true } else { false } } == next
            }
            #expect(desk.requests.count == next)
            #expect(try desk.numbers == Array(1...Int64(page.index + 1)))
            seen.append(page.index)
        }
        #expect(seen == Array(0..<5))
        let saved = log.events.compactMap { event -> Int? in
            if case .saved(let request, _) = event { request.number } else { nil }
        }
        #expect(saved == Array(1...5))
    }

    @Test func `equal requests of two loops are sent once, and each ends with an event`()
        async throws
    {
        let (log, gate) = (EventLog(), Gate())
        let desk = try PageDesk(options: { $0.observer = log }) { request in
            if request.number("p") == nil { await gate.wait() }
            return Self.respond(request, count: 3)
        }
        func loop() async throws -> [Int] {
            try await desk.manager.pages("articles", by: .link()).all().map(\.index)
        }
        async let first = loop()
        async let second = loop()
        await wait { desk.manager.waitingTaskCount == 2 }
        gate.open()
        #expect(try await [first, second] == [[0, 1, 2], [0, 1, 2]])
        #expect(try desk.numbers == [1, 2, 3])
        #expect(desk.requests.count { $0 == "articles" } == 1)
        let ended = log.events.count { if case .ended(_, _, nil) = $0 { true } else { false } }
        #expect(ended == desk.requests.count)
    }

    @Test func `N-187: leaving the loop cancels the request ahead and sends nothing more`()
        async throws
    {
        let cancelled = Gate()
        let desk = try PageDesk { request in
            guard request.parameter("p") != "3" else {
                let never = Gate()
                await never.wait()
                await cancelled.wait()
                return TransportResponse(200, json: page([3]))
            }
            return Self.respond(request, count: 9)
        }
        for try await page in desk.manager.pages("articles", by: .link()) where page.index == 1 {
            await wait { desk.requests.count == 3 }
            break
        }
        await wait { cancelled.count == 1 }
        #expect(desk.requests == ["articles", "articles?p=2", "articles?p=3"])
        #expect(try desk.numbers == [1, 2])
    }

    @Test func `a cancelled task and a cancelled pattern end the loop`() async throws {
        let gate = Gate()
        let desk = try PageDesk { request in
            if request.parameter("p") == "2" { await gate.wait() }
            return Self.respond(request, count: 9)
        }
        let pages = desk.manager.pages("articles", by: .link())
        let task = Task { try await pages.all() }
        // The second page is requested ahead, while the first one is saved.
        await wait { gate.count == 1 && (try? desk.numbers) == [1] }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        #expect(try desk.numbers == [1])
        let other = Task { try await pages.all() }
        await wait { gate.count == 2 }
        desk.manager.cancel("articles")
        let error = await expectError(.cancelled) { try await other.value }
        #expect(error?.page?.index == 1)
    }

    @Test(arguments: PageOptions.Commit.allCases, StoreKind.allCases)
    func `a failed page leaves what was returned, and can be resumed`(
        commit: PageOptions.Commit, kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let isBroken = Mutex(true)
            let desk = try PageDesk(store) { request in
                Self.respond(request, count: 4) { number in
                    number == 3 && isBroken.withLock { $0 }
                }
            }
            var options = PageOptions()
            options.commit = commit
            let pages = desk.manager.pages("articles", by: .link(), options: options)
            var iterator = pages.makeAsyncIterator()
            var indices: [Int] = []
            let error = await expectError(.failedStatus) {
                while let page = try await iterator.next() { indices.append(page.index) }
            }
            #expect(indices == (commit == .once ? [] : [0, 1]))
            #expect(try desk.numbers == (commit == .once ? [] : [1, 2]))
            #expect(try await iterator.next() == nil)
            #expect(error?.url?.hasSuffix("p=3") == true)
            let failed = try #require(error?.page)
            #expect(failed.index == 2 && "\(failed)" == "page 2")
            isBroken.withLock { $0 = false }
            let rest = try await pages.resume(from: failed).all()
            #expect(rest.map(\.index) == (commit == .once ? [0, 1, 2, 3] : [2, 3]))
            #expect(try desk.numbers == [1, 2, 3, 4])
            #expect(desk.requests.dropFirst(3) == ["articles?p=3", "articles?p=4"])
            #expect(try desk.values("page") == [1: 0, 2: 1, 3: 2, 4: 3])
            await expectError(.invalidRequest) {
                try await desk.manager.pages("all", by: .link()).resume(from: failed).all()
            }
        }
    }

    @Test(arguments: [1, 3, 4])
    func `one commit for all pages fails as one, and resumes at the page`(
        broken: Int
    ) async throws {
        let isBroken = Mutex(true)
        let desk = try PageDesk { request in
            let number = request.number("p") ?? 1
            if number == broken, isBroken.withLock({ $0 }) {
                return TransportResponse(
                    200, headers: ["Link": "<?p=\(number + 1)>; rel=next"], json: #"{"x": 1}"#)
            }
            return Self.respond(request, count: 4)
        }
        let pages = desk.manager.pages("articles", by: .link(), options: .once)
        let error = await expectError(.failedMapping) {
            try await pages.all()
        }
        #expect(try desk.numbers == [])
        #expect(error?.url?.hasSuffix(broken == 1 ? "articles" : "p=\(broken)") == true)
        isBroken.withLock { $0 = false }
        #expect(try await pages.all().count == 4)
    }

    @Test func `a page without a payload is returned as such`() async throws {
        let desk = try PageDesk { request in
            request.parameter("p") == nil
                ? TransportResponse(204, headers: ["Link": "<?p=2>; rel=next"])
                : TransportResponse(request.parameter("p") == "2" ? 202 : 200, json: page([2]))
        }
        let all = try await desk.manager.pages("articles", by: .link()).all()
        #expect(all.map { "\($0.outcome)" } == ["empty", "accepted"])
        #expect(all.allSatisfy { $0.result == nil })
    }

    @Test func `pages are requested without conditions, and 304 is an error`() async throws {
        let desk = try PageDesk { request in
            request.headers["If-None-Match"] == nil && request.parameter("p") == nil
                ? TransportResponse(200, headers: ["ETag": #""1""#], json: page([1]))
                : TransportResponse(304)
        }
        for _ in 0..<2 {
            #expect(try await desk.manager.pages("articles", by: .link()).all().count == 1)
        }
        await expectError(.failedStatus) {
            try await desk.manager.pages("articles", query: ["p": 2], by: .link()).all()
        }
    }

    @Test(arguments: PageOptions.Commit.allCases)
    func `N-148: a page that a later response overtook is not mapped`(
        commit: PageOptions.Commit
    ) async throws {
        let gate = Gate()
        let desk = try PageDesk { request in
            guard request.headers["X"] == nil else {
                return TransportResponse(200, json: page([2], title: "later"))
            }
            if request.parameter("p") == "2" { await gate.wait() }
            return Self.respond(request, count: 2)
        }
        var options = PageOptions()
        options.commit = commit
        let pages = desk.manager.pages("articles", by: .link(), options: options)
        let task = Task { try await pages.all() }
        await wait { gate.count == 1 }
        try await desk.manager.load(path: "articles", query: ["p": 2], headers: ["X": "1"])
        gate.open()
        let all = try await task.value
        #expect(all.map { $0.result == nil } == [false, true])
        #expect(all.last.map { "\($0.outcome)" } == "superseded")
        #expect(try desk.values("title") == [1: "new", 2: "later"])
    }

    @Test func `more pages than the limit are an error`() async throws {
        let desk = try PageDesk { request in
            let number = request.number("page") ?? 0
            return TransportResponse(200, json: page([number]))
        }
        await expectError(.pageLimit) {
            try await desk.manager.pages("articles", by: .number()).all()
        }
        #expect(PageOptions().pageLimit == 1000)
        #expect(desk.requests.count == 1000)
        #expect(try desk.numbers.count == 1000)
    }

    @Test func `the pages of a relationship are those of its route`() async throws {
        let desk = try PageDesk { request in Self.respond(request, count: 2) }
        let author = try desk.container.perform { context in
            let author = context.insert("Author")
            author["authorID"] = 3
            try context.save()
            return author.objectID
        }
        let pages = desk.manager.pages(relationship: "articles", of: author, by: .link())
        #expect(try await pages.all().count == 2)
        #expect(desk.requests == ["authors/3/articles", "authors/3/articles?p=2"])
    }

    @Test func `the pages of two users are not mixed`() async throws {
        let session = Session("one")
        let desk = try PageDesk(credentials: session) { request in Self.respond(request, count: 3) }
        var pages = desk.manager.pages("articles", by: .link()).makeAsyncIterator()
        #expect(try await pages.next()?.index == 0)
        await wait { desk.requests.count == 2 }
        await session.set(Credential(bearer: "two"))
        // The second page was requested before.
        #expect(try await pages.next()?.index == 1)
        let error = await expectError(.otherIdentity) { _ = try await pages.next() }
        #expect(error?.page?.index == 2)
        #expect(try desk.numbers == [1, 2])
    }
}
