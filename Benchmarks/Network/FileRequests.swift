import Mercator
import RemoteGraphCurl

/// Requests of one file over a transport, whose bodies are read and dropped.
struct FileRequests: Sendable {
    private let transport = CurlTransport()

    /// Sends a number of requests, some of them at a time, and returns the bytes of all bodies.
    func send(_ count: Int, atATime width: Int, to url: String) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for first in 0..<width {
                group.addTask {
                    var received = 0
                    for _ in stride(from: first, to: count, by: width) {
                        received += try await send(to: url)
                    }
                    return received
                }
            }
            return try await group.reduce(0, +)
        }
    }

    private func send(to url: String) async throws -> Int {
        let response = try await transport.send(TransportRequest(.get, url))
        try Title.require(response.status == 200, "the status is \(response.status)")
        var received = 0
        for try await chunk in response.body { received += chunk.count }
        return received
    }
}
