import Foundation
import Mercator

/// A server that has a file, and sends the rest of it on demand.
struct SourceTransport: ResourceTransport {
    let path: String
    private static let tag = "\"1\""

    func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse {
        guard let bytes = FileManager.default.contents(atPath: path).map({ Array($0) }) else {
            throw TransportError(.failed, .notSent, "there is no file")
        }
        var headers: HeaderFields = ["ETag": Self.tag]
        if request.headers["If-None-Match"] == Self.tag {
            return TransportResponse(304, headers: headers)
        }
        let first = request.headers["Range"].flatMap {
            Int($0.dropFirst("bytes=".count).dropLast())
        }
        guard let first, request.headers["If-Range"] == Self.tag else {
            return TransportResponse(200, headers: headers, body: Self.body(bytes[...]))
        }
        guard first < bytes.count else {
            headers["Content-Range"] = "bytes */\(bytes.count)"
            return TransportResponse(416, headers: headers)
        }
        headers["Content-Range"] = "bytes \(first)-\(bytes.count - 1)/\(bytes.count)"
        return TransportResponse(206, headers: headers, body: Self.body(bytes[first...]))
    }

    private static func body(_ bytes: ArraySlice<UInt8>) -> ResponseBody {
        let starts = stride(from: bytes.startIndex, to: bytes.endIndex, by: 1000)
        return ResponseBody(
            StoredBody(starts.map { Array(bytes[$0..<min($0 + 1000, bytes.endIndex)]) }))
    }
}
