import Foundation

/// A folder of the nginx server of this process that no other test uses.
///
/// Files below `gzip/` are compressed, those below `slow/` come with 20 KB in a second, and those
/// below `few/` may be requested 5 times in a second; then the status is 429 without a
/// `Retry-After`. PUT and DELETE are allowed elsewhere. The fields `X-Connection` and `X-Request`
/// tell connections and their requests apart.
package struct NginxFolder: Sendable {
    private static let server = Result {
        try ServerProcess("nginx_server", [ServerInstallation.nginx ?? "nginx"])
    }

    /// The servers.
    package enum Kind: Int, Sendable {
        /// HTTP/1.1.
        case plain
        /// HTTP/2 over TLS.
        case tls
        /// HTTP/2 over TLS, with at most 20 requests on a connection.
        case short
        /// HTTP/2 over TLS, with at most 2 requests at a time on a connection; bodies are refused
        /// until the client has acknowledged the settings.
        case narrow
    }

    private let process: ServerProcess
    private let name = "f\(UInt32.random(in: .min ... .max))"

    /// Creates an empty folder; the first one starts the server.
    package init() throws {
        process = try Self.server.get()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    private var path: String { process.words[4] + "/files/" + name }

    /// The certificate of the servers with TLS.
    package var certificate: String { process.words[4] + "/certificate.pem" }

    /// Returns the port of a server.
    package func port(_ kind: Kind) -> String { process.words[kind.rawValue] }

    /// Returns the URL of the folder, with a slash at its end.
    package func url(_ kind: Kind) -> String {
        "http\(kind == .plain ? "" : "s")://127.0.0.1:\(port(kind))/\(name)/"
    }

    /// Returns a transport that trusts the servers.
    package func transport() -> WatchedTransport { WatchedTransport(trusting: certificate) }

    /// Writes a file, in place of an earlier one.
    package func write(_ text: String, to file: String) throws {
        let url = URL(filePath: path).appending(path: file)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}
