import Foundation

/// A program that listens where a server is expected, and answers in its own way.
package final class PostgresImpostor: Sendable {
    /// The answer to whatever a client sends first.
    package enum Answer: Sendable, CustomStringConvertible {
        /// None; the connection stays open.
        case nothing
        /// The end of the connection.
        case end
        /// Bytes, and the end of the connection.
        case bytes([UInt8])

        package var description: String {
            switch self {
            case .nothing: "nothing"
            case .end: "end"
            case .bytes(let bytes): "\(bytes.count) bytes"
            }
        }
    }

    /// The folder with the socket, as a host.
    package let folder: String
    private let listener: Int32

    /// Starts to listen.
    package init(_ answer: Answer) throws {
        folder = "/tmp/mercator-no-" + String(UInt32.random(in: .min ... .max), radix: 36)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = try UnixSocket.listen(folder + "/.s.PGSQL.5432")
        Thread.detachNewThread { [listener] in
            var silent: [Int32] = []
            while true {
                let client = UnixSocket.accept(listener)
                guard client >= 0 else { break }
                switch answer {
                case .nothing: silent.append(client)
                case .end: close(client)
                case .bytes(let bytes):
                    _ = UnixSocket.message(from: client, isFirst: true)
                    _ = UnixSocket.send(bytes, to: client)
                    close(client)
                }
            }
            for client in silent { close(client) }
            close(listener)
        }
    }

    /// Ends everything.
    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }
}
