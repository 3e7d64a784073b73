/// The body of a response, as chunks of bytes that arrive while they are read.
///
/// At most 1 MiB waits to be read; then the server waits. A body that is cut ends with an error.
/// Dropping the body closes its connection. It can be read once, by one task: a second iteration
/// continues where the first one ended.
///
/// ```swift
/// for try await chunk in response.body { try file.write(chunk) }
/// ```
public struct ResponseBody: AsyncSequence, Sendable {
    private let source: any ResponseBodySource

    /// Creates a body from its source.
    ///
    /// - Parameter source: The source, which ends its transfer when it is released.
    public init(_ source: any ResponseBodySource) {
        self.source = source
    }

    /// Creates a body from bytes in memory.
    ///
    /// - Parameter bytes: The bytes.
    public init(_ bytes: [UInt8]) {
        self.init(StoredBody(bytes.isEmpty ? [] : [bytes]))
    }

    /// Times and sizes of the transfer; `nil` until the body has ended.
    public var metrics: TransportMetrics? { source.metrics }

    /// The iterator of a body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let source: any ResponseBodySource

        /// Returns the next chunk, which is not empty, or `nil` at the end.
        ///
        /// - Throws: ``TransportError`` if the body is incomplete, cannot be decoded, or the task
        ///   was cancelled.
        public mutating func next() async throws(TransportError) -> [UInt8]? {
            try await source.nextChunk()
        }

        /// Returns the next chunk, which is not empty, or `nil` at the end.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The chunk.
        /// - Throws: ``TransportError`` if the body is incomplete, cannot be decoded, or the task
        ///   was cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(TransportError) -> [UInt8]? {
            try await source.nextChunk()
        }
    }

    /// Returns an iterator, which holds the transfer as well.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }
}
