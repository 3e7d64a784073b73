import EntityMapper
import Foundation
import MercatorPayload
import MercatorTesting
import ObjectGraph
import Testing

@Suite("Errors of mapping tests for people")
struct TestingErrorTests {
    private func check<Failure: Error>(
        _ type: Failure.Type, _ fail: () throws -> Void
    ) throws {
        let error = #expect(throws: type) { try fail() }
        let text = try #require(error).localizedDescription
        #expect(text == "\(try #require(error))")
        #expect(!text.contains("could not be completed"))
    }

    @Test func `the localized description is the description`() throws {
        var test = try Humans.test()
        test.expect(.attribute(from: "name", to: "name", is: "nobody at all"))
        try check(MappingTestError.self) { try test.verify() }
        var unprepared = test
        struct Stop: Error {}
        unprepared.preload { _ in throw Stop() }
        try check(MappingTestError.self) { try unprepared.verify() }
        try check(PayloadFixtureError.self) { _ = try Humans.fixtures.bytes("nothing.json") }
    }
}
