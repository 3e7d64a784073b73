import Foundation
package import Testing

/// The servers that `.ci/servers` installs.
package enum ServerInstallation {
    private static let environment = ProcessInfo.processInfo.environment

    /// The folder of the virtual environment, which `.ci/servers` determines in the same way.
    private static let folder =
        text("MERCATOR_SERVERS")
        ?? (text("XDG_CACHE_HOME") ?? NSHomeDirectory() + "/.cache") + "/mercator-servers"

    /// The interpreter of the virtual environment.
    static let python = folder + "/python/bin/python"

    /// The program `nginx`; `nil` if there is none.
    static let nginx = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        .map { $0 + "/nginx" }.first(where: FileManager.default.isExecutableFile)

    /// The folder with the logs of the servers that were started last.
    static let logs = folder + "/logs"

    /// Indicates whether tests can use servers, or must.
    static let isUsable =
        environment["MERCATOR_REQUIRE_SERVERS"] == "1"
        || nginx != nil && FileManager.default.fileExists(atPath: folder + "/servers.txt")

    private static func text(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Trait where Self == ConditionTrait {
    /// Disables tests on machines without the servers, unless `MERCATOR_REQUIRE_SERVERS` is 1; then
    /// they fail.
    package static var needsServers: Self {
        .enabled(
            if: ServerInstallation.isUsable,
            "there are no servers to test with: run .ci/servers")
    }
}
