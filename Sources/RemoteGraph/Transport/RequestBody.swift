import StreamingImport

/// The body of a request.
///
/// ```swift
/// let body = RequestBody.bytes(json)
/// let upload = try RequestBody.file("/tmp/video.mp4")
/// let export = RequestBody.stream(lines)            // chunked, since its length is unknown
/// ```
public struct RequestBody: Sendable {
    /// The number of bytes; `nil` if it is unknown, so that the body is sent in chunks.
    public let length: Int?
    /// Whether the body can be sent more than once.
    public let isReplayable: Bool
    /// The content type, if it depends on the body, as for multipart bodies; otherwise `nil`.
    public internal(set) var contentType: String?
    package let content: Content
    /// Throws if it is known before any connection that the body cannot be sent.
    private(set) var check: @Sendable () throws(TransportError) -> Void = {}

    /// The bytes, or a function that passes each chunk to its argument and waits for it.
    package enum Content: Sendable {
        case bytes([UInt8])
        case chunks(@Sendable (_ send: ([UInt8]) async throws -> Void) async throws -> Void)
    }

    /// Creates a body from bytes in memory; it can be sent more than once.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The body.
    public static func bytes(_ bytes: [UInt8]) -> RequestBody {
        RequestBody(length: bytes.count, isReplayable: true, content: .bytes(bytes))
    }

    /// Creates a body from a file, which is read while it is sent.
    ///
    /// It can be sent more than once, except if the file is a pipe, whose length is unknown.
    ///
    /// - Parameter path: The path of the file, whose size must not change until it is sent.
    /// - Returns: The body.
    /// - Throws: ``TransportError`` of the kind `unreadableBody` if the file cannot be opened.
    public static func file(_ path: String) throws(TransportError) -> RequestBody {
        let size = try Self.size(ofFile: path)
        return RequestBody(
            length: size, isReplayable: size != nil,
            content: .chunks { send in
                let file = try SourceFile(path)
                var offset = 0
                while case let chunk = try file.bytes(at: offset), !chunk.isEmpty {
                    offset += chunk.count
                    try await send(chunk)
                }
            },
            check: { () throws(TransportError) in
                // A pipe can be opened only once.
                if size != nil { _ = try Self.size(ofFile: path) }
            })
    }

    /// Returns the size of a file that can be opened; `nil` for a pipe.
    private static func size(ofFile path: String) throws(TransportError) -> Int? {
        do throws(ImportError) {
            return try SourceFile(path).size
        } catch {
            throw TransportError(.unreadableBody, .notSent, error.message)
        }
    }

    /// Creates a body from a sequence of chunks, which is read no faster than it is sent.
    ///
    /// - Parameters:
    ///   - chunks: The chunks.
    ///   - length: The exact number of bytes, if it is known; the request fails if it differs.
    ///   - isReplayable: Whether the sequence has the same elements each time it is iterated.
    /// - Returns: The body.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, length: Int? = nil, isReplayable: Bool = false
    ) -> RequestBody where Chunks.Element == [UInt8] {
        RequestBody(
            length: length, isReplayable: isReplayable,
            content: .chunks { send in
                for try await chunk in chunks { try await send(chunk) }
            })
    }

    /// Passes the chunks to a function, and waits for it.
    package func send(to function: ([UInt8]) async throws -> Void) async throws {
        switch content {
        case .bytes(let bytes): try await function(bytes)
        case .chunks(let chunks): try await chunks(function)
        }
    }

    /// Returns all bytes, for transports that do not send them.
    ///
    /// - Returns: The bytes.
    /// - Throws: ``TransportError`` of the kind `unreadableBody`.
    public func bytes() async throws(TransportError) -> [UInt8] {
        if case .bytes(let bytes) = content { return bytes }
        var bytes: [UInt8] = []
        do {
            try await send { bytes += $0 }
        } catch {
            throw Self.unreadable("reading it failed: \(error)")
        }
        guard length == nil || length == bytes.count else { throw lengthError(bytes.count) }
        return bytes
    }

    /// Returns a body that also passes its bytes to a function, when they are sent.
    package func observed(_ observe: @escaping @Sendable ([UInt8]) -> Void) -> RequestBody {
        guard case .chunks(let chunks) = content else {
            if case .bytes(let bytes) = content { observe(bytes) }
            return self
        }
        return RequestBody(
            length: length, isReplayable: isReplayable, contentType: contentType,
            content: .chunks { send in
                try await chunks { chunk in
                    observe(chunk)
                    try await send(chunk)
                }
            }, check: check)
    }

    /// Returns a body in chunks of limited size; each chunk is reported after it was sent.
    func reporting(by size: Int, _ report: @escaping @Sendable (Int) -> Void) -> RequestBody {
        RequestBody(
            length: length, isReplayable: isReplayable, contentType: contentType,
            content: .chunks { send in
                try await self.send { chunk in
                    var rest = chunk[...]
                    while !rest.isEmpty {
                        let part = Array(rest.prefix(size))
                        rest = rest.dropFirst(part.count)
                        try await send(part)
                        report(part.count)
                    }
                }
            }, check: check)
    }

    package func lengthError(_ count: Int) -> TransportError {
        Self.unreadable("its length is \(length ?? 0) bytes, but there are \(count)")
    }

    package static func unreadable(_ reason: String) -> TransportError {
        TransportError(
            .unreadableBody, .notSent, "the body of the request cannot be sent: \(reason)")
    }
}
