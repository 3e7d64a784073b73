import Foundation

/// The environment of a run.
///
/// Times of two runs are comparable only in equal environments, ratios always.
package struct Environment: Codable, Equatable {
    /// The name of the processor and the number of cores.
    package let machine: String
    package let system: String
    /// The version output of the compiler, if available.
    package let toolchain: String?
    /// Indicates whether the code was compiled with optimisation, without which
    /// figures mean little.
    let isOptimized: Bool
    /// The commit of the working directory, with the suffix `-dirty` if there are changes, or `nil`
    /// outside a repository.
    let commit: String?

    package init(
        machine: String, system: String, toolchain: String?, isOptimized: Bool, commit: String?
    ) {
        self.machine = machine
        self.system = system
        self.toolchain = toolchain
        self.isOptimized = isOptimized
        self.commit = commit
    }

    /// Returns the environment of this process.
    static func current() -> Environment {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return Environment(
            machine: "\(processor() ?? "unknown processor"), \(cores) cores",
            system: ProcessInfo.processInfo.operatingSystemVersionString,
            toolchain: output(of: ["swift", "--version"])?.split(separator: "\n").first
                .map(String.init),
            isOptimized: isOptimized,
            commit: output(of: ["git", "describe", "--always", "--dirty", "--exclude", "*"]))
    }

    /// Tests whether times are comparable with those of another environment.
    package func isLike(_ other: Environment) -> Bool {
        machine == other.machine && system == other.system && toolchain == other.toolchain
            && isOptimized == other.isOptimized
    }

    private static var isOptimized: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }

    private static func processor() -> String? {
        #if canImport(Darwin)
            return output(of: ["sysctl", "-n", "machdep.cpu.brand_string"])
        #else
            let lines = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
            let line = lines?.split(separator: "\n").first { $0.hasPrefix("model name") }
            return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        #endif
    }

    /// Returns the output of a program, or `nil` if it cannot be run, fails or prints nothing.
    private static func output(of command: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return process.terminationStatus == 0 && !text.isEmpty ? text : nil
    }
}
