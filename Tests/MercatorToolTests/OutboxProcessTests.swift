import Foundation
import TestSupport
import Testing

/// Several processes send the edits of one store at the same time, and are killed before random
/// statements; see `OutboxScenario`.
@Suite("Outboxes of processes that are killed", .endsInTime)
struct OutboxProcessTests {
    private let workshop: Workshop
    private let seed: UInt64

    init() throws {
        workshop = try Workshop()
        seed = Crashes.seed
    }

    @Test func `each entry is sent once, with one key and the same bytes`() throws {
        var random = SeededGenerator(seed: seed)
        let file = workshop.directory.appendingPathComponent("outbox.sqlite")
        let filling = try Driver("fillOutbox", file).wait()
        try #require(filling.isSuccess, "\(filling.errors)")
        var killed = 0
        for round in 0..<6 {
            let moments = (0..<2).map { _ in Moment(&random, statements: 20...250) }
            let drivers = try moments.map { try Driver("sendOutbox", file, $0.words) }
            for (driver, moment) in zip(drivers, moments) {
                let run = try driver.wait()
                try #require(
                    run.wasKilled || run.isSuccess, "\(random), \(round), \(moment): \(run.errors)")
                killed += run.wasKilled ? 1 : 0
            }
        }
        #expect(killed > 1, "\(random)")
        let last = try Driver("sendOutbox", file).wait()
        try #require(last.isSuccess, "\(random): \(last.errors)")
        #expect(last.steps.last == "left 0", "\(random): \(last.steps)")
        let folder = URL(fileURLWithPath: file.path + ".server")
        let bodies = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
            try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
        }
        let expected = (1...60).map { #"{"text":"\#($0)"}"# }
        #expect(bodies.sorted() == expected.sorted(), "\(random)")
    }
}
