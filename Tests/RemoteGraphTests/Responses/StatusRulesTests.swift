import HTTPValues
import RemoteGraph
import RemotePlanning
import Testing

@Suite("The meaning of statuses")
struct StatusRulesTests {
    /// The rows of the rules: a status, a body, and the decisions for list, object, save, delete.
    static let table: [(Int, [UInt8], [ResponseDecision])] = [
        (200, [1], [.map, .map, .bindAndMap, .mapAndDelete]),
        (201, [1], [.map, .map, .bindAndMap, .mapAndDelete]),
        (203, [1], [.map, .map, .bindAndMap, .mapAndDelete]),
        (299, [1], [.map, .map, .bindAndMap, .mapAndDelete]),
        (202, [1], [.accept, .accept, .accept, .accept]),
        (204, [], [.succeed, .succeed, .succeed, .deleteHere]),
        (205, [1], [.succeed, .succeed, .succeed, .deleteHere]),
        (200, [], [.succeed, .succeed, .succeed, .deleteHere]),
        (200, [0x20], [.succeed, .succeed, .succeed, .deleteHere]),
        (206, [1], Array(repeating: .fail(.unexpectedPartialContent), count: 4)),
        (304, [], [.notModified, .notModified, .fail(.failedStatus), .fail(.failedStatus)]),
        (401, [1], Array(repeating: .authenticate, count: 4)),
        (404, [], [.fail(.failedStatus), .deleteUnlessEdited, .conflictGone, .deleteHere]),
        (410, [], [.fail(.failedStatus), .deleteUnlessEdited, .conflictGone, .deleteHere]),
        (
            409, [],
            [.fail(.failedStatus), .fail(.failedStatus), .conflictChanged, .conflictChanged]
        ),
        (
            412, [],
            [.fail(.failedStatus), .fail(.failedStatus), .conflictChanged, .conflictChanged]
        ),
    ]

    @Test(arguments: table)
    func `N-037, N-038, N-040, N-043, N-056: each row of the table`(
        status: Int, body: [UInt8], decisions: [ResponseDecision]
    ) {
        let found = RemotePurpose.allCases.map {
            StatusRules.standard.decision($0, status: status, body: body)
        }
        #expect(found == decisions)
    }

    @Test(arguments: [408, 421, 425, 429, 502, 503, 504], RemotePurpose.allCases)
    func `N-059: a passing failure is for the rule of retries`(
        status: Int, purpose: RemotePurpose
    ) {
        #expect(StatusRules.standard.decision(purpose, status: status, body: []) == .retry)
    }

    @Test(arguments: [300, 302, 400, 403, 407, 422, 499, 500, 501, 505, 599])
    func `N-044, N-058, N-061: other statuses fail`(status: Int) {
        for purpose in RemotePurpose.allCases {
            #expect(
                StatusRules.standard.decision(purpose, status: status, body: [1])
                    == .fail(.failedStatus))
        }
    }

    @Test(arguments: [-1, 0, 99, 103, 199, 600, 999])
    func `N-061: a status outside of the ranges is no valid response`(status: Int) {
        for rules in StatusRules.allCases {
            #expect(
                rules.decision(.list, status: status, body: [1]) == .fail(.invalidResponse))
        }
    }

    @Test func `the rules of TSNREST delete after a 404 to a save`() {
        let rules = StatusRules.tsnrest
        #expect(rules.decision(.save, status: 404, body: []) == .deleteHere)
        #expect(rules.decision(.save, status: 201, body: [1]) == .bindAndMap)
        #expect(rules.decision(.list, status: 200, body: []) == .succeed)
        #expect(rules.decision(.list, status: 404, body: []) == .fail(.failedStatus))
        #expect(rules.decision(.object, status: 401, body: []) == .authenticate)
    }
}
