import Foundation
import Synchronization

/// A connection of a scripted server.
package final class ServerConnection: Sendable {
    /// The connection has ended.
    package struct Ended: Error {}

    /// The number of the connection, from 1.
    package let number: Int
    private let socket: Mutex<Int32?>
    private let descriptor: Int32
    private let pending = Mutex<[UInt8]>([])
    private let log: ServerLog

    init(_ number: Int, _ socket: Int32, _ log: ServerLog) {
        self.number = number
        descriptor = socket
        self.socket = Mutex(socket)
        self.log = log
    }

    /// Reads a request with its body; throws at the end of the connection.
    @discardableResult
    package func readRequest() throws -> ReceivedRequest {
        var request = try readHead()
        if request["Transfer-Encoding"] != nil {
            while case let line = try readLine(), let size = Int(line, radix: 16), size > 0 {
                request.body += try read(size)
                request.chunkCount += 1
                _ = try readLine()
            }
            _ = try readLine()
        } else {
            request.body = try read(request["Content-Length"].flatMap { Int($0) } ?? 0)
        }
        log.add(request)
        return request
    }

    /// Reads a request without its body.
    package func readHead() throws -> ReceivedRequest {
        var lines: [String] = []
        while case let line = try readLine(), !line.isEmpty { lines.append(line) }
        return ReceivedRequest(lines)
    }

    /// Sends a text in UTF-8.
    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends bytes.
    package func send(_ bytes: [UInt8]) throws {
        guard ServerSocket.send(bytes, to: descriptor, sent: log.addSent) else { throw Ended() }
    }

    /// Waits; for slow scripts.
    package func pause(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    /// Waits until the client closes the connection.
    package func waitForEnd() {
        while (try? fill()) != nil {}
    }

    /// Ends the connection with a reset instead of an orderly end.
    package func reset() {
        end { ServerSocket.reset($0) }
    }

    /// Ends the connection from another thread; the script fails then, and closes it.
    func interrupt() {
        socket.withLock { socket in
            if let socket { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Closes the connection.
    package func close() {
        end { ServerSocket.close($0) }
    }

    private func end(_ body: (Int32) -> Void) {
        socket.withLock { socket in
            if let socket { body(socket) }
            socket = nil
        }
        log.end(number)
    }

    private func readLine() throws -> String {
        while true {
            let line = pending.withLock { pending -> String? in
                guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                defer { pending.removeSubrange(...end) }
                return String(decoding: pending[..<end].prefix { $0 != 13 }, as: UTF8.self)
            }
            if let line { return line }
            try fill()
        }
    }

    /// Reads a number of bytes.
    package func read(_ count: Int) throws -> [UInt8] {
        while pending.withLock(\.count) < count { try fill() }
        return pending.withLock { pending in
            defer { pending.removeFirst(count) }
            return Array(pending.prefix(count))
        }
    }

    private func fill() throws {
        let bytes = ServerSocket.receive(from: descriptor)
        guard !bytes.isEmpty else { throw Ended() }
        pending.withLock { $0 += bytes }
    }
}

/// A request as a scripted server received it.
package struct ReceivedRequest: Sendable {
    /// The method.
    package var method: String
    /// The target: the path and the query.
    package var target: String
    /// The lines of header fields, as they were sent.
    package var fields: [String]
    /// The body, without the frames of chunks.
    package var body: [UInt8] = []
    /// The number of chunks; 0 for a body with a length.
    package var chunkCount = 0

    init(_ lines: [String]) {
        let words = (lines.first ?? "").split(separator: " ").map { String($0) }
        method = words.first ?? ""
        target = words.dropFirst().first ?? ""
        fields = Array(lines.dropFirst())
    }

    /// The values of a field, in order.
    package func values(of name: String) -> [String] {
        fields.filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// The only value of a field.
    package subscript(name: String) -> String? {
        let values = values(of: name)
        return values.count == 1 ? values[0] : nil
    }
}
