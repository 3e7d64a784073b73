import Foundation

/// The programs of a PostgreSQL server on this machine.
package struct PostgresInstallation: Sendable {
    /// The folder with `initdb` and `pg_ctl`.
    package let folder: String

    /// Finds the programs: those in the folder that `MERCATOR_POSTGRES` names, those of
    /// `pg_config`, or else those of the highest version in the folders of distributions; `nil` if
    /// there are none.
    package static func find() -> PostgresInstallation? {
        if let folder = ProcessInfo.processInfo.environment["MERCATOR_POSTGRES"] {
            return PostgresInstallation(folder: folder)
        }
        return ([configured] + distributed).compactMap(\.self)
            .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
            .map(PostgresInstallation.init(folder:))
    }

    /// The programs of a PostgreSQL with Citus, which `.ci/servers` builds, in the folder that
    /// `MERCATOR_CITUS` names; `nil` if there are none.
    package static func withCitus() -> PostgresInstallation? {
        let folder =
            ProcessInfo.processInfo.environment["MERCATOR_CITUS"] ?? "/var/tmp/mercator-citus"
        let versions = folder + "/usr/lib/postgresql/"
        return (try? FileManager.default.contentsOfDirectory(atPath: versions))?
            .map { PostgresInstallation(folder: versions + $0 + "/bin") }
            .first { FileManager.default.isExecutableFile(atPath: $0.folder + "/initdb") }
    }

    private static var configured: String? {
        let output = try? Command("/usr/bin/env", ["pg_config", "--bindir"]).output()
        return output.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    private static var distributed: [String] {
        ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { root in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
            return names.compactMap { name in
                let version = name.hasPrefix("postgresql@") ? String(name.dropFirst(11)) : name
                return Int(version).map { (version: $0, path: "\(root)/\(name)/bin") }
            }
            .sorted { $0.version > $1.version }.map(\.path)
        }
    }

    /// Returns the command that runs a shell script as a user that may run a server: `initdb`
    /// refuses root, which becomes the user of the package.
    func shell(_ script: String, _ arguments: [String]) throws -> Command {
        let shell = ["/bin/sh", "-c", script, "sh"] + arguments
        guard geteuid() == 0 else { return Command(shell[0], Array(shell.dropFirst())) }
        for path in ["/usr/sbin/runuser", "/sbin/runuser"]
        where FileManager.default.isExecutableFile(atPath: path) {
            return Command(path, ["-u", PostgresInstallation.user, "--"] + shell)
        }
        return Command(
            "/usr/bin/env",
            [
                "setpriv", "--reuid=\(PostgresInstallation.user)",
                "--regid=\(PostgresInstallation.user)", "--clear-groups",
            ] + shell)
    }

    /// The user that the packages of PostgreSQL create.
    static let user = "postgres"
}

/// A program with arguments.
struct Command {
    let path: String
    let arguments: [String]

    init(_ path: String, _ arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// A failure of a program.
    struct Failure: Error {
        let command: String
        let output: String
    }

    /// Returns the process, which was not started.
    func process() -> Process {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        return process
    }

    /// Runs the program, and returns what it writes.
    func output() throws -> String {
        let (process, pipe) = (process(), Pipe())
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = String(
            decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(command: path, output: output)
        }
        return output
    }
}
