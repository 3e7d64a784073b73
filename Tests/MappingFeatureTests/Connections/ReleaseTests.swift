import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Memory after a unit of work: a reference cycle would keep its rows for the life of the process.
@Suite("Release of a unit of work")
struct ReleaseTests {
    enum Ending: String, CaseIterable, Sendable {
        case saved, savedAfterAnother, refused, discarded
    }

    /// The end of a unit of work, which carries a reference out of it.
    private struct Ended: Error {
        weak let followUp: FollowUp?
        let wasRefused: Bool
    }

    @Test(arguments: StoreKind.allCases, Ending.allCases)
    func `a unit of work is released with what it prepared for its save`(
        kind: StoreKind, ending: Ending
    ) throws {
        let room = try Newsroom()
        let bench = try Workbench(kind, room.model)
        let articles = MappingOperation(try #require(room.plans[.article]))
        let persons = MappingOperation(try #require(room.plans[.person]))
        let ended = try #require(throws: Ended.self) {
            try bench.container.perform { unit in
                _ = try articles.run(
                    PayloadDocument(parsing: #"{"slug":"a1","author":1,"tags":[7]}"#), in: unit)
                let followUp = try #require(unit.state.followUps.first)
                if ending == .savedAfterAnother {
                    _ = try persons.run(#"{"slug":"p1","id":1}"#, in: bench.container)
                }
                if ending == .refused {
                    _ = try articles.run(#"{"slug":"a1"}"#, in: bench.container)
                }
                var wasRefused = false
                do {
                    if ending != .discarded { try unit.save() }
                } catch let error as StoreError where error.code == .uniqueness {
                    wasRefused = true
                }
                throw Ended(followUp: followUp, wasRefused: wasRefused)
            }
        }
        #expect(ended.wasRefused == (ending == .refused))
        #expect(ended.followUp == nil)
    }
}
