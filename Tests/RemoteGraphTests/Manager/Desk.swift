import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OrphanDetection
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

/// A manager of a library over a transport without a network.
struct Desk {
    let library: Library
    let stub: StubTransport
    let clock: TestClock
    let manager: ObjectManager

    init(
        store: any PersistentStore = InMemoryStore(), clock: TestClock = TestClock(),
        credentials: (any CredentialProvider)? = nil,
        options change: (inout RemoteOptions) -> Void = { _ in },
        mappings: (inout MappingSet) -> Void = { _ in },
        server describe: (inout RemoteDescription) -> Void = { _ in },
        _ respond:
            @escaping @Sendable (TransportRequest) async throws(TransportError) ->
            TransportResponse
    ) throws {
        let stub = StubTransport(respond)
        try self.init(
            over: stub, stub, store: store, clock: clock, credentials: credentials, options: change,
            mappings: mappings, server: describe)
    }

    init(
        over transport: any ResourceTransport, _ stub: StubTransport,
        store: any PersistentStore = InMemoryStore(), clock: TestClock,
        credentials: (any CredentialProvider)? = nil,
        options change: (inout RemoteOptions) -> Void = { _ in },
        mappings: (inout MappingSet) -> Void = { _ in },
        server describe: (inout RemoteDescription) -> Void = { _ in }
    ) throws {
        library = try Library(store: store, mappings: mappings)
        self.stub = stub
        self.clock = clock
        var options = RemoteOptions()
        options.clock = clock
        options.generator = SeededGenerator(seed: 1)
        change(&options)
        let remote = try library.remote { server in
            server.addResponse(
                ResponseDescriptor("articles", root: "articles", using: "Article"))
            server.addResponse(
                ResponseDescriptor("articles/:id", root: "articles", using: "Article"))
            server.addResponse(
                ResponseDescriptor(
                    "authors/:id/articles", root: "articles", using: "Article",
                    scope: .all("Article", limit: .unlimited)))
            server.addRoute(named: "all", "authors/3/articles")
            describe(&server)
        }
        manager = ObjectManager(
            remote, in: library.container, over: transport, options: options,
            credentials: credentials)
    }

    /// Inserts and saves an article.
    func insert(_ values: [String: Value]) throws -> ManagedObjectID {
        try library.container.perform { context in
            let object = context.insert("Article")
            for (name, value) in values { object[name] = value }
            try context.save()
            return object.objectID
        }
    }

    /// Inserts the articles 1, 2 and 3.
    func insertThree() throws -> [ManagedObjectID] {
        try (1...3).map { try insert(["articleID": .integer($0), "title": "old"]) }
    }

    func snapshot() throws -> GraphSnapshot {
        try library.container.perform { try GraphSnapshot($0) }
    }

    /// The titles of the articles by identifier.
    var titles: [Int64: String] {
        get throws {
            try library.container.perform { context in
                var titles: [Int64: String] = [:]
                for object in try context.fetch(FetchRequest("Article")) {
                    guard case .integer(let number) = object["articleID"] else { continue }
                    titles[number] =
                        if case .string(let text) = object["title"] { text } else { "" }
                }
                return titles
            }
        }
    }

    var count: Int {
        get throws {
            try library.container.perform { try $0.count(FetchRequest("Article")) }
        }
    }
}

/// Responses in order, one for each request.
final class Script: Sendable {
    private let rest: Mutex<[Result<TransportResponse, TransportError>]>

    init(_ responses: [Result<TransportResponse, TransportError>]) { rest = Mutex(responses) }

    /// Returns the next response, or another one after the last.
    func next(or last: TransportResponse) -> TransportResponse {
        (try? rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.get()) ?? last
    }

    func next() throws(TransportError) -> TransportResponse {
        let first = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let first else { throw TransportError(.failed, .notSent, "the script has ended") }
        return try first.get()
    }
}

/// Text of an article's payload.
func articles(_ numbers: Int..., title: String = "new") -> String {
    let all = numbers.map { #"{"id": \#($0), "title": "\#(title)"}"# }
    return #"{"articles": [\#(all.joined(separator: ", "))]}"#
}

/// Expects a request to fail with a code, and returns the error.
@discardableResult
func expectError<Result>(
    _ code: RemoteError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () async throws -> Result
) async -> RemoteError? {
    let error = await #expect(throws: RemoteError.self, sourceLocation: sourceLocation) {
        _ = try await work()
    }
    if let error {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    }
    return error
}
