import Foundation

/// Ends and starts of a server that tests want.
extension PostgresTestServer {
    /// The way in which a server is stopped.
    package enum StopMode: Sendable {
        /// It ends all sessions, and writes what it has in memory.
        case fast
        /// It ends as in a crash, and recovers with its next start.
        case immediate

        fileprivate var signal: Int32 { self == .fast ? SIGINT : SIGQUIT }
    }

    /// Stops the server, whose folder remains.
    package func halt(_ mode: StopMode) {
        guard let server = processNumber.flatMap(ProcessIdentity.init) else { return }
        kill(server.number, mode.signal)
        while server.isAlive { usleep(1000) }
    }

    /// Ends all processes of the server, none of which can do anything before.
    package func crash() {
        guard let server = processNumber.flatMap(ProcessIdentity.init) else { return }
        let processes = [server] + server.children
        for process in processes { kill(process.number, SIGKILL) }
        while processes.contains(where: \.isAlive) { usleep(1000) }
        // The system keeps the number of an ended process for a time, as if the server still ran.
        for name in ["/data/postmaster.pid", "/.s.PGSQL.5432.lock"] {
            try? FileManager.default.removeItem(atPath: folder + name)
        }
    }

    /// Starts the server again, and waits until it accepts connections.
    package func start() throws {
        let script = #"""
            cd / && "$2/pg_ctl" -D "$1/data" -l "$1/log" -w -t 60 start >/dev/null 2>&1 && echo ready
            """#
        let process = try installation.shell(script, [folder, installation.folder]).process()
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // The end of the shell is not waited for: the server inherits the socket that signals it.
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        guard String(decoding: answer, as: UTF8.self).hasPrefix("ready") else {
            let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
            throw Failure(
                description: "the PostgreSQL server did not start again: \(log.suffix(2000))")
        }
        StaleServers.record(folder)
    }

    /// Makes a standby a server of its own, and waits until it can be written to.
    package func promote() throws {
        try run(#""$2/pg_ctl" -D "$1/data" -w -t 60 promote"#)
    }

    /// The number of the server's main process.
    package var processNumber: Int32? { StaleServers.serverNumber(folder) }

    /// Runs a shell script as the user of the server, and returns what it writes.
    ///
    /// `$1` is the folder of the server, `$2` that of its programs, and `$3` the argument.
    @discardableResult
    package func run(_ script: String, _ argument: String = "") throws -> String {
        try installation.shell(
            "cd / && " + script, [folder, installation.folder, argument]
        ).output()
    }

    /// Calls a closure with a server, which is stopped afterwards.
    package static func with<Result>(
        settings: [String] = [], access: [String] = [],
        _ body: (PostgresTestServer) throws -> Result
    ) throws -> Result {
        let server = try PostgresTestServer(settings: settings, access: access)
        defer { server.stop() }
        return try body(server)
    }

    /// Returns a port of this machine that nothing uses at the moment.
    package static func freePort() throws -> UInt16 { try InternetSocket.freePort() }
}
