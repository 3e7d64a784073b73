import Foundation

/// Where a run took place.
///
/// Times of two runs can be compared if it is the same, ratios in any case.
package struct Environment: Codable, Equatable {
    /// The processor as the system calls it, with the number of cores.
    package let machine: String
    package let system: String
    /// What the compiler says of itself, if it can be found.
    package let toolchain: String?
    /// Whether code was compiled with optimisation; without it, figures mean little.
    let isOptimized: Bool
    /// The commit of the folder in which the run was started, `-dirty` with changes; `nil` if that is
    /// no repository.
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

    /// That of this process.
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

    /// Whether times are worth comparing.
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

    /// What a program prints, or `nil` if it cannot be run, fails or prints nothing.
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
