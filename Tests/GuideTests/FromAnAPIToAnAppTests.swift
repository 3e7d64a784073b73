#if canImport(RemoteGraphCurl)
    import Foundation
    import MappingGeneration
    import MappingInference
    import Mercator
    import RemoteGraphCurl
    import ScriptedServer
    import Testing

    @Suite("From an API to an app that works offline")
    struct FromAnAPIToAnAppTests {
        struct Note: Entity {
            let noteID = Attribute<Int64?>(from: "id")
            let title = Attribute<String>(from: "title", default: "")
            let isPinned = Attribute<Bool>(from: "pinned", default: false)
            let notebookID = Attribute<Int64?>(from: "notebook_id")
            let notebook = ToOne<Notebook>(inverse: \.notes, connectedBy: \Note.notebookID)
        }

        struct Notebook: Entity {
            let notebookID = Attribute<Int64>(from: "id")
            let name = Attribute<String>(from: "name", default: "")
            let notes = ToMany<Note>()
        }

        private let payload = """
            {
              "notes": [
                {"id": 1, "title": "Packing list", "pinned": true, "notebook_id": 3},
                {"id": 2, "title": "Ideas", "pinned": false, "notebook_id": 4}
              ],
              "notebooks": [{"id": 3, "name": "Travel"}, {"id": 4, "name": "Work"}]
            }

            """

        func server(_ base: String) -> RemoteDescription {
            var server = RemoteDescription(base: base)
            server.addRoute(named: "notes", "notes")
            server.addRoute(for: "Note", "notes", methods: [.post])
            server.addRoute(for: "Note", "notes/:noteID", methods: [.get, .patch, .delete])
            server.addResponse(
                ResponseDescriptor("notes", root: "notes", methods: [.get], using: "Note"))
            server.addResponse(
                ResponseDescriptor("notes", root: "notebooks", methods: [.get], using: "Notebook"))
            server.addResponse(ResponseDescriptor("notes", methods: [.post], using: "Note"))
            server.addResponse(ResponseDescriptor("notes/:noteID", using: "Note"))
            server.addRequest(RequestDescriptor(for: "Note"))
            return server
        }

        func titles(_ container: PersistentContainer) throws -> [String] {
            try container.read { context in
                try context.fetch(Note.self, sortedBy: [.ascending(\Note.title)]).map {
                    "\($0.title) in \($0.notebook?.name ?? "no notebook")"
                }
            }
        }

        /// A server of notes, which answers edits with the note as it was sent.
        private func notes() throws -> ScriptedServer {
            let payload = payload
            return try ScriptedServer.answering { request in
                let body = String(decoding: request.body, as: UTF8.self)
                let (status, json) =
                    switch (request.method, request.target) {
                    case ("GET", "/api/notes"): ("200 OK", payload)
                    case ("PATCH", "/api/notes/1"): ("200 OK", body)
                    case ("POST", "/api/notes"):
                        ("201 Created", #"{"id": 9, \#(body.dropFirst())"#)
                    default: ("404 Not Found", "{}")
                    }
                return "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(json.utf8.count)\r\n\r\n\(json)"
            }
        }

        @Test func `the program edits without a network, and sends when it is there`() async throws
        {
            let file = try TemporaryFile()
            let path = file.path
            let notes = try notes()
            let base = notes.url + "/api/"

            let container = try PersistentContainer(for: Note.self, Notebook.self, at: path)
            let manager = try container.remote(server(base), over: CurlTransport())
            let outcome = try await manager.load("notes")
            guard case .mapped(let result) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(result.total.inserted == 4)
            #expect(result.issues.isEmpty)

            let shown = try titles(container)  // ["Ideas in Work", "Packing list in Travel"]
            #expect(shown == ["Ideas in Work", "Packing list in Travel"])

            var changes = container.changes(of: Note.self).makeAsyncIterator()
            let listed = try await changes.next()?.inserted.count  // 2: all, at first
            #expect(listed == 2)

            try container.write { context in
                guard let note = try context.first(Note.self, where: { $0.noteID == 1 }) else {
                    return
                }
                note.title = "Packing"
                try manager.outbox.update(note.objectID, in: context)

                let reminder = context.insert(Note.self)
                reminder.title = "Buy a map"
                reminder.notebookID = 3
                try manager.outbox.create(reminder.objectID, in: context)
            }
            #expect(notes.requests.count == 1)
            let change = try await changes.next()  // 1 updated, 1 inserted
            #expect(change?.updated.count == 1 && change?.inserted.count == 1)
            container.close()

            let reopened = try PersistentContainer(for: Note.self, Notebook.self, at: path)
            let sender = try reopened.remote(server(base), over: CurlTransport())
            let waiting = try sender.outbox.entries().count  // 2
            #expect(waiting == 2)

            let round = try await sender.outbox.send()
            let sent = round.sent.count  // 2
            #expect(sent == 2)
            #expect(try sender.outbox.entries().isEmpty)

            let after = try titles(reopened)
            // ["Buy a map in Travel", "Ideas in Work", "Packing in Travel"]
            #expect(after == ["Buy a map in Travel", "Ideas in Work", "Packing in Travel"])
            let identifiers = try reopened.read { context in
                try context.fetch(Note.self).compactMap(\.noteID).sorted()
            }
            #expect(identifiers == [1, 2, 9])
        }

        @Test func `the decisions are those that the guide prints`() throws {
            let source = PayloadSource(name: "notes.json", bytes: Array(payload.utf8))
            let inferred = try MappingInference().infer([source])
            let printed = "\(InferenceTable(inferred, payloads: ["notes.json"]))"
            let texts = try Guide("Guides/FromAnAPIToAnApp.md").texts
            #expect(texts == [printed.trimmingCharacters(in: .newlines)])
        }
    }
#endif
