import Mercator

/// Notes in a file, each of which can reference two others, and the manager that sends them.
struct Notes: Sendable {
    /// The references among the notes of an outbox.
    enum Form: String, CaseIterable {
        case unrelated, chains, ladders, fans

        /// Returns the places of the notes that a note references.
        fileprivate func references(of place: Int) -> [Int] {
            switch self {
            case .unrelated: []
            case .chains: [place - 1]
            case .ladders: [place - 1, place - 2]
            case .fans: [0]
            }
        }
    }

    let manager: ObjectManager
    let server = NoteServer()

    init(_ path: String) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Note",
                attributes: [
                    .init("noteID", .integer64), .init("firstID", .integer64),
                    .init("secondID", .integer64),
                ],
                relationships: [
                    .toOne("first", "Note", inverse: "firstReplies"), .toOne("second", "Note"),
                    .toMany("firstReplies", "Note", inverse: "first"),
                ])
        ])
        guard let note = model["Note"] else { throw BenchmarkError("there is no note") }
        var notes = EntityMapping(for: note)
        notes.addAttributeMappings(["id": "noteID", "first": "firstID", "second": "secondID"])
        notes.addConnection(for: "first", connectedBy: ["firstID": "noteID"])
        notes.addConnection(for: "second", connectedBy: ["secondID": "noteID"])
        let plan = try MappingPlan(MappingSet([notes], roots: ["": "Note"]), for: model)
        var description = RemoteDescription(base: "https://example.com/")
        description.addRoute(for: "Note", "notes/:noteID", methods: [.get])
        description.addRoute(for: "Note", "notes", methods: [.post])
        description.addRequest(RequestDescriptor(for: "Note"))
        description.addResponse(ResponseDescriptor(using: "Note"))
        manager = ObjectManager(
            try RemotePlan(description, for: plan),
            in: try PersistentContainer(model: model, store: SQLiteStore(path)), over: server)
    }

    /// Creates notes, each with an entry in the outbox unless it is not to be sent, in one commit.
    func create(_ count: Int, _ form: Form, withEntries: Bool = true) throws {
        try manager.container.perform { context in
            var notes: [ManagedObject] = []
            for place in 0..<count {
                let note = context.insert("Note")
                let others = form.references(of: place).filter { $0 >= 0 && $0 < place }
                for (name, other) in zip(["first", "second"], others) {
                    note[toOne: name] = notes[other]
                }
                notes.append(note)
                if withEntries { try manager.outbox.create(note.objectID, in: context) }
            }
            try context.save()
        }
    }

    /// Sends all entries.
    func send() throws {
        let manager = manager
        let round = try Waiting.result { try await manager.outbox.send() }
        try Title.require(
            round.sent.count == server.created && (try manager.outbox.entries()).isEmpty,
            "\(round) of \(server.created)")
    }

    /// Saves a note that the server has.
    func known() throws -> ManagedObjectID {
        try manager.container.perform { context in
            let note = context.insert("Note")
            note["noteID"] = 1
            try context.save()
            return note.objectID
        }
    }

    /// Loads a note a number of times.
    func load(_ note: ManagedObjectID, times count: Int) throws {
        let manager = manager
        try Waiting.result {
            for _ in 0..<count { try await manager.get(note) }
        }
    }
}
