import Foundation

/// A folder that goes with its owner.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The compiler and the formatter, on generated code.
enum SwiftTools {
    /// The modules beside the running tests.
    private static let modules: String = {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("Modules").path
    }()

    /// The headers of the libraries of stores and transports, in the sources of the package.
    private static let headers: [String] = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return ["MercatorCSQLite", "MercatorCCurl"].map {
            package.appendingPathComponent("Sources/\($0)").path
        }
    }()

    static var areReady: Bool {
        FileManager.default.fileExists(atPath: "\(modules)/Mercator.swiftmodule")
            && headers.allSatisfy(FileManager.default.fileExists)
    }

    /// Returns what the compiler says about files, in the strictest mode.
    static func typeCheck(_ files: [String]) throws -> String {
        try output(
            of: [
                "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", modules,
            ] + headers.flatMap { ["-I", $0] } + files)
    }

    /// Returns what the formatter says about the files in a folder.
    static func lint(_ folder: String) throws -> String {
        try output(of: [
            "swift", "format", "lint", "--strict", "--recursive", "--configuration",
            "\(folder)/.swift-format", "\(folder)/Sources", "\(folder)/Tests",
            "\(folder)/Package.swift",
        ])
    }

    private static func output(of command: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        return process.terminationStatus == 0 ? text : text + "status \(process.terminationStatus)"
    }
}
