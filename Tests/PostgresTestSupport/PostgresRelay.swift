import Foundation
import Synchronization

/// A relay between clients and a test server, which counts the messages of the protocol and cuts
/// connections: it stands for networks that fail.
///
/// Each direction of a connection has a thread, which passes one message after the other.
package final class PostgresRelay: Sendable {
    /// The sender of a message.
    package enum Side: Sendable, CaseIterable {
        case client, server
    }

    /// The folder with the socket.
    private let folder: String
    private let server: String
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var counts: [Side: Int] = [:]
        var sizes: [Side: Int] = [:]
        var cut: (side: Side, count: Int)?
        var hasCut = false
        var isRefusing = false
        var isSilent = false
        var isStopped = false
        var delay: UInt32 = 0
        var action: (count: Int, run: @Sendable () -> Void)?
    }

    /// Starts a relay to a server.
    package init(to server: PostgresTestServer) throws {
        self.server = server.folder
        folder = server.folder + "r" + String(UInt16.random(in: .min ... .max), radix: 36)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = try UnixSocket.listen(folder + "/.s.PGSQL.5432")
        Thread.detachNewThread { [self] in accept() }
    }

    /// The connection string of the relay.
    package var connectionString: String { "host=\(folder) user=mercator dbname=postgres" }

    /// Cuts the connection that passes a message of a side after a number of others from now on;
    /// the message itself is not passed.
    package func cut(after count: Int, from side: Side) {
        state.withLock { state in
            state.counts = [:]
            state.cut = (side, count)
            state.hasCut = false
        }
    }

    /// The number of messages of a side since ``cut(after:from:)`` or ``act(after:_:)``.
    package func count(from side: Side) -> Int { state.withLock { $0.counts[side, default: 0] } }

    /// The size in bytes of the largest message of a side.
    package func largestMessage(from side: Side) -> Int {
        state.withLock { $0.sizes[side, default: 0] }
    }

    /// Calls a closure before a message of the client passes, after a number of others from now on.
    package func act(after count: Int, _ action: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.counts = [:]
            state.action = (count, action)
        }
    }

    /// Passes all messages from now on.
    package func mend() {
        state.withLock { state in
            state.cut = nil
            state.isRefusing = false
            state.isSilent = false
        }
    }

    /// Passes no message from now on, and keeps all connections: it stands for a proxy that hangs.
    package func silence() { state.withLock { $0.isSilent = true } }

    /// Indicates whether the connection was cut since ``cut(after:from:)``.
    package var hasCut: Bool { state.withLock(\.hasCut) }

    /// Determines whether connections are refused once one was cut.
    package func refuseAfterCut() { state.withLock { $0.isRefusing = true } }

    /// Delays each answer by a number of microseconds.
    package func delay(_ microseconds: UInt32) { state.withLock { $0.delay = microseconds } }

    /// Ends the relay; its connections are cut with their next message.
    package func stop() {
        state.withLock { $0.isStopped = true }
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func accept() {
        while true {
            let client = UnixSocket.accept(listener)
            guard client >= 0, !state.withLock(\.isStopped) else { break }
            let refuses = state.withLock { $0.isRefusing && $0.hasCut }
            guard !refuses, let server = try? UnixSocket.connect(server + "/.s.PGSQL.5432") else {
                close(client)
                continue
            }
            let pair = SocketPair(client: client, server: server)
            Thread.detachNewThread { [self] in pass(pair, .client) }
            Thread.detachNewThread { [self] in pass(pair, .server) }
        }
        close(listener)
    }

    /// Passes the messages of one side until the connection ends.
    private func pass(_ pair: SocketPair, _ side: Side) {
        let (source, target) =
            side == .client ? (pair.client, pair.server) : (pair.server, pair.client)
        var isFirst = side == .client
        while let message = UnixSocket.message(from: source, isFirst: isFirst) {
            isFirst = false
            guard admits(message, side), UnixSocket.send(message, to: target) else { break }
        }
        pair.end()
    }

    /// Counts a message; returns `false` if it ends the connection.
    private func admits(_ message: [UInt8], _ side: Side) -> Bool {
        let (isAdmitted, delay, action) = state.withLock { state in
            state.counts[side, default: 0] += 1
            state.sizes[side] = max(state.sizes[side, default: 0], message.count)
            var due: (@Sendable () -> Void)?
            if side == .client, let action = state.action,
                state.counts[side, default: 0] > action.count
            {
                (due, state.action) = (action.run, nil)
            }
            if let cut = state.cut, cut.side == side, state.counts[side, default: 0] > cut.count {
                state.cut = nil
                state.hasCut = true
                return (false, 0 as UInt32, due)
            }
            return (!state.isStopped, side == .server ? state.delay : 0, due)
        }
        action?()
        if delay > 0 { usleep(delay) }
        while state.withLock({ $0.isSilent && !$0.isStopped }) { usleep(1000) }
        return isAdmitted
    }
}

/// The sockets of one connection, which are closed when both threads have ended.
private final class SocketPair: Sendable {
    let client: Int32
    let server: Int32

    init(client: Int32, server: Int32) {
        self.client = client
        self.server = server
    }

    /// Ends both directions, so that the other thread ends as well.
    func end() {
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
    }

    deinit {
        close(client)
        close(server)
    }
}
