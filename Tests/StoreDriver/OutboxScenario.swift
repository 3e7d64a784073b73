import Foundation
import Mercator

/// Sends the edits of an outbox to a server that honours keys, and whose memory is a folder beside
/// the store.
struct OutboxScenario {
    static let count = 60

    private let manager: ObjectManager
    private let container: PersistentContainer

    init(_ file: String, _ storeOptions: SQLiteStore.Options) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Note", attributes: [.init("noteID", .integer64), .init("text", .string)])
        ])
        guard let entity = model["Note"] else {
            throw StoreError(.invalidRequest, "the model has no notes")
        }
        var notes = EntityMapping(for: entity)
        notes.identificationAttributes = ["noteID"]
        notes.addAttributeMappings(["id": "noteID", "text": "text"])
        var server = RemoteDescription(base: "https://example.com/")
        server.addRoute(for: "Note", "notes", methods: [.post])
        server.addRequest(RequestDescriptor(for: "Note"))
        server.addResponse(ResponseDescriptor("notes", using: "Note"))
        let plan = try MappingPlan(MappingSet([notes], roots: ["": "Note"]), for: model)
        container = try PersistentContainer(
            model: model, store: SQLiteStore(file, options: storeOptions))
        var options = RemoteOptions()
        options.outbox.lease = .milliseconds(500)
        manager = ObjectManager(
            try RemotePlan(server, for: plan), in: container,
            over: FolderServer(folder: URL(fileURLWithPath: file + ".server")), options: options)
    }

    /// Adds the edits.
    func fill() throws {
        for number in 1...Self.count {
            try container.perform { context in
                let note = context.insert("Note")
                note["text"] = .string("\(number)")
                try manager.outbox.create(note.objectID, in: context)
                try context.save()
            }
        }
    }

    /// Sends until nothing is left, also what other processes have claimed and not sent.
    func send() async throws {
        while try !manager.outbox.entries().isEmpty {
            let round = try await manager.outbox.send()
            StoreDriver.report("\(round)")
            // The claims of processes that were killed end by themselves.
            if round.sent.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
        }
        let unbound = try container.perform { context in
            try context.count(FetchRequest("Note", where: .attribute("noteID") == Value.null))
        }
        StoreDriver.report("left \(unbound)")
    }
}

/// A server that creates an object once for each key: its file has the name of the key, and the
/// text and the bytes of the request.
private struct FolderServer: ResourceTransport {
    let folder: URL

    func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse {
        let body = try await request.body?.bytes() ?? []
        guard let key = request.headers["Idempotency-Key"],
            let text = try? PayloadDocument(body).root["text"]?.string
        else { return TransportResponse(400) }
        let file = folder.appendingPathComponent(key)
        do {
            try keep(body, as: file)
        } catch {
            throw TransportError(.failed, .sent, "\(error)")
        }
        guard let known = try? Data(contentsOf: file), Array(known) == body else {
            return TransportResponse(422)
        }
        return TransportResponse(
            201, headers: ["Content-Type": "application/json"],
            body: ResponseBody(Array("{\"id\": \(text), \"text\": \"\(text)\"}".utf8)))
    }

    /// Creates a file with its whole content, unless there is one: this process may be killed at
    /// any moment.
    private func keep(_ body: [UInt8], as file: URL) throws {
        let files = FileManager.default
        let parts = URL(fileURLWithPath: folder.path + ".parts")
        for folder in [folder, parts] {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let part = parts.appendingPathComponent("\(UInt64.random(in: 0 ... .max))")
        try Data(body).write(to: part)
        do {
            try files.linkItem(at: part, to: file)
        } catch {
            guard files.fileExists(atPath: file.path) else { throw error }
        }
    }
}
