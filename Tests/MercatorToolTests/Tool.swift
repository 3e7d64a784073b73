import Foundation
import Testing

/// The built executable, run as a process.
struct Tool {
    /// The outcome of a run.
    struct Run {
        let status: Int32
        let output: String
        let errors: String

        /// The lines of standard error.
        var errorLines: [String] { errors.split(whereSeparator: \.isNewline).map(String.init) }
    }

    /// The directory of build products, which contains their resources as well.
    static var products: URL { Bundle.module.bundleURL.deletingLastPathComponent() }

    /// Runs the tool in a directory and waits for it to exit.
    static func run(
        _ arguments: [String], in directory: URL, environment: [String: String] = [:],
        input: String? = nil
    ) throws -> Run {
        let process = process(arguments, in: directory, environment)
        if let input {
            let file = directory.appendingPathComponent(".input-" + UUID().uuidString)
            try Data(input.utf8).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
            try FileManager.default.removeItem(at: file)
        }
        // Files hold any amount of output, whereas an unread pipe would block the tool.
        let output = try Capture(in: directory)
        let errors = try Capture(in: directory)
        process.standardOutput = output.handle
        process.standardError = errors.handle
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, output: try output.text(), errors: try errors.text())
    }
}

extension Tool {
    /// Returns the process before it is started.
    static func process(
        _ arguments: [String], in directory: URL, _ environment: [String: String] = [:]
    ) -> Process {
        let process = Process()
        process.executableURL = products.appendingPathComponent("mercator")
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, changed in changed }
        return process
    }
}

/// A file that captures the output of a process.
struct Capture {
    private let file: URL
    let handle: FileHandle

    init(in directory: URL) throws {
        file = directory.appendingPathComponent(".capture-" + UUID().uuidString)
        try Data().write(to: file)
        handle = try FileHandle(forWritingTo: file)
    }

    func text() throws -> String {
        try handle.close()
        defer { try? FileManager.default.removeItem(at: file) }
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}

/// A directory for one test, removed when the test ends.
final class Workshop {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-tool-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// The names of the files in the directory.
    var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        }
    }

    func run(_ arguments: String...) throws -> Tool.Run { try run(arguments) }

    func run(_ arguments: [String], input: String? = nil) throws -> Tool.Run {
        try Tool.run(arguments, in: directory, input: input)
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: directory.appendingPathComponent(name))
    }

    func text(of name: String) throws -> String {
        try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
    }

    /// Copies the bundled payload into the directory.
    func addTimeline() throws {
        let resource = Bundle.module.bundleURL.appendingPathComponent("Resources/timeline.json")
        try FileManager.default.copyItem(
            at: resource, to: directory.appendingPathComponent("timeline.json"))
    }

    /// Creates a directory with a store of the bundled payload, `a.sqlite`.
    static func withStore() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.addTimeline()
        let run = try workshop.run("import", "timeline.json", "--into", "a.sqlite")
        try #require(run.status == 0)
        return workshop
    }

    func rows(_ sql: String, in name: String) throws -> [String] {
        try SQLiteRows(directory.appendingPathComponent(name).path).texts(sql)
    }
}
