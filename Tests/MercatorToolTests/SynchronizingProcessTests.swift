import Foundation
import TestSupport
import Testing

/// Processes edit and synchronize one store at the same time, with clocks hours apart, and are
/// killed; see `SynchronizingScenario`.
@Suite("Synchronizing processes that are killed", .endsInTime)
struct SynchronizingProcessTests {
    /// The memory of the server at the end.
    private struct Memory: Decodable {
        struct Note: Decodable { let text: String }

        let notes: [Int: Note]
        let misusedKeys: [String]
    }

    private let workshop: Workshop
    private let file: URL

    init() throws {
        workshop = try Workshop()
        file = workshop.directory.appendingPathComponent("notes.sqlite")
    }

    // Cost: three processes at a time synchronize until each is killed, 25 or 100 in all.
    @Test func `kills, lost answers and wrong clocks leave no entry, and equal objects`() throws {
        var random = SeededGenerator(seed: Crashes.seed)
        var killed = 0
        while killed < Crashes.count(100) {
            let drivers = try (0..<3).map { lane in
                try Driver(
                    "synchronize", file,
                    Moment(&random, statements: 20...600).words + ["\((lane - 1) * 5)"])
            }
            for driver in drivers {
                let run = try driver.wait()
                try #require(run.wasKilled, "\(random), \(killed): \(run.errors)")
                killed += 1
            }
        }
        let last = try Driver("finishSynchronizing", file).wait()
        try #require(last.isSuccess, "\(random): \(last.errors)")
        try check(last.steps, "\(random)")
    }

    private func check(_ steps: [String], _ comment: String) throws {
        let memory = try JSONDecoder().decode(
            Memory.self, from: Data(contentsOf: URL(fileURLWithPath: file.path + ".server")))
        #expect(memory.misusedKeys.isEmpty, "\(comment)")
        #expect(
            steps.sorted() == memory.notes.map { "note \($0.key) \($0.value.text)" }.sorted(),
            "\(comment)")
        var numbers: [Substring: Int] = [:]
        for note in memory.notes.values {
            let words = note.text.split(separator: " ")
            #expect(numbers.updateValue(try #require(Int(words[1])), forKey: words[0]) == nil)
        }
        #expect(!numbers.isEmpty)
        let log = try String(contentsOf: URL(fileURLWithPath: file.path + ".log"), encoding: .utf8)
        let lines = log.split(separator: "\n").map { $0.split(separator: " ") }
        let deleted = Set(lines.filter { $0[1] == "deleted" }.map { $0[0] })
        let doomed = Set(lines.filter { $0[1] == "deleting" }.map { $0[0] })
        for line in lines {
            guard let logged = Int(line[1]) else { continue }
            guard let number = numbers[line[0]] else {
                #expect(doomed.contains(line[0]), "\(line) was lost: \(comment)")
                continue
            }
            #expect(!deleted.contains(line[0]), "\(line) came back: \(comment)")
            #expect(number >= logged, "\(line) was lost: \(comment)")
        }
    }
}
