import EntityMapper
import Foundation
import HTTPValues
import MercatorTesting
import ObjectGraph
import ObjectGraphSQLite
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import ResourceMapping
import StreamingImport
import Synchronization
import TestSupport
import Testing

/// Secrets at every place of requests and responses, none of which is declared as one.
@Suite("Secrets that nobody has declared", .endsInTime)
struct PlantedSecretTests {
    /// The secrets that were planted, by their places.
    private final class Plants: Sendable {
        private let places = Mutex<[String]>([])

        /// Plants a secret.
        func callAsFunction(_ place: String) -> String {
            places.withLock { places in
                places.append(place)
                return "planted\(places.count)x"
            }
        }

        /// Returns the places whose secrets are in a text.
        func found(in text: String) -> [String] {
            places.withLock { places in
                places.enumerated().filter { text.contains("planted\($0.offset + 1)x") }
                    .map(\.element)
            }
        }

        var count: Int { places.withLock { $0.count } }
    }

    /// The statuses of the next responses; `nil` for none.
    private final class Statuses: Sendable {
        private let rest = Mutex<[Int?]>([])

        func set(_ statuses: Int?...) { rest.withLock { $0 = statuses } }

        func next() -> Int? { rest.withLock { $0.isEmpty ? 200 : $0.removeFirst() } }
    }

    private struct Failed: Error { let token: String }

    /// A user whose credential can be refreshed as little as it is accepted.
    private actor User: CredentialProvider {
        nonisolated let origins = Set([Origin("https://example.com")].compactMap(\.self))
        private let (own, next): (String, String)
        init(_ own: String, _ next: String) { (self.own, self.next) = (own, next) }
        func credential() -> Credential? { Credential(bearer: own, identity: "ann") }
        func refresh(after rejected: Credential) async throws -> Credential {
            throw Failed(token: next)
        }
    }

    private let plant = Plants()
    private let log = EventLog()
    private let statuses = Statuses()

    private func describe(_ server: inout RemoteDescription) {
        for name in [
            "X-Api-Key", "Api-Token", "X-Session", "X-Auth-Token", "Proxy-Authorization",
            "X-Forwarded-User", "X-Otp",
        ] {
            server.headers[name] = plant("field \(name) of the server")
        }
        server.addRequest(
            RequestDescriptor(
                for: "Author", headers: ["X-Signature": plant("field of a descriptor")]))
        var query: [String: Value] = ["limit": 7]
        for name in [
            "apikey", "sig", "session", "X-Amz-Signature", "token", "AUTH", "tag", "client_secret",
            "api_token", "hmac", "ssn",
        ] {
            query[name] = .string(plant("parameter \(name) of a route"))
        }
        query["nested"] = .dictionary(["secret": .string(plant("nested parameter of a route"))])
        server.addRoute(
            for: "Author", "people/:authorID", methods: [.get, .put, .patch, .delete], query: query)
        server.addRoute(for: "Author", "people", methods: [.post], query: query)
        server.addRoute(named: "people", "people", query: query)
        server.addRoute(named: "export", "export", query: query)
        server.addResponse(ResponseDescriptor("people", root: "authors", using: "Author"))
        server.addResponse(ResponseDescriptor("people/:id", root: "authors", using: "Author"))
        server.addResponse(ResponseDescriptor("export", using: "Author"))
    }

    /// The desk of a server whose responses have secrets in their fields and refusals.
    private func desk(_ store: any PersistentStore) throws -> Desk {
        let fields: HeaderFields = [
            "ETag": #""1""#, "Set-Cookie": "session=\(plant("cookie"))",
            "X-Response-Token": plant("field of a response"),
            "WWW-Authenticate": "Bearer realm=\(plant("challenge"))",
            "Content-Location": "people/1?sig=\(plant("parameter of Content-Location"))",
            "Vary": "X-Api-Key, X-Trace, Accept-Language",
            "Next": plant("mark of a list"),
        ]
        let link =
            "<https://example.com/api/people?page=2&ticket=\(plant("parameter of a link"))>"
            + #"; rel="next""#
        let target = "people/1?ticket=\(plant("parameter of a redirect"))"
        let refusal = #"{"detail": "bad token \#(plant("body of a refusal"))"}"#
        return try Desk(
            store: store, credentials: User(plant("credential"), plant("failed refresh")),
            options: {
                $0.observer = log
                $0.cookies = CookieJar()
                $0.retry.sendings = 1
            }, server: describe
        ) { [statuses] request throws(TransportError) in
            let status = statuses.next()
            guard let status else { throw TransportError(.connect, .notSent, "no network") }
            var own = fields
            switch status {
            case 200 where request.url.contains("/export"):
                let lines = (1...9).map { "{\"id\": \($0)}\n" }.joined()
                own["Content-Type"] = "application/x-ndjson"
                return TransportResponse(
                    200, headers: own, body: ResponseBody(Array(lines.utf8)))
            case 200:
                if !request.url.contains("page=2") { own["Link"] = link }
                return TransportResponse(
                    200, headers: own, json: #"{"authors": [{"id": 1, "name": "a"}]}"#)
            case 302:
                own["Location"] = target
                return TransportResponse(302, headers: own)
            default: return TransportResponse(status, headers: own, json: refusal)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `are in no store, error or event`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try desk(store)
            var errors: [any Error] = []
            func attempt(_ status: Int?, _ work: () async throws -> Void) async {
                statuses.set(status)
                do { try await work() } catch { errors.append(error) }
            }
            var query: [String: Value] = [:]
            for name in ["password", "code", "access_token", "PIN", "otp", "jwt", "q"] {
                query[name] = .string(plant("parameter \(name) of a request"))
            }
            let headers: HeaderFields = [
                "X-Trace": plant("field of a request"), "Cookie": plant("cookie of a request"),
            ]
            try await loadAndImport(desk, query, headers)
            for status in [302, 403, 422, 500, 304, nil] {
                await attempt(status) {
                    try await desk.manager.load("people", query: query, headers: headers)
                }
            }
            try await edit(desk)
            let entries = try desk.manager.outbox.entries()
            #expect(Set(entries.compactMap(\.status)) == [422, 503])
            let first = try kept(desk)
            // What was hidden is sent nevertheless.
            for entry in entries { try await desk.manager.outbox.retry(entry) }
            try await desk.manager.outbox.send()
            let sent = try #require(desk.stub.requests.last)
            for field in ["X-Api-Key", "X-Signature"] { #expect(sent.headers[field] != nil) }
            #expect(plant.found(in: sent.url).count == 12)
            await attempt(401) {
                try await desk.manager.load("people", query: query, headers: headers)
            }
            #expect(errors.count >= 5)
            #expect(plant.count >= 40, "\(plant.count)")
            let places = plant.found(in: first + (try kept(desk)))
            // The server gives a mark so that it is kept.
            #expect(places == ["mark of a list"])
            #expect(plant.found(in: try bytes(of: store)).allSatisfy { $0 == "mark of a list" })
            let events = log.events.map { "\($0) \(String(reflecting: $0))" }.joined()
            #expect(plant.found(in: events) == [])
            // The body of a refusal is part of its error, as an error says.
            let texts = errors.map { "\($0) \(String(reflecting: $0))" }.joined(separator: "\n")
            #expect(plant.found(in: texts) == ["body of a refusal"])
        }
    }

    private func loadAndImport(
        _ desk: Desk, _ query: [String: Value], _ headers: HeaderFields
    ) async throws {
        try await desk.manager.load("people", query: query, headers: headers)
        #expect(
            try await desk.manager.load("people", query: query, headers: headers).isMapped)
        for try await _ in desk.manager.pages("people", by: .link()) {}
        let changes = desk.manager.pages(path: "people", by: .link())
            .changes(since: .header("Next", parameter: "limit"))
        await expectNoError { for try await _ in changes {} }
        var options = ImportOptions()
        options.batchRecords = 2
        _ = try await desk.manager.import(
            "export", mapping: "Author", checkpoint: "export", options: options,
            query: ["viewer": .string(plant("parameter of an import"))])
    }

    /// Leaves an entry of each kind, of which one is refused, one waits, and one was not sent.
    private func edit(_ desk: Desk) async throws {
        let (container, outbox) = (desk.library.container, desk.manager.outbox)
        let objects = try container.perform { context in
            let (new, known) = (context.insert("Author"), context.insert("Author"))
            new["name"] = "new"
            known["authorID"] = 77
            try outbox.create(new.objectID, in: context)
            try context.save()
            return (new.objectID, known.objectID)
        }
        statuses.set(422)
        try await outbox.send()
        try container.perform { context in
            try context.object(with: objects.1)?["name"] = "known"
            try outbox.update(objects.1, in: context)
            try context.save()
        }
        statuses.set(503)
        try await outbox.send()
    }

    /// The bytes of a file and its log, also those of rows that were replaced, as characters.
    private func bytes(of store: any PersistentStore) throws -> String {
        guard let path = (store as? SQLiteStore)?.path else { return "" }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        return try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }.joined()
    }

    /// Everything that the store keeps beside the objects.
    private func kept(_ desk: Desk) throws -> String {
        try desk.library.container.perform { context in
            try context.metadata(behind: "").map { "\($0.key.name) \($0.text)" }
                .joined(separator: "\n")
        }
    }
}
