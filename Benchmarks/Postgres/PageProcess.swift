import Foundation

/// A process of a ``PageWorker``, which has prepared its work.
///
/// It ends with its input, and so when this object is released.
final class PageProcess {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// Starts a process; ``require(_:)`` waits until it is ready.
    init(_ worker: PageWorker, server: String) throws {
        process.executableURL = try Self.program()
        process.arguments = worker.arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try send(server)
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Writes a line to the process.
    func send(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Waits for a line of the process.
    func require(_ line: String) throws {
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        try Title.require(text == line + "\n", "a process wrote '\(text)' instead of \(line)")
    }

    /// Returns the executable of the benchmarks, beside which tests run.
    private static func program() throws -> URL {
        let bundles = [Bundle.main] + Bundle.allBundles
        let folders =
            bundles.compactMap { $0.executableURL?.deletingLastPathComponent() }
            + bundles.map { $0.bundleURL.deletingLastPathComponent() }
        let programs = folders.map { $0.appending(path: "Benchmarks") }
        guard
            let program = programs.first(where: {
                FileManager.default.isExecutableFile(atPath: $0.path)
            })
        else {
            throw BenchmarkError("the executable of the benchmarks is missing: build it")
        }
        return program
    }
}
