import Foundation
import Mercator

/// Edits notes, sends them to a ``SharedServer`` and loads its list, beside other processes that do
/// the same in the same store.
///
/// The text of a note is its name and the number of its edits. A log beside the store has the texts
/// that were saved, and the names of notes before and after they are deleted.
struct SynchronizingScenario {
    /// A clock that is wrong by some hours.
    private struct ShiftedClock: RemoteClock {
        let hours: Int64
        var now: ContinuousClock.Instant { .now }
        var date: Timestamp {
            let date = Timestamp.now
            return Timestamp(
                seconds: date.seconds + hours * 3600, nanoseconds: date.nanoseconds) ?? date
        }

        func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
    }

    private let container: PersistentContainer
    private let manager: ObjectManager
    private let log: URL

    init(_ file: String, _ options: SQLiteStore.Options, hours: Int64, losses: Bool) throws {
        let note = EntityDescription(
            "Note", attributes: [.init("noteID", .integer64), .init("text", .string)])
        let model = try ManagedObjectModel([note])
        var mapping = EntityMapping(for: note)
        mapping.identificationAttributes = ["noteID"]
        mapping.addAttributeMapping(
            AttributeMapping(from: "id", to: "noteID", isReadOnly: true))
        mapping.addAttributeMapping(from: "text", to: "text")
        var server = RemoteDescription(base: "https://example.com/")
        server.addRoute(named: "notes", "notes")
        server.addRoute(for: "Note", "notes", methods: [.post])
        server.addRoute(for: "Note", "notes/:noteID", methods: [.get, .patch, .delete])
        server.addRequest(RequestDescriptor(for: "Note"))
        server.addResponse(
            ResponseDescriptor("notes", using: "Note", scope: .all("Note", limit: .unlimited)))
        server.addResponse(ResponseDescriptor("notes/:noteID", using: "Note"))
        let plan = try MappingPlan(MappingSet([mapping], roots: ["": "Note"]), for: model)
        container = try PersistentContainer(
            model: model, store: SQLiteStore(file, options: options))
        var settings = RemoteOptions()
        settings.clock = ShiftedClock(hours: hours)
        settings.retry.firstWait = .milliseconds(2)
        settings.retry.longestWait = .milliseconds(10)
        settings.outbox.lease = .milliseconds(300)
        settings.mapping.retryLimit = 20
        let transport = SharedServer(
            URL(fileURLWithPath: file + ".server"), losses: losses ? (0.1, 0.3) : (0, 0))
        manager = ObjectManager(
            try RemotePlan(server, for: plan), in: container, over: transport, options: settings,
            credentials: transport)
        log = URL(fileURLWithPath: file + ".log")
    }

    /// Edits and synchronizes until the process dies.
    func run() async throws {
        while true {
            for _ in 0..<Int.random(in: 1...3) { try edit() }
            try await synchronize()
        }
    }

    /// Synchronizes until no entry is left, and reports the notes.
    func finish() async throws {
        for _ in 0..<200 where try !manager.outbox.entries().isEmpty { try await synchronize() }
        for entry in try manager.outbox.entries() {
            StoreDriver.report("entry \(entry) \(entry.message ?? "")")
        }
        _ = try await manager.load("notes")
        try container.perform { context in
            for note in try context.fetch(FetchRequest("Note")) {
                StoreDriver.report("note \(note["noteID"]) \(try text(of: note))")
            }
        }
    }

    private func synchronize() async throws {
        do {
            for entry in try await manager.outbox.send().failed {
                throw StoreError(.failure, "\(entry): \(entry.message ?? "")")
            }
            for entry in try manager.outbox.entries() where entry.state == .conflict {
                // Another process may have decided it meanwhile.
                try? await manager.outbox.resolve(entry, with: .mine)
            }
            if Bool.random() { _ = try await manager.load("notes") }
        } catch let error as RemoteError where [.failedTransfer, .paused].contains(error.code) {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func text(of note: ManagedObject) throws -> String {
        guard case .string(let text) = note["text"] else {
            throw StoreError(.failure, "a note has no text")
        }
        return text
    }

    /// Creates, changes or deletes a note.
    private func edit() throws {
        let entry = try container.perform(retryLimit: 20) { context -> String in
            let notes = try context.fetch(FetchRequest("Note"))
            let entry: String
            if let note = notes.randomElement(), notes.count > 5, Double.random(in: 0..<1) < 0.7 {
                let words = try text(of: note).split(separator: " ")
                guard words.count == 2, let number = Int(words[1]) else {
                    throw StoreError(.failure, "a note has the text '\(note["text"])'")
                }
                if Double.random(in: 0..<1) < 0.2 {
                    entry = "\(words[0]) deleted"
                    try append("\(words[0]) deleting")
                    try manager.outbox.delete(note.objectID, in: context)
                } else {
                    entry = "\(words[0]) \(number + 1)"
                    note["text"] = .string(entry)
                    try manager.outbox.update(note.objectID, in: context)
                }
            } else {
                entry = "\(UInt32.random(in: 0 ... .max)) 1"
                let note = context.insert("Note")
                note["text"] = .string(entry)
                try manager.outbox.create(note.objectID, in: context)
            }
            try context.save()
            return entry
        }
        try append(entry)
    }

    /// Adds a line to the log.
    private func append(_ line: String) throws {
        // Lines of several processes do not overwrite each other.
        let file = unsafe open(log.path, O_APPEND | O_CREAT | O_WRONLY, 0o600)
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        try handle.write(contentsOf: Data("\(line)\n".utf8))
    }
}
