import Foundation
import Mercator

/// A process for tests that works on a store, reports each completed step, and can kill itself.
///
/// `StoreDriver SCENARIO FILE [--statement N | --microseconds N]`
@main
enum StoreDriver {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count >= 2, let scenario = words.first.flatMap(Scenario.init) else {
            throw StoreError(.invalidRequest, "usage: SCENARIO FILE [--statement N]")
        }
        let file = words[words.startIndex + 1]
        let options = try Death(Array(words.dropFirst(2))).prepare()
        let maintenance = MaintenanceScenario(file, options)
        switch scenario {
        case .create: try CreatingScenario(file, options).run()
        case .save: try SavingScenario(file, options).run()
        case .prepare: try MigrationScenario(file, options).prepare()
        case .migrate: try MigrationScenario(file, options).run()
        case .import: try await ImportingScenario(file, options).run()
        case .stream: try await ImportingScenario(file, options).runStream()
        case .loadSources: try CrossingScenario(file, options).loadSources()
        case .loadDestinations: try CrossingScenario(file, options).loadDestinations()
        case .loadEnds: try CrossingScenario(file, options).loadEnds()
        case .load: try await LoadingScenario(file, options).run()
        case .loadRemotely: try await RemoteScenario(file, options).run()
        case .fill: try maintenance.fill()
        case .rebuild: try maintenance.rebuild()
        case .step: try maintenance.step()
        case .seed: try maintenance.seed(migrates: false)
        case .seedAndMigrate: try maintenance.seed(migrates: true)
        case .backup: try maintenance.backUp()
        case .reset: try maintenance.reset(hasSeed: false)
        case .resetToSeed: try maintenance.reset(hasSeed: true)
        case .outdated: try maintenance.outdated()
        case .fillOutbox: try OutboxScenario(file, options).fill()
        case .sendOutbox: try await OutboxScenario(file, options).send()
        case .synchronize:
            let hours = words.last.flatMap { Int64($0) } ?? 0
            try await SynchronizingScenario(file, options, hours: hours, losses: true).run()
        case .finishSynchronizing:
            try await SynchronizingScenario(file, options, hours: 0, losses: false).finish()
        }
    }

    enum Scenario: String {
        case create, save, prepare, migrate, load, loadRemotely, `import`, stream
        case loadSources, loadDestinations, loadEnds
        case fill, rebuild, step, seed, seedAndMigrate, backup, reset, resetToSeed, outdated
        case fillOutbox, sendOutbox, synchronize, finishSynchronizing
    }

    /// Reports a completed step; the report has been written when this returns.
    static func report(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }
}
