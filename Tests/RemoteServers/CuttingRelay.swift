/// A relay to a port of this machine, which cuts connections: it stands for networks that fail.
package struct CuttingRelay: Sendable {
    private let process: ServerProcess

    /// Starts a relay.
    package init(to port: String) throws { process = try ServerProcess("relay", [port]) }

    /// Returns the URL of the relay for one of the server.
    package func url(_ url: String) -> String {
        guard let colon = url.lastIndex(of: ":") else { return url }
        let rest = url[colon...].drop { $0 != "/" }
        return url[...colon] + process.words[0] + rest
    }

    /// Cuts the next connection after a number of bytes from the server, with those of the head;
    /// several calls are for several connections.
    package func cut(after count: Int) throws {
        guard try process.perform("cut \(count)") == "ok" else {
            throw ServerProcess.Failure(description: "the relay has ended")
        }
    }
}
