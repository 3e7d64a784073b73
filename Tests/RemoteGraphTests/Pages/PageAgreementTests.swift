import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OrphanDetection
import RemoteGraph
import RemotePlanning
import ResourceMapping
import Synchronization
import TestSupport
import Testing

@Suite("Pages and whole lists", .endsInTime)
struct PageAgreementTests {
    /// A list on a server, the articles that are here before, and the pages of the list.
    private struct History {
        var known: [Int]
        var edited: [Int]
        var pages: [[Int]]
        let limit: OrphanDeletion.Limit

        init(_ generator: inout SeededGenerator) {
            known = (1...12).filter { _ in generator.chance(0.6) }
            edited = (13...14).filter { _ in generator.chance(0.5) }
            pages = (1...Int.random(in: 1...4, using: &generator)).map { _ in [] }
            for number in 1...16 where generator.chance(0.5) {
                for _ in 0...(generator.chance(0.2) ? 1 : 0) {
                    pages[Int.random(in: pages.indices, using: &generator)].append(number)
                }
            }
            limit = generator.chance(0.5) ? .share(0.4) : .unlimited
        }

        func desk(_ respond: @escaping PageDesk.Respond) throws -> PageDesk {
            let desk = try PageDesk(limit: limit, respond)
            try desk.insert(known)
            try desk.insert(edited, state: 1)
            return desk
        }
    }

    @Test(arguments: Seeds.upTo(60, from: 1))
    func `pages delete what one response with all of them deletes`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let history = History(&generator)
        let whole = try history.desk { _ in
            TransportResponse(200, json: page(history.pages.flatMap(\.self)))
        }
        guard case .mapped(let expected) = try await whole.manager.load("all") else {
            Issue.record("not mapped, \(generator)")
            return
        }
        let broken = Mutex(
            generator.chance(0.5) ? history.pages.indices.randomElement(using: &generator) : nil)
        let desk = try history.desk { request in
            let number = request.number("p") ?? 0
            let fails = broken.withLock { broken in
                defer { if broken == number { broken = nil } }
                return broken == number
            }
            guard !fails else { return TransportResponse(500, json: "{}") }
            let isLast = number == history.pages.count - 1
            return TransportResponse(
                200, headers: isLast ? [:] : ["Link": "<?p=\(number + 1)>; rel=next"],
                json: page(history.pages[number]))
        }
        var options = PageOptions()
        options.commit = generator.chance(0.5) ? .once : .eachPage
        var pages = desk.manager.pages("all", by: .link(), options: options)
        var last: RemotePage?
        for _ in 0..<2 where last?.index != history.pages.count - 1 {
            do {
                for try await page in pages { last = page }
            } catch {
                pages = pages.resume(from: try #require(error.page))
            }
        }
        let scope = last?.result?.orphans?.scopes.first
        let other = expected.orphans?.scopes.first
        #expect(try desk.numbers == whole.numbers, "\(generator): \(history)")
        #expect(scope?.refusals == other?.refusals, "\(generator): \(history)")
        #expect(scope?.knownCount == other?.knownCount, "\(generator): \(history)")
        #expect(scope?.orphans.count == other?.orphans.count, "\(generator): \(history)")
    }
}
