import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import Synchronization

/// A server that answers each GET with the articles 1 and 2, or with 304 to one with its tag or
/// date, and each change with the response that a test chooses.
final class VersionedServer: Sendable {
    private let headers: Mutex<HeaderFields>
    private let json: Mutex<String>
    private let change: Mutex<TransportResponse>

    init(
        _ headers: HeaderFields, json: String = articles(2, 1),
        change: TransportResponse = TransportResponse(204)
    ) {
        self.headers = Mutex(headers)
        self.json = Mutex(json)
        self.change = Mutex(change)
    }

    func set(_ headers: HeaderFields, json: String) {
        self.headers.withLock { $0 = headers }
        self.json.withLock { $0 = json }
    }

    func set(change: TransportResponse) { self.change.withLock { $0 = change } }

    func respond(_ request: TransportRequest) -> TransportResponse {
        guard request.method == .get else { return change.withLock { $0 } }
        let headers = headers.withLock { $0 }
        let isKnown =
            if let tag = request.headers["If-None-Match"] {
                tag == headers["ETag"]
            } else {
                request.headers["If-Modified-Since"].map { $0 == headers["Last-Modified"] } ?? false
            }
        if isKnown { return TransportResponse(304, headers: headers) }
        return TransportResponse(200, headers: headers, json: json.withLock { $0 })
    }
}

extension Desk {
    init(
        _ server: VersionedServer, store: any PersistentStore = InMemoryStore(),
        clock: TestClock = TestClock(), credentials: (any CredentialProvider)? = nil,
        options change: (inout RemoteOptions) -> Void = { _ in },
        server describe: (inout RemoteDescription) -> Void = { _ in }
    ) throws {
        try self.init(
            store: store, clock: clock, credentials: credentials, options: change, server: describe
        ) { request in server.respond(request) }
    }

    /// Another manager of the same container and server.
    func manager(
        credentials: (any CredentialProvider)? = nil,
        options change: (inout RemoteOptions) -> Void = { _ in },
        server describe: (inout RemoteDescription) -> Void = { _ in }
    ) throws -> ObjectManager {
        var options = manager.options
        change(&options)
        var server = manager.plan.server
        describe(&server)
        return ObjectManager(
            try RemotePlan(server, for: library.plan), in: library.container, over: stub,
            options: options, credentials: credentials)
    }

    /// The values of a field in all requests so far; an empty text if it is absent.
    func sent(_ name: String) -> [String] { stub.requests.map { $0.headers[name] ?? "" } }

    /// The numbers of articles, in order.
    func numbers(_ objects: [ManagedObjectID]) throws -> [Value?] {
        try library.container.perform { context in
            try objects.map { try context.object(with: $0)?["articleID"] }
        }
    }
}

extension RemoteOutcome {
    /// The objects of an earlier response that nothing newer has replaced.
    var confirmed: [ManagedObjectID]? {
        if case .notModified(let objects) = self { objects } else { nil }
    }

    var isMapped: Bool { if case .mapped = self { true } else { false } }
}
