import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import ResourceMapping
import Synchronization
import Testing

/// A server with authors and articles, which honours keys and entity tags, and fails on request.
final class PressServer: Sendable {
    /// A failure of a request.
    enum Fault: Sendable {
        /// The server does not get it.
        case unsent
        /// The server does it, but the response is lost.
        case lost
        /// The server does nothing, and responds with a status and fields.
        case status(Int, HeaderFields = [:], json: String = "{}")
        /// The server does it, and responds with other bytes.
        case body(Int, String)
    }

    struct Resource: Sendable, Hashable {
        var values: [String: String]
        var version = 1
    }

    /// A response, whose body can be read once for each request.
    struct Response: Sendable {
        let status: Int
        var headers: HeaderFields = [:]
        var json = "{}"

        var transported: TransportResponse {
            status == 204
                ? TransportResponse(status)
                : TransportResponse(status, headers: headers, json: json)
        }
    }

    struct State: Sendable {
        var resources: [String: Resource] = [:]
        var numbers = 0
        var responses: [String: (body: [UInt8], response: Response)] = [:]
        var faults: [Fault] = []
        /// The numbers of creations by the title or the name.
        var creations: [String: Int] = [:]
        /// The keys that were used for other bytes.
        var misusedKeys: [String] = []
        /// The work of others while the next request is on its way.
        var interruption: (@Sendable () async -> Void)?
        /// The work of others while the next answer is on its way.
        var delay: (@Sendable () async -> Void)?
        var gate: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    /// Runs a closure while each request is on its way.
    func interruptAll(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.gate = work }
    }

    /// Runs a closure while the next request is on its way.
    func interruptNext(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.interruption = work }
    }

    /// Runs a closure after the next request has been treated, and before its answer arrives.
    func delayNext(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.delay = work }
    }

    func fail(_ faults: Fault...) { state.withLock { $0.faults += faults } }

    /// Adds or changes a resource as another client would.
    func put(_ path: String, _ values: [String: String]) {
        state.withLock { state in
            var resource = state.resources[path] ?? Resource(values: [:], version: 0)
            resource.values.merge(values) { $1 }
            resource.version += 1
            state.resources[path] = resource
        }
    }

    func remove(_ path: String) { state.withLock { $0.resources[path] = nil } }

    subscript(path: String) -> [String: String]? { state.withLock { $0.resources[path]?.values } }
    var resources: [String: [String: String]] {
        state.withLock { $0.resources.mapValues(\.values) }
    }
    var creations: [String: Int] { state.withLock { $0.creations } }
    var misusedKeys: [String] { state.withLock { $0.misusedKeys } }

    func respond(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let body = (try? await request.body?.bytes()) ?? []
        let interruption = state.withLock { state in
            defer { state.interruption = nil }
            return state.interruption ?? state.gate
        }
        await interruption?()
        let fault = state.withLock { $0.faults.isEmpty ? nil : $0.faults.removeFirst() }
        switch fault {
        case .unsent: throw TransportError(.connect, .notSent, "there is no network")
        case .status(let status, let fields, let json):
            return TransportResponse(status, headers: fields, json: json)
        case .lost:
            _ = state.withLock { Self.treat(request, body, &$0) }
            throw TransportError(.reset, .sent, "the response is lost")
        case .body(let status, let json):
            _ = state.withLock { Self.treat(request, body, &$0) }
            return TransportResponse(status, json: json)
        case nil:
            let (response, delay) = state.withLock { state in
                defer { state.delay = nil }
                return (Self.treat(request, body, &state), state.delay)
            }
            await delay?()
            return response.transported
        }
    }

    /// Treats a request once for each key.
    private static func treat(
        _ request: TransportRequest, _ body: [UInt8], _ state: inout State
    ) -> Response {
        guard let key = request.headers["Idempotency-Key"] else {
            return perform(request, body, &state)
        }
        if let known = state.responses[key] {
            if known.body != body { state.misusedKeys.append(key) }
            return known.response
        }
        let response = perform(request, body, &state)
        state.responses[key] = (body, response)
        return response
    }

    private static func perform(
        _ request: TransportRequest, _ body: [UInt8], _ state: inout State
    ) -> Response {
        let path = String(request.url.dropFirst("https://example.com/".count))
        let kind = path.contains("articles") ? "articles" : "authors"
        if request.method == .post {
            state.numbers += 1
            let number = state.numbers
            var values = members(of: body)
            if kind == "articles", path.hasPrefix("authors/") {
                values["author"] = path.split(separator: "/").dropFirst().first.map(String.init)
            }
            values["id"] = "\(number)"
            state.creations[values["title"] ?? values["name"] ?? "", default: 0] += 1
            state.resources["\(kind)/\(number)"] = Resource(values: values)
            return response(201, kind, state.resources["\(kind)/\(number)"])
        }
        let known = state.resources[path]
        if request.method == .put, request.headers["If-None-Match"] == "*", known != nil {
            return Response(status: 409)
        }
        guard var resource = known ?? (request.method == .put ? Resource(values: [:]) : nil) else {
            return Response(status: 404)
        }
        if let tag = request.headers["If-Match"], tag != "\"\(resource.version)\"" {
            return Response(status: 412)
        }
        switch request.method {
        case .get: return response(200, kind, resource)
        case .delete:
            state.resources[path] = nil
            return Response(status: 204)
        default:
            resource.values.merge(members(of: body)) { $1 }
            resource.version += 1
            state.resources[path] = resource
            return response(200, kind, resource)
        }
    }

    private static func response(
        _ status: Int, _ kind: String, _ resource: Resource?
    ) -> Response {
        let members = (resource?.values ?? [:]).sorted { $0.key < $1.key }.map { name, value in
            let isNumber = name == "id" || name == "author"
            return "\"\(name)\": \(isNumber ? value : "\"\(value)\"")"
        }
        return Response(
            status: status, headers: ["ETag": "\"\(resource?.version ?? 0)\""],
            json: "{\"\(kind)\": [{\(members.joined(separator: ", "))}]}")
    }

    private static func members(of body: [UInt8]) -> [String: String] {
        guard let root = try? PayloadDocument(parsing: body).root else { return [:] }
        var values: [String: String] = [:]
        for (name, value) in root.members {
            values[name] = value.string ?? value.int64.map { "\($0)" }
        }
        return values
    }
}
