import Foundation
import Synchronization

/// A PostgreSQL server that tests start, in a folder of its own, reachable through a socket there.
///
/// A shell that waits for the end of its input keeps the server: the input ends when this process
/// does, in whatever way. The shell then stops the server and removes the folder.
package final class PostgresTestServer: Sendable {
    /// The folder with the socket, the log, and the data.
    package let folder: String
    let installation: PostgresInstallation
    private let keeper: Mutex<Keeper?>

    private struct Keeper {
        let process: Process
        let input: Pipe
        let output: Pipe
    }

    /// A server that could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The connection string for the role that owns everything.
    package var connectionString: String { connectionString(role: "mercator") }

    /// Returns the connection string for a role.
    package func connectionString(role: String, database: String = "postgres") -> String {
        "host=\(folder) user=\(role) dbname=\(database)"
    }

    /// Starts a server, and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - settings: Lines of `postgresql.conf`, behind those of all test servers.
    ///   - access: Lines of `pg_hba.conf`, before the one that admits every role.
    ///   - locale: Arguments of `initdb` for the locale.
    ///   - primary: A server of which this one is a standby.
    ///   - installation: The programs; `nil` for those of this machine.
    /// - Throws: ``Failure`` with the log of the server.
    package init(
        settings: [String] = [], access: [String] = [], locale: String = "--locale=C",
        standbyOf primary: PostgresTestServer? = nil, installation: PostgresInstallation? = nil
    ) throws {
        guard let installation = installation ?? PostgresInstallation.find() else {
            throw Failure(description: PostgresTestServer.missing)
        }
        StaleServers.remove()
        folder = try PostgresTestServer.makeFolder()
        // The path of a socket has at most 107 bytes.
        let arguments = [
            folder, installation.folder, locale,
            (PostgresTestServer.settings + ["unix_socket_directories = '\(folder)'"] + settings)
                .joined(separator: "\n"),
            (access + [
                "local all all trust", "host all all all trust", "local replication all trust",
            ]).joined(separator: "\n"),
            primary?.folder ?? "",
        ]
        self.installation = installation
        let process = try installation.shell(PostgresTestServer.script, arguments).process()
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.currentDirectoryURL = URL(filePath: "/")
        try process.run()
        keeper = Mutex(nil)
        let answer = output.fileHandleForReading.availableData
        guard String(decoding: answer, as: UTF8.self).hasPrefix("ready") else {
            let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
            try? FileManager.default.removeItem(atPath: folder)
            throw Failure(description: "the PostgreSQL server did not start: \(log)")
        }
        keeper.withLock { $0 = Keeper(process: process, input: input, output: output) }
        StaleServers.record(folder)
    }

    /// Stops the server, and removes its folder; nothing happens the second time.
    package func stop() {
        guard let keeper = keeper.withLock({ $0.take() }) else { return }
        try? keeper.input.fileHandleForWriting.close()
        // The output ends with the shell.
        _ = try? keeper.output.fileHandleForReading.readToEnd()
    }

    deinit { stop() }

    private static let missing = "no PostgreSQL server: install postgresql"

    private static let settings = [
        "listen_addresses = ''", "max_connections = 120", "fsync = off",
        "full_page_writes = off", "synchronous_commit = off", "shared_buffers = 64MB",
        "autovacuum = off", "log_min_messages = fatal", "deadlock_timeout = 50ms",
    ]

    /// Signals for the test process, such as that of the control key, also reach the shell, which
    /// must not end before its server: not by its answer either, which nothing reads if the test
    /// process has ended while the server started.
    private static let script = """
        trap '' INT HUP TERM PIPE
        if [ -n "$6" ]; then
            "$2/pg_basebackup" -D "$1/data" -h "$6" -U mercator -R -c fast --no-sync \
                >"$1/log" 2>&1 || exit 1
        else
            "$2/initdb" -D "$1/data" -U mercator -A trust -E UTF8 $3 --no-sync \
                >"$1/log" 2>&1 || exit 1
        fi
        printf '%s\\n' "$4" >>"$1/data/postgresql.conf"
        printf '%s\\n' "$5" >"$1/data/pg_hba.conf"
        "$2/pg_ctl" -D "$1/data" -l "$1/log" -w -t 60 start >/dev/null 2>&1 || exit 1
        echo ready
        cat >/dev/null
        "$2/pg_ctl" -D "$1/data" -w -t 20 -m fast stop >/dev/null 2>&1 \
            || "$2/pg_ctl" -D "$1/data" -w -t 20 -m immediate stop >/dev/null 2>&1
        rm -rf "$1"
        """

    /// Makes a folder with a short path, which names the process that it belongs to.
    private static func makeFolder() throws -> String {
        let name = String(UInt32.random(in: .min ... .max), radix: 36)
        let path = StaleServers.root + StaleServers.prefix + name
        try FileManager.default.createDirectory(
            atPath: path + ".new", withIntermediateDirectories: false)
        try StaleServers.claim(path + ".new")
        if geteuid() == 0 {
            try FileManager.default.setAttributes(
                [.ownerAccountName: PostgresInstallation.user], ofItemAtPath: path + ".new")
        }
        try FileManager.default.moveItem(atPath: path + ".new", toPath: path)
        return path
    }
}

/// The server of this process.
extension PostgresTestServer {
    /// The connection string of a server that runs elsewhere, with a schema for each test.
    private static let external = ProcessInfo.processInfo.environment["MERCATOR_TEST_POSTGRES"]

    /// Indicates whether tests can use a server, or must.
    package static let isUsable =
        external != nil || PostgresInstallation.find() != nil || isRequired

    /// Indicates whether tests fail, instead of being skipped, without a server or a pooler.
    package static let isRequired =
        ProcessInfo.processInfo.environment["MERCATOR_REQUIRE_POSTGRES"] == "1"

    private static let started = Result { () throws -> PostgresTestServer in
        let server = try PostgresTestServer(access: [
            "local all mercator_password scram-sha-256", "local all mercator_refused reject",
        ])
        atexit { PostgresTestServer.stopShared() }
        return server
    }

    private static func stopShared() { try? started.get().stop() }

    /// Returns the server of this process, which is started by the first test that needs it.
    package static func shared() throws -> PostgresTestServer { try started.get() }

    /// Returns the connection string of the server for tests.
    package static func connectionString() throws -> String {
        try external ?? shared().connectionString
    }

    /// Indicates whether the server for tests runs elsewhere.
    package static var isExternal: Bool { external != nil }
}
