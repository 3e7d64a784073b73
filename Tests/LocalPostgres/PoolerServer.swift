import Foundation
import Synchronization

/// A PgBouncer in front of a test server, in a folder of its own, reachable through a socket there.
///
/// A shell that waits for the end of its input keeps it, as for ``PostgresTestServer``.
package final class PoolerServer: Sendable {
    /// The time for which a client has a connection to the server.
    package enum Mode: String, Sendable, CaseIterable {
        case session, transaction, statement
    }

    /// The folder with the socket and the log.
    package let folder: String
    private let keeper: Mutex<(input: FileHandle, output: FileHandle)?>

    /// The connection string of the pooler.
    package var connectionString: String {
        "host=\(folder) port=6432 user=mercator dbname=postgres"
    }

    /// The program; `nil` if there is none.
    package static let program = [
        "/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin",
    ].map { $0 + "/pgbouncer" }.first(where: FileManager.default.isExecutableFile)

    /// Starts a pooler, and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - server: The server behind it.
    ///   - mode: The time for which a client keeps a connection to the server.
    ///   - size: The number of connections to the server.
    ///   - settings: Further lines of `pgbouncer.ini`.
    /// - Throws: `PostgresTestServer.Failure` with the log of the pooler.
    package init(
        to server: PostgresTestServer, _ mode: Mode, size: Int = 20, settings: [String] = []
    ) throws {
        guard let program = PoolerServer.program else {
            throw PostgresTestServer.Failure(description: "no pooler: install pgbouncer")
        }
        folder = server.folder + "p" + String(UInt16.random(in: .min ... .max), radix: 36)
        let lines =
            [
                "[databases]", "* = host=\(server.folder) port=5432", "[pgbouncer]",
                "listen_addr =", "listen_port = 6432", "unix_socket_dir = \(folder)",
                "auth_type = trust", "auth_file = \(folder)/users", "logfile = \(folder)/log",
                "pool_mode = \(mode.rawValue)", "default_pool_size = \(size)",
                "max_client_conn = 200",
            ] + settings
        let process = try server.installation.shell(
            PoolerServer.script,
            [folder, program, lines.joined(separator: "\n"), server.installation.folder]
        ).process()
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.currentDirectoryURL = URL(filePath: "/")
        try process.run()
        let ends = (input.fileHandleForWriting, output.fileHandleForReading)
        keeper = Mutex(nil)
        let answer = ends.1.availableData
        guard String(decoding: answer, as: UTF8.self).hasPrefix("ready") else {
            let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
            throw PostgresTestServer.Failure(description: "the pooler did not start: \(log)")
        }
        keeper.withLock { $0 = ends }
    }

    /// Stops the pooler, and removes its folder; nothing happens the second time.
    package func stop() {
        guard let ends = keeper.withLock({ $0.take() }) else { return }
        try? ends.input.close()
        // The output ends with the shell.
        _ = try? ends.output.readToEnd()
    }

    deinit { stop() }

    /// Calls a closure with a pooler in front of the server of this process.
    package static func with<Result>(
        _ mode: Mode, size: Int = 20, settings: [String] = [],
        _ body: (PoolerServer) throws -> Result
    ) throws -> Result {
        let pooler = try PoolerServer(to: .shared(), mode, size: size, settings: settings)
        defer { pooler.stop() }
        return try body(pooler)
    }

    private static let script = """
        trap '' INT HUP TERM PIPE
        umask 022 && mkdir "$1" && cd "$1" || exit 1
        printf '%s\\n' "$3" >pgbouncer.ini
        echo '"mercator" ""' >users
        "$2" -q pgbouncer.ini >/dev/null 2>>log &
        for _ in $(seq 200); do
            "$4/pg_isready" -q -h "$1" -p 6432 -d postgres -U mercator && break
            sleep 0.05
        done
        "$4/pg_isready" -q -h "$1" -p 6432 -d postgres -U mercator || exit 1
        echo ready
        cat >/dev/null
        kill -KILL $! 2>/dev/null
        wait
        cd / && rm -rf "$1"
        """
}
