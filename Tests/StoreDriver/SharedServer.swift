import Foundation
import Mercator
import Synchronization

/// A server of notes for several processes, whose memory is one file beside the store.
///
/// It honours idempotency keys and `If-Match`, loses requests and answers, and demands a new token
/// after some requests.
final class SharedServer: ResourceTransport, CredentialProvider {
    /// The objects and answers of the server; tests read it.
    struct Memory: Codable {
        struct Note: Codable {
            var text: String
            var version = 1
        }

        struct Answer: Codable {
            let request: String
            let status: Int
            let body: String
            let version: Int?
        }

        var lastNumber = 0
        var notes: [Int: Note] = [:]
        var answers: [String: Answer] = [:]
        /// The keys that came with another request than at first.
        var misusedKeys: [String] = []
    }

    let origins: Set<Origin> = [Origin("https://example.com/")].compactMap(\.self).reduce(into: [])
    {
        $0.insert($1)
    }
    private let file: URL
    /// The shares of the requests and of the answers that are lost.
    private let losses: (requests: Double, answers: Double)
    private let token: Mutex<(number: Int, uses: Int)> = Mutex((0, 0))
    private static let usesOfToken = 25

    init(_ file: URL, losses: (requests: Double, answers: Double)) {
        (self.file, self.losses) = (file, losses)
    }

    func credential() -> Credential? { token.withLock { Credential(bearer: "\($0.number)") } }

    func refresh(after rejected: Credential) -> Credential {
        token.withLock { token in
            token = (token.number + 1, 0)
            return Credential(bearer: "\(token.number)")
        }
    }

    func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse {
        let isAccepted = token.withLock { token in
            token.uses += 1
            return request.headers["Authorization"] == "Bearer \(token.number)"
                && token.uses <= Self.usesOfToken
        }
        guard isAccepted else { return TransportResponse(401) }
        if Double.random(in: 0..<1) < losses.requests {
            throw TransportError(.reset, .notSent, "the request was lost")
        }
        let body = String(decoding: try await request.body?.bytes() ?? [], as: UTF8.self)
        let answer: Memory.Answer
        do {
            answer = try update { memory in
                memory.answer(
                    to: "\(request.method.rawValue) \(request.url) \(body)", request, body)
            }
        } catch {
            throw TransportError(.failed, .sent, "\(error)")
        }
        if Double.random(in: 0..<1) < losses.answers {
            throw TransportError(.reset, .sent, "the answer was lost")
        }
        var headers: HeaderFields = ["Content-Type": "application/json"]
        headers["ETag"] = answer.version.map { "\"\($0)\"" }
        return TransportResponse(
            answer.status, headers: headers, body: ResponseBody(Array(answer.body.utf8)))
    }

    /// Changes the memory as no other process does meanwhile; this one may be killed at any moment.
    private func update(
        _ change: (inout Memory) -> Memory.Answer
    ) throws -> Memory.Answer {
        let lock = unsafe open(file.path + ".lock", O_CREAT | O_RDWR, 0o600)
        defer { close(lock) }
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
            throw StoreError(.failure, "the memory of the server cannot be locked")
        }
        var memory = Memory()
        if let data = try? Data(contentsOf: file) {
            memory = try JSONDecoder().decode(Memory.self, from: data)
        }
        let answer = change(&memory)
        try JSONEncoder().encode(memory).write(to: file, options: .atomic)
        return answer
    }
}

extension SharedServer.Memory {
    mutating func answer(
        to text: String, _ request: TransportRequest, _ body: String
    ) -> Answer {
        let key = request.headers["Idempotency-Key"]
        if let key, let known = answers[key] {
            guard known.request == text else {
                misusedKeys.append(key)
                return Answer(request: text, status: 422, body: "", version: nil)
            }
            return known
        }
        let answer = answer(
            to: text, request.method, request.url, request.headers["If-Match"], body)
        if let key { answers[key] = answer }
        return answer
    }

    private mutating func answer(
        to text: String, _ method: ResourceRequest.Method, _ url: String, _ condition: String?,
        _ body: String
    ) -> Answer {
        func answer(_ status: Int, _ body: String = "", _ version: Int? = nil) -> Answer {
            Answer(request: text, status: status, body: body, version: version)
        }
        func representation(_ number: Int, _ note: Note) -> String {
            #"{"id": \#(number), "text": "\#(note.text)"}"#
        }
        let content = (try? PayloadDocument(parsing: body))?.root["text"]?.string
        guard let number = url.split(separator: "/").last.flatMap({ Int($0) }) else {
            guard method == .post else {
                let list = notes.sorted { $0.key < $1.key }.map(representation)
                return answer(200, "[\(list.joined(separator: ","))]")
            }
            guard let content else { return answer(400) }
            lastNumber += 1
            let note = Note(text: content)
            notes[lastNumber] = note
            return answer(201, representation(lastNumber, note), note.version)
        }
        guard var note = notes[number] else { return answer(404) }
        if method != .get, let condition, condition != "\"\(note.version)\"" { return answer(412) }
        switch method {
        case .delete:
            notes[number] = nil
            return answer(204)
        case .patch, .put:
            guard let content else { return answer(400) }
            note = Note(text: content, version: note.version + 1)
            notes[number] = note
            fallthrough
        default: return answer(200, representation(number, note), note.version)
        }
    }
}
