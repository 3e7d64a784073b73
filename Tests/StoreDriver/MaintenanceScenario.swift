import Foundation
import Mercator

/// Operations on a whole store: two kinds of migration, seeding, backup, and reset.
///
/// The seed is `seed.sqlite` next to the file; the backup has the file's name with
/// `.backup` appended.
struct MaintenanceScenario {
    /// The number of notes in a filled store; each has a person, and two of five tags.
    static let noteCount: Int64 = 120

    private let file: String
    private let options: SQLiteStore.Options

    init(_ file: String, _ options: SQLiteStore.Options) {
        self.file = file
        self.options = options
    }

    /// Creates a store of the first version.
    func fill() throws {
        try open(VersionedModels.first()).perform { context in
            let tags = (0..<5).map { number in
                let tag = context.insert("Tag")
                tag["name"] = .string("tag \(number)")
                return tag
            }
            for number in 0..<Self.noteCount {
                let person = context.insert("Person")
                person["name"] = .string("First\(number) Last\(number)")
                let note = context.insert("Note")
                note["text"] = .string("note \(number)")
                note["draft"] = .string("draft \(number)")
                note[toOne: "writer"] = person
                note[toMany: "tags"] = [tags[Int(number % 5)], tags[Int((number + 2) % 5)]]
            }
            try context.save()
        }
        StoreDriver.report("done")
    }

    /// Migrates the store to the second version, which rebuilds tables.
    func rebuild() throws {
        _ = try open(VersionedModels.second(), migration: .inferred)
        StoreDriver.report("done")
    }

    /// Migrates the store to the third version in steps, object by object.
    func step() throws {
        _ = try open(VersionedModels.third(), migration: .stepwise(VersionedModels.steps()))
        StoreDriver.report("done")
    }

    /// Opens the file with a seed, for the version of the seed or the next one.
    func seed(migrates: Bool) throws {
        let model = try migrates ? VersionedModels.second() : VersionedModels.first()
        _ = try open(model, migration: .inferred, hasSeed: true)
        StoreDriver.report("done")
    }

    /// Copies the store.
    func backUp() throws {
        try open(VersionedModels.first()).backUp(to: file + ".backup")
        StoreDriver.report("done")
    }

    /// Resets the store to be empty, or to the seed.
    func reset(hasSeed: Bool) throws {
        try open(VersionedModels.first(), hasSeed: hasSeed).reset()
        StoreDriver.report("done")
    }

    /// Keeps a container of the first version open while another process migrates the file.
    func outdated() throws {
        let container = try open(VersionedModels.first())
        let code = try container.perform { context in
            try context.fetch(FetchRequest("Note")).first?["text"] = "changed"
            try migrateInAnotherProcess()
            return Self.code { try context.save() }
        }
        StoreDriver.report("save: \(code)")
        let read = Self.code { try container.perform { _ = try $0.count(FetchRequest("Note")) } }
        StoreDriver.report("read: \(read)")
        let insert = Self.code {
            try container.perform { context in
                context.insert("Tag")["name"] = "late"
                try context.save()
            }
        }
        StoreDriver.report("insert: \(insert)")
    }

    private func migrateInAnotherProcess() throws {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["rebuild", file]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw StoreError(.failure, "the other process failed")
        }
    }

    private static func code(_ work: () throws -> Void) -> String {
        do {
            try work()
            return "none"
        } catch {
            return (error as? StoreError)?.code.description ?? "\(error)"
        }
    }

    private func open(
        _ model: ManagedObjectModel, migration: SQLiteStore.Migration = .additive,
        hasSeed: Bool = false
    ) throws -> PersistentContainer {
        var options = options
        options.migration = migration
        if case .additive = migration {} else { options.migrationBackup = file + ".before" }
        if hasSeed {
            options.seed =
                URL(fileURLWithPath: file).deletingLastPathComponent()
                .appendingPathComponent("seed.sqlite").path
        }
        return try PersistentContainer(model: model, store: SQLiteStore(file, options: options))
    }
}
