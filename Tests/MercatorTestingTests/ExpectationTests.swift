import EntityMapper
import MercatorPayload
import MercatorTesting
import ObjectGraph
import Testing

/// An expectation for the fixture, and the expected failure if it is not met.
struct ExpectationCase: Sendable, CustomTestStringConvertible {
    let id: String
    let expectation: MappingExpectation
    let code: MappingTestFailure.Code?
    let message: String

    static func met(_ id: String, _ expectation: MappingExpectation) -> Self {
        Self(id: id, expectation: expectation, code: nil, message: "")
    }

    static func unmet(
        _ id: String, _ expectation: MappingExpectation, _ code: MappingTestFailure.Code,
        _ message: String
    ) -> Self {
        Self(id: id, expectation: expectation, code: code, message: message)
    }

    var testDescription: String { "\(id): \(expectation)" }
}

private struct Objection: Error, CustomStringConvertible {
    let description: String
}

@Suite("Mapping expectations")
struct ExpectationTests {
    static let attributes: [ExpectationCase] = [
        .met("AC-328", .attribute(from: "name", to: "name", is: "Blake Watters")),
        .met("AC-338", .attribute(from: "name", to: "name", at: "human")),
        .met("nil", .attribute(from: "title", to: "title", is: .null)),
        .met("closure", .attribute(from: "id", to: "humanID") { $0 == 31337 }),
        .met("Q-45, child", .attribute(from: "name", to: "name", is: "Home", at: "human.address")),
        .met(
            "Q-45, element",
            .attribute(from: "name", to: "name", is: "Jeremy Ellison", at: "human.friends[0]")),
        .met(
            "whole number for a double",
            .attribute(from: "latitude", to: "latitude", is: 12345, at: "human")),
        .unmet(
            "AC-329", .attribute(from: "name", to: "name", is: "Invalid"), .unexpectedValue,
            #"it was mapped to unexpected value "Blake Watters""#),
        .unmet(
            "AC-335", .attribute(from: "name", to: "name") { _ in false }, .closureFailed,
            #"the closure rejects "Blake Watters""#),
        .unmet(
            "closure's own error",
            .attribute(from: "name", to: "name") { _ in throw Objection(description: "too long") },
            .closureFailed, #"the closure threw an error: too long; got "Blake Watters""#),
        .unmet(
            "not nil", .attribute(from: "name", to: "name", is: .null), .unexpectedValue,
            #"it was mapped to unexpected value "Blake Watters""#),
        .unmet(
            "absent", .attribute(from: "rating", to: "rating"), .notMapped,
            "there is no value at this path"),
        .unmet(
            "other source", .attribute(from: "label", to: "name"), .notMapped,
            "the mapping 'Human' maps 'name' to it"),
        .unmet(
            "other destination", .attribute(from: "name", to: "nickname"), .notMapped,
            "the mapping 'Human' maps nothing to 'nickname'"),
        .unmet(
            "no record", .attribute(from: "name", to: "name", at: "human.friends[7]"), .notMapped,
            "found no record there; there is one at 'human', 'human.address', "
                + "'human.friends[0]', 'human.friends[1]', 'human'"),
    ]

    static let relationships: [ExpectationCase] = [
        .met(
            "AC-331",
            .relationship(
                from: "", to: "coordinate", is: [["latitude": 12345, "longitude": 56789]])),
        .met(
            "AC-332",
            .relationship(from: "address", to: "address") { objects in
                objects.map { address in
                    ["addressID", "city", "state", "country"].map { address[$0] }
                } == [[1234, "Carrboro", "North Carolina", "USA"]]
            }),
        .met("mere occurrence", .relationship(from: "friends", to: "friends")),
        .met("count", .relationship(from: "friends", to: "friends", count: 2)),
        .met(
            "any order",
            .relationship(
                from: "friends", to: "friends",
                is: [["name": "Rachit Shukla"], ["humanID": 1]])),
        .met(
            "each object serves once",
            .relationship(from: "friends", to: "friends", is: [[:], ["humanID": 1]])),
        .unmet(
            "count", .relationship(from: "friends", to: "friends", count: 3), .unexpectedCount,
            "it leads to 2"),
        .unmet(
            "one object for two",
            .relationship(from: "friends", to: "friends", is: [["humanID": 1], ["humanID": 1]]),
            .unexpectedObjects, "it leads to Human/"),
        .unmet(
            "not empty", .relationship(from: "friends", to: "friends", is: []),
            .unexpectedObjects, "it leads to Human/"),
        .unmet(
            "misspelled",
            .relationship(from: "address", to: "address", is: [["town": "Carrboro"]]),
            .unexpectedObjects, "Address has no attribute 'town'"),
        .unmet(
            "absent",
            .relationship(from: "address", to: "address", at: "human.friends[0]"), .notMapped,
            "there is no value at this path"),
        .unmet(
            "AC-335", .relationship(from: "address", to: "address") { _ in false },
            .closureFailed, "the closure rejects [Address/"),
    ]

    static let others: [ExpectationCase] = [
        .met("issues", .noIssues),
        .met("counts", .counts(of: "Human", inserted: 3, updated: 0, failed: 0)),
        .met("objects", .objects(of: "Address", count: 1)),
        .met("mapping", .mapping("Address", at: "human.address")),
        .met("no record", .noRecord(at: "human.name")),
        .met("connection", .connection(for: "house", leadsTo: .nothing)),
        .met("connection", .connection(for: "house", leadsTo: .anything)),
        .unmet(
            "connection", .connection(for: "house", leadsTo: .something), .unexpectedObjects,
            "the relationship is empty; missing: (houseID: 5)"),
        .unmet(
            "connection", .connection(for: "address", leadsTo: .anything), .notMapped,
            "the mapping 'Human' has no connection for 'address'"),
        .unmet(
            "issues", .issues([ExpectedIssue(.invalidValue, at: "human.id")]), .unexpectedIssues,
            "there is no [invalidValue at 'human.id'], nor any other issue"),
        .unmet(
            "counts", .counts(of: "Human", inserted: 3, unchanged: 1, failed: 2),
            .unexpectedCount, "there are 0 unchanged, 0 failed"),
        .unmet(
            "counts", .counts(of: "Hu", inserted: 3), .unexpectedCount,
            "the plan has nothing to do with an entity 'Hu'"),
        .unmet("objects", .objects(of: "House", count: 1), .unexpectedCount, "there are 0"),
        .unmet(
            "unknown entity", .objects(of: "Huose", count: 1), .checkFailed,
            "checking it failed: "),
        .unmet(
            "code 3", .mapping("House", at: "human.address"), .unexpectedMapping,
            "it was mapped using unexpected mapping 'Address'"),
        .unmet(
            "record", .noRecord(at: "human.address"), .unexpectedMapping,
            "it was mapped using the mapping 'Address'"),
        .unmet(
            "failure", .failure(.unmappedPayload), .operationFailed, "it did not fail"),
    ]

    @Test(arguments: attributes + relationships + others)
    func `are met, or say what happened instead`(example: ExpectationCase) throws {
        var test = try Humans.test()
        #expect(try test.evaluate(example.expectation) == (example.code == nil))
        test.expect(example.expectation)
        guard let code = example.code else {
            try test.verify()
            return
        }
        let error = #expect(throws: MappingTestError.self) { try test.verify() }
        let failure = try #require(error?.failures.first)
        #expect(error?.failures.count == 1)
        #expect(failure.code == code)
        #expect(failure.message.hasPrefix(example.message), "\(failure.message)")
        #expect(error?.description.contains(example.expectation.description) == true)
    }

    @Test func `one error lists all that are not met`() throws {
        var test = try Humans.test()
        let line = #line
        test.expect(
            .attribute(from: "name", to: "name", is: "Incorrect"),
            .relationship(from: "friends", to: "friends", count: 2),
            .attribute(from: "rating", to: "rating"))
        let error = #expect(throws: MappingTestError.self) { try test.verify() }
        #expect(
            error?.description == """
                2 of 3 expectations are not met:
                - \(#fileID):\(line + 2): expected attribute 'name' → 'name' with value "Incorrect", but it was mapped to \
                unexpected value "Blake Watters"
                - \(#fileID):\(line + 4): expected attribute 'rating' → 'rating', but there is no value at this path
                """)
        #expect(error?.failures.map(\.code) == [.unexpectedValue, .notMapped])
    }
}
