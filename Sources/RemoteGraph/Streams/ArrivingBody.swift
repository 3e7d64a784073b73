/// The bytes of a resource in a response.
///
/// It throws an error if the bytes do not match the field `Content-Range`, or if they are not the
/// end of the resource.
struct ArrivingBody: AsyncSequence, Sendable {
    let body: ResponseBody
    /// The number of bytes; `nil` if it is not known beforehand.
    var count: Int?
    /// Whether the body extends to the end of the resource.
    var isRest = true

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var iterator: ResponseBody.AsyncIterator
        fileprivate let count: Int?
        fileprivate let isRest: Bool
        private var read = 0

        fileprivate init(_ body: ArrivingBody) {
            iterator = body.body.makeAsyncIterator()
            (count, isRest) = (body.count, body.isRest)
        }

        mutating func next() async throws(TransportError) -> [UInt8]? {
            try await next(isolation: nil)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(TransportError) -> [UInt8]? {
            let chunk = try await iterator.next(isolation: actor)
            read += chunk?.count ?? 0
            guard let count else { return chunk }
            guard read <= count else {
                throw TransportError(
                    .invalidResponse, .receiving(bytes: read),
                    "expected the \(count) bytes that Content-Range names, found more")
            }
            if chunk == nil, read < count || !isRest {
                throw TransportError(
                    .incompleteBody, .receiving(bytes: read),
                    "expected the resource up to its end, found a part of it")
            }
            return chunk
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
