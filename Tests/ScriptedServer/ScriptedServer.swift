import Foundation
import Synchronization

/// A server on the loopback interface that sends exact bytes, by script.
///
/// Each connection has a thread, which runs the script and then closes the connection. A script
/// waits by blocking, so it can be slow, silent, or wrong in any way.
///
/// ```swift
/// let server = try ScriptedServer { connection in
///     try connection.readRequest()
///     try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")   // cut
/// }
/// ```
package final class ScriptedServer: Sendable {
    /// The work on one connection; it is closed when the script returns or throws.
    package typealias Script = @Sendable (ServerConnection) throws -> Void

    /// The port.
    package let port: UInt16
    private let listener: Int32
    private let log: ServerLog

    /// Starts to listen.
    package init(_ script: @escaping Script) throws {
        let (listener, port) = try ServerSocket.listen()
        let log = ServerLog()
        (self.listener, self.port, self.log) = (listener, port, log)
        Thread.detachNewThread {
            while !log.isStopped {
                let client = ServerSocket.accept(listener)
                guard client >= 0 else { continue }
                let connection = log.accept(client)
                Thread.detachNewThread {
                    try? script(connection)
                    connection.close()
                }
            }
            close(listener)
        }
    }

    deinit {
        stop()
    }

    /// Starts a server that answers each request with bytes, on connections that stay open.
    package static func answering(
        _ answer: @escaping @Sendable (ReceivedRequest) throws -> String
    ) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while true { try connection.send(try answer(connection.readRequest())) }
        }
    }

    /// The URL of the server, without a path.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Ends all connections, and accepts no further ones.
    package func stop() {
        // The thread closes the listener after that, so its number may be that of another socket.
        guard log.stop() else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        for connection in log.openConnections { connection.interrupt() }
    }

    /// The number of connections that were accepted.
    package var connectionCount: Int { log.connectionCount }

    /// The number of connections that are open.
    package var openCount: Int { log.openConnections.count }

    /// The requests, in the order in which they were complete.
    package var requests: [ReceivedRequest] { log.requests }

    /// The number of bytes that were passed to the kernel.
    package var sentCount: Int { log.sentCount }

    /// Waits until a condition holds, for at most a minute; returns whether it does.
    package func waits(until condition: @Sendable (ScriptedServer) -> Bool) async -> Bool {
        for _ in 0..<6_000 where !condition(self) {
            try? await Task.sleep(for: .milliseconds(10))
        }
        return condition(self)
    }
}

/// The record of a server.
final class ServerLog: Sendable {
    private struct State {
        var connectionCount = 0
        var open: [Int: ServerConnection] = [:]
        var requests: [ReceivedRequest] = []
        var sentCount = 0
        var isStopped = false
    }

    private let state = Mutex(State())

    var connectionCount: Int { state.withLock(\.connectionCount) }
    var openConnections: [ServerConnection] { state.withLock { Array($0.open.values) } }
    var requests: [ReceivedRequest] { state.withLock(\.requests) }
    var sentCount: Int { state.withLock(\.sentCount) }

    var isStopped: Bool { state.withLock(\.isStopped) }

    /// Takes note of the end; returns `false` if it was noted before.
    func stop() -> Bool {
        state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
    }

    func accept(_ client: Int32) -> ServerConnection {
        state.withLock { state in
            state.connectionCount += 1
            let connection = ServerConnection(state.connectionCount, client, self)
            state.open[connection.number] = connection
            return connection
        }
    }

    func end(_ number: Int) { state.withLock { $0.open[number] = nil } }
    func add(_ request: ReceivedRequest) { state.withLock { $0.requests.append(request) } }
    func addSent(_ count: Int) { state.withLock { $0.sentCount += count } }
}
