import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

/// Requests of all kinds meet failures in all phases.
@Suite("Failing requests", .endsInTime)
struct FaultTests {
    enum Verb: CaseIterable, Sendable {
        case list, get, post, put, patch, delete
    }

    /// The failures before the response that the manager may apply.
    private static func faults(_ random: inout SeededGenerator) -> [Result<
        TransportResponse, TransportError
    >] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let kinds: [TransportError.Kind] = [
                .connect, .unknownHost, .reset, .tls, .timedOut(.idle), .timedOut(.connect),
                .incompleteBody, .undecodableBody, .unsupportedCoding, .headersTooLarge,
                .invalidResponse, .failed,
            ]
            let stages: [TransportError.Stage] = [.notSent, .sent, .receiving(bytes: 7)]
            let json = Array(articles(1, 9, title: "cut").utf8)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return .failure(TransportError(random.pick(kinds), random.pick(stages), "test"))
            case 1:
                let count = Int.random(in: 0..<json.count, using: &random)
                return .success(
                    TransportResponse(
                        200, cutAfter: Array(json.prefix(count)), error: random.pick(kinds)))
            case 2:
                return .success(
                    TransportResponse(random.pick([408, 421, 425, 429, 502, 503, 504])))
            default:
                let count = Int.random(in: 1..<json.count, using: &random)
                let text = String(decoding: json.prefix(count), as: UTF8.self)
                return .success(
                    TransportResponse(random.pick([200, 206, 304, 403, 500]), json: text))
            }
        }
    }

    /// Performs a request on new data; returns its error, and the state before and after it.
    private func run(
        _ verb: Verb, _ script: Script, cancelsAfter yields: Int?
    ) async throws -> (error: RemoteError?, before: GraphSnapshot, after: GraphSnapshot) {
        let desk = try Desk { _ in
            if yields != nil { await Task.yield() }
            return script.next(or: TransportResponse(200, json: articles(verb == .post ? 7 : 1)))
        }
        let article = try desk.insertThree()[0]
        let draft = try desk.insert(["title": "draft"])
        let before = try desk.snapshot()
        let manager = desk.manager
        let task = Task { () async throws -> RemoteOutcome in
            switch verb {
            case .list: try await manager.load("all")
            case .get: try await manager.get(article)
            case .post: try await manager.post(draft)
            case .put: try await manager.put(article)
            case .patch: try await manager.patch(article) { $0["title"] = "mine" }
            case .delete: try await manager.delete(article)
            }
        }
        if let yields {
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
        }
        var failure: RemoteError?
        do {
            _ = try await task.value
        } catch {
            failure = try #require(error as? RemoteError)
        }
        return (failure, before, try desk.snapshot())
    }

    /// Cost: six verbs with every seed, each on a graph of its own that is compared as a whole.
    @Test(arguments: Verb.allCases, Seeds.upTo(60))
    func `N-137, N-209: a request leaves the graph as it was, or complete`(
        verb: Verb, seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let complete = try await run(verb, Script([]), cancelsAfter: nil)
        #expect(complete.error == nil)
        #expect(complete.after != complete.before)
        let faults = Self.faults(&random)
        let yields = random.chance(0.3) ? Int.random(in: 0..<40, using: &random) : nil
        let result = try await run(verb, Script(faults), cancelsAfter: yields)
        #expect(result.before == complete.before)
        let expected = result.error == nil ? complete.after : complete.before
        #expect(result.after == expected, "\(random), \(faults.count) faults, \(yields ?? -1)")
    }
}
