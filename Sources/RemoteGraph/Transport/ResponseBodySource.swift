/// The source of a body, for authors of transports.
public protocol ResponseBodySource: AnyObject, Sendable {
    /// Returns the next chunk, which is not empty, or `nil` at the end.
    ///
    /// One task at a time calls it.
    ///
    /// - Throws: ``TransportError``, and the same error from then on.
    func nextChunk() async throws(TransportError) -> [UInt8]?

    /// Times and sizes of the transfer; `nil` until the body has ended.
    var metrics: TransportMetrics? { get }
}
