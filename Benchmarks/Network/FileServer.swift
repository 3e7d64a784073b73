import Foundation

/// An nginx server of one file on the loopback interface.
///
/// It is one process, which ends with this object, and with the benchmarks in any case.
final class FileServer {
    private static let nginx = Program.path("nginx")

    /// The reason why there is no server or no `curl`, or `nil` if there are both.
    static func obstacle() -> String? {
        let missing = ["nginx", "curl"].filter { Program.path($0) == nil }
        return missing.isEmpty ? nil : "install \(missing.joined(separator: " and "))"
    }

    private let folder: TemporaryFolder
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    /// The URL of the file.
    let url: String

    /// Starts a server of a file with a number of zeros, which takes no room on the disk.
    ///
    /// Others may listen at the first ports that are tried.
    static func start(fileSize: Int) throws -> FileServer {
        for _ in 0..<4 {
            if let server = try? FileServer(fileSize, port: randomPort) { return server }
        }
        return try FileServer(fileSize, port: randomPort)
    }

    /// A port below those that systems give to clients.
    private static var randomPort: Int { .random(in: 20000..<30000) }

    /// Starts a server, and waits until it listens.
    private init(_ fileSize: Int, port: Int) throws {
        url = "http://127.0.0.1:\(port)/file"
        folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path("file")))
        let file = try FileHandle(forWritingTo: URL(filePath: folder.path("file")))
        try file.truncate(atOffset: UInt64(fileSize))
        try file.close()
        try Data(Self.configuration(port).utf8).write(to: URL(filePath: folder.path("nginx.conf")))
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", Self.script, Self.nginx ?? "nginx", folder.path("")]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else {
            let log = try? String(contentsOfFile: folder.path("log"), encoding: .utf8)
            throw BenchmarkError("nginx did not start: \(log ?? "it wrote no log")")
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Runs a server until the input ends, and removes its folder; nginx returns from its first
    /// call once it listens.
    private static let script = """
        cd "$1" && "$0" -p . -c nginx.conf -e log 2>>log || exit
        echo ready
        cat >/dev/null
        "$0" -p . -c nginx.conf -e log -s stop
        while kill -0 "$(cat nginx.pid)"; do sleep 0.01; done 2>/dev/null
        rm -rf "$1"
        """

    private static func configuration(_ port: Int) -> String {
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        return """
            master_process off;
            pid nginx.pid;
            error_log log;
            events {}
            http {
                access_log off;
                sendfile on;
                keepalive_requests 1000000;
                \(folders.map { "\($0)_temp_path temporary;" }.joined(separator: " "))
                server { listen 127.0.0.1:\(port); root .; }
            }
            """
    }
}
