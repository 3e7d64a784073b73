import Foundation
import Synchronization

/// A server that tests start, as a script of the folder `Resources`.
///
/// The script ends with its input, which ends with this process, in whatever way; it then removes
/// its folder. The log remains in the folder of ``ServerInstallation/logs``.
package final class ServerProcess: Sendable {
    private struct Ends {
        let process: Process
        let input: FileHandle
        let output: FileHandle
    }

    private let ends: Mutex<Ends>
    /// The words by which the script has announced the server, such as its port.
    let words: [String]

    /// A server that could not be started, or does not answer as it should.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Starts a script, and waits until it announces the server.
    ///
    /// - Throws: ``Failure`` with the log.
    package init(_ script: String, _ arguments: [String] = []) throws {
        try FileManager.default.createDirectory(
            atPath: ServerInstallation.logs, withIntermediateDirectories: true)
        let log = URL(filePath: "\(ServerInstallation.logs)/\(script).log")
        try Data().write(to: log)
        let resources = Bundle.module.bundleURL.appending(path: "Resources")
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: ServerInstallation.python)
        process.arguments =
            ["-u", "-B", resources.appending(path: script + ".py").path] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: log)
        do {
            try process.run()
        } catch {
            throw Failure(
                description: "there is no \(ServerInstallation.python): run .ci/servers")
        }
        let ends = Ends(
            process: process, input: input.fileHandleForWriting, output: output.fileHandleForReading
        )
        let words = Self.line(ends.output).split(separator: " ").map(String.init)
        guard words.first == "ready" else {
            let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            throw Failure(description: "\(script) did not start: \(text)")
        }
        self.words = Array(words.dropFirst())
        self.ends = Mutex(ends)
    }

    /// Sends a command to the script, and waits for its answer.
    func perform(_ command: String) throws -> String {
        try ends.withLock { ends in
            try ends.input.write(contentsOf: Data((command + "\n").utf8))
            return Self.line(ends.output)
        }
    }

    deinit {
        ends.withLock { ends in
            try? ends.input.close()
            // The output ends with the process.
            _ = try? ends.output.readToEnd()
            ends.process.waitUntilExit()
        }
    }

    /// Reads a line; what there is of it if the output ends before.
    private static func line(_ output: FileHandle) -> String {
        var text = ""
        while !text.hasSuffix("\n"), case let data = output.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
        }
        return text.trimmingCharacters(in: .newlines)
    }
}
