import HTTPValues
import ObjectGraph
import RemoteGraph
import RemotePlanning
import ResourceMapping
import TestSupport
import Testing

@Suite("Sending again")
struct RetryTests {
    /// 6 November 1994, 08:49:37.
    private static let instant: Int64 = 784_111_777

    @Test(arguments: [
        ("2", 2), (" 120\t", 120), ("0", 0), ("Sun, 06 Nov 1994 08:49:47 GMT", 10),
        ("Sunday, 06-Nov-94 08:49:47 GMT", 10), ("Sun Nov  6 08:49:47 1994", 10),
        ("Sun, 06 Nov 1994 08:49:07 GMT", 0), ("99999999999999999999", Int64(Int32.max)),
    ])
    func `Retry-After is seconds or a date`(field: String, seconds: Int64) throws {
        let now = try #require(Timestamp(seconds: Self.instant))
        #expect(RetryAfter.wait(field, now: now) == .seconds(seconds))
    }

    @Test(arguments: [
        "-1", "soon", "", " ", "1.5", "+3", "１", "Sun, 06 Nov 1994",
        "Sun, 06 Nov 4 08:49:47 GMT", "Sun, 06 Nov 994 08:49:47 GMT",
        "Sunday, 06-Nov-994 08:49:47 GMT", "Sun Nov  6 08:49:47 994",
        "Sun, 06 Nov 0000 08:49:47 GMT", "Sun, 06 Nov 1994 08:49:47 +0100",
    ])
    func `another value of Retry-After is none`(field: String) throws {
        let now = try #require(Timestamp(seconds: Self.instant))
        #expect(RetryAfter.wait(field, now: now) == nil)
    }

    private func decide(
        _ outcome: RetryPolicy.Outcome, _ method: ResourceRequest.Method = .get,
        isRepeatable: Bool = false, sendings: Int = 1, retryAfter: Duration? = nil,
        policy: RetryPolicy = RetryPolicy()
    ) -> Bool {
        var random = SeededGenerator(seed: 1)
        let decision = policy.decision(
            after: outcome, method, isRepeatable: isRepeatable, sendings: sendings,
            retryAfter: retryAfter, using: &random)
        if case .retry = decision { return true }
        return false
    }

    @Test func `a POST is sent again only with a key, or if it was not sent`() {
        #expect(!decide(.status(503), .post))
        #expect(decide(.status(503), .post, isRepeatable: true))
        #expect(decide(.notSent, .post))
        #expect(!decide(.interrupted, .post))
        #expect(!decide(.interrupted, .patch))
        #expect(decide(.interrupted, .patch, isRepeatable: true))
    }

    @Test(arguments: [408, 425, 429, 502, 503, 504])
    func `passing failures are tried three times`(status: Int) {
        for method in [ResourceRequest.Method.get, .put, .delete] {
            #expect(decide(.status(status), method, sendings: 2))
            #expect(!decide(.status(status), method, sendings: 3))
        }
    }

    @Test func `a last attempt was tried, even if nothing was sent`() throws {
        var random = SeededGenerator(seed: 1)
        let decision = RetryPolicy().decision(after: .notSent, .get, sendings: 3, using: &random)
        guard case .fail(let reason) = decision else {
            Issue.record("it is sent a fourth time")
            return
        }
        #expect(reason == "it was tried 3 times")
    }

    @Test(arguments: [400, 401, 403, 404, 409, 412, 422, 500])
    func `other failures are final, unless the rule says otherwise`(status: Int) {
        #expect(!decide(.status(status)))
        var policy = RetryPolicy()
        policy.statuses.insert(status)
        #expect(decide(.status(status), policy: policy))
    }

    @Test func `a wrong server is asked once more, a wrong certificate never`() {
        #expect(decide(.status(421), .post))
        #expect(!decide(.status(421), .get, sendings: 2))
        #expect(!decide(.permanent))
    }

    @Test func `a server that asks to wait too long fails the request`() {
        #expect(decide(.status(503), retryAfter: .seconds(60)))
        #expect(!decide(.status(503), retryAfter: .seconds(61)))
    }

    @Test(arguments: Seeds.upTo(20))
    func `waits are random below a bound that doubles, and not below what the server asks`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var policy = RetryPolicy()
        policy.sendings = 100
        var longest = Duration.zero
        for sendings in 1...80 {
            let bound = min(30, 0.5 * Double(1 << min(sendings - 1, 20)))
            let asked = Duration.seconds(Int.random(in: 0...2, using: &random))
            guard
                case .retry(let wait) = policy.decision(
                    after: .status(503), .get, sendings: sendings, retryAfter: asked,
                    using: &random)
            else {
                Issue.record("\(random): sending \(sendings)")
                continue
            }
            #expect(wait >= asked && wait <= max(.seconds(bound), asked), "\(random)")
            longest = max(longest, wait)
        }
        #expect(longest > .seconds(15), "\(random)")
    }
}
