import Foundation

/// A program of the system, run with an empty environment and without output.
struct Program {
    private let path: String

    /// Returns the path of a program; `nil` if it is not installed.
    static func path(_ name: String) -> String? {
        ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Finds a program.
    init(_ name: String) throws {
        guard let path = Self.path(name) else { throw BenchmarkError("install \(name)") }
        self.path = path
    }

    /// Runs the program, and returns the peak memory of its process in bytes.
    func run(_ arguments: [String]) throws -> Int {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(
                &actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        var environment: UnsafeMutablePointer<CChar>?
        var number: pid_t = 0
        let failure = unsafe posix_spawn(&number, path, &actions, nil, words + [nil], &environment)
        guard failure == 0 else { throw BenchmarkError("\(path) did not start: error \(failure)") }
        var status: Int32 = 0
        var usage = rusage()
        while unsafe wait4(number, &status, 0, &usage) == -1, errno == EINTR {}
        try Title.require(status == 0, "\(path) ended with the wait status \(status)")
        return Memory.peak(usage)
    }
}
