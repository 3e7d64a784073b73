import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OrphanDetection
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

@Suite("Orphans over pages", .endsInTime)
struct PageOrphanTests {
    /// Three pages with the articles 1 to 6, linked by numbers of pages.
    private static func respond(_ request: TransportRequest) -> TransportResponse {
        let number = request.number("p") ?? 1
        let headers: HeaderFields = number < 3 ? ["Link": "<?p=\(number + 1)>; rel=next"] : [:]
        return TransportResponse(
            200, headers: headers, json: page([number * 2 - 1, number * 2]))
    }

    @Test(arguments: PageOptions.Commit.allCases, StoreKind.allCases)
    func `N-190: all pages together decide, once, in the last commit`(
        commit: PageOptions.Commit, kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try PageDesk(store) { request in Self.respond(request) }
            try desk.insert(3...9)
            var options = PageOptions()
            options.commit = commit
            var pages: [RemotePage] = []
            for try await page in desk.manager.pages("all", by: .link(), options: options) {
                pages.append(page)
                guard commit == .eachPage, page.index < 2 else { continue }
                #expect(try desk.numbers.suffix(3) == [7, 8, 9])
            }
            #expect(try desk.numbers == [1, 2, 3, 4, 5, 6])
            #expect(pages.map { $0.result?.orphans == nil } == [true, true, false])
            #expect(pages.map { $0.result?.total.deleted } == [0, 0, 3])
            #expect(pages.last?.result?.orphans?.scopes.first?.knownCount == 7)
        }
    }

    @Test(arguments: PageOptions.Commit.allCases, [1, 2, 3])
    func `N-190, N-209: a failed page lets nothing be deleted, and a resumed one all`(
        commit: PageOptions.Commit, broken: Int
    ) async throws {
        for answer in [401, 404, 410, 500, 206, 304, 0] {
            let isBroken = Mutex(true)
            let desk = try PageDesk { request in
                if isBroken.withLock({ $0 }), request.number("p") ?? 1 == broken {
                    return answer == 0
                        ? TransportResponse(200, json: #"{"articles": [{"id""#)
                        : TransportResponse(answer, json: page([]))
                }
                return Self.respond(request)
            }
            try desk.insert(3...9)
            var options = PageOptions()
            options.commit = commit
            let pages = desk.manager.pages("all", by: .link(), options: options)
            let error = await #expect(throws: RemoteError.self) { try await pages.all() }
            #expect(try desk.numbers.suffix(3) == [7, 8, 9])
            isBroken.withLock { $0 = false }
            let failed = try #require(error?.page)
            #expect(failed.index == broken - 1)
            _ = try await pages.resume(from: failed).all()
            #expect(try desk.numbers == [1, 2, 3, 4, 5, 6], "\(answer)")
        }
    }

    @Test func `N-190: an abandoned loop deletes nothing`() async throws {
        let desk = try PageDesk { request in Self.respond(request) }
        try desk.insert(3...9)
        for try await page in desk.manager.pages("all", by: .link()) where page.index == 1 {
            break
        }
        #expect(try desk.numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test(arguments: [#"{"x": 0}"#, #"{"articles": null}"#, "", #"{"articles": {}}"#])
    func `N-190, N-209: a page without a list lets nothing be deleted`(json: String) async throws {
        for commit in PageOptions.Commit.allCases {
            let desk = try PageDesk { request in
                request.number("p") == 2
                    ? TransportResponse(
                        200, headers: ["Link": "<?p=3>; rel=next"], json: json)
                    : Self.respond(request)
            }
            try desk.insert(3...9)
            var options = PageOptions()
            options.commit = commit
            _ = try? await desk.manager.pages("all", by: .link(), options: options).all()
            #expect(try desk.numbers.suffix(3) == [7, 8, 9], "\(commit)")
        }
    }

    @Test(arguments: [PageStyle.number(parameter: "p"), .offset(parameter: "p")])
    func `pages without a last one decide with the last that has records`(
        style: PageStyle
    ) async throws {
        for isMissing in [false, true] {
            let desk = try PageDesk { request in
                let number = request.number("p") ?? 0
                let start = if case .offset = style { number } else { (number - 1) * 2 }
                guard start < 6 else {
                    return TransportResponse(isMissing ? 404 : 200, json: page([]))
                }
                return TransportResponse(200, json: page([start + 1, start + 2]))
            }
            try desk.insert(3...9)
            let pages = desk.manager.pages("all", by: style)
            if isMissing, case .offset = style {
                await expectError(.failedStatus) { try await pages.all() }
                #expect(try desk.numbers == Array(1...9))
                continue
            }
            let all = try await pages.all()
            #expect(all.count == 3)
            // A 404 may come of anything.
            #expect(try desk.numbers == Array(1...(isMissing ? 9 : 6)))
            #expect(desk.requests.count == 4)
            #expect((all.last?.result?.orphans == nil) == isMissing)
        }
    }

    @Test func `an empty list deletes everything in its scope`() async throws {
        for style in [PageStyle.number(), .offset(), .link()] {
            let desk = try PageDesk { _ in TransportResponse(200, json: page([])) }
            try desk.insert(1...3)
            let all = try await desk.manager.pages("all", by: style).all()
            #expect(all.count == 1)
            #expect(try desk.numbers == [], "\(style)")
        }
    }

    @Test(arguments: PageOptions.Commit.allCases)
    func `N-211: a limit refers to the objects before the first page`(
        commit: PageOptions.Commit
    ) async throws {
        let desk = try PageDesk(limit: .share(0.5)) { request in Self.respond(request) }
        // Four of seven are orphans; with the inserted ones, there would be four of ten.
        try desk.insert([4, 5, 6, 7, 8, 9, 10])
        var options = PageOptions()
        options.commit = commit
        let all = try await desk.manager.pages("all", by: .link(), options: options).all()
        let scope = try #require(all.last?.result?.orphans?.scopes.first)
        #expect(scope.refusals == [.limitExceeded(orphans: 4, of: 7, .share(0.5))])
        #expect(scope.orphans.count == 4)
        #expect(try desk.numbers == Array(1...10))
    }

    @Test func `N-208, N-212: the scope of the arguments, without drafts and edits`() async throws {
        let desk = try PageDesk { request in Self.respond(request) }
        try desk.insert([7, 8], author: 1)
        try desk.insert([9], author: 1, state: 1)
        try desk.insert([10], author: 2)
        try desk.container.perform { context in
            context.insert("Article")["author"] = 1
            try context.save()
        }
        _ = try await desk.manager.pages("byAuthor", arguments: ["author": 1], by: .link()).all()
        #expect(try desk.numbers == [1, 2, 3, 4, 5, 6, 9, 10])
        let count = try desk.container.perform { try $0.count(FetchRequest("Article")) }
        #expect(count == 9)
    }

    @Test(arguments: StoreKind.allCases)
    func `what others insert between pages stays`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try PageDesk(store) { request in Self.respond(request) }
            try desk.insert(3...9)
            var last: RemotePage?
            for try await page in desk.manager.pages("all", by: .link()) {
                if page.index == 0 { try desk.insert([20]) }
                last = page
            }
            #expect(try desk.numbers == [1, 2, 3, 4, 5, 6, 20])
            let preserved = try #require(last?.result?.orphans?.scopes.first?.preserved)
            #expect(preserved.map(\.reason) == [.insertedMeanwhile])
        }
    }

    @Test func `a page that was overtaken lets nothing be deleted`() async throws {
        let gate = Gate()
        let desk = try PageDesk { request in
            if request.headers["X"] != nil { return TransportResponse(200, json: page([3, 4])) }
            if request.parameter("p") == "2" { await gate.wait() }
            return Self.respond(request)
        }
        try desk.insert(3...9)
        let task = Task { try await desk.manager.pages("all", by: .link()).all() }
        await wait { gate.count == 1 }
        // The list has a scope, so this response alone would delete the others.
        try await desk.manager.load(path: "articles", query: [:])
        _ = try? await desk.manager.load(path: "all", query: ["p": 2], headers: ["X": "1"])
        let before = try desk.numbers
        gate.open()
        let all = try await task.value
        #expect(all.map { $0.result == nil } == [false, true, false])
        #expect(all.last?.result?.orphans == nil)
        #expect(try Set(before).isSubset(of: desk.numbers))
    }
}
