import ResourceMapping

/// A request as it leaves the manager.
struct OutgoingRequest: Sendable {
    let number: Int
    var request: ResourceRequest
    let body: RequestBody?
    /// The deadline of the request; by default, from the options.
    var deadline: ContinuousClock.Instant?
    /// The user without whose credential the request is not sent; `nil` for any.
    var user: String?
    /// The use of the body of a success, which otherwise is read as a whole.
    var reader: BodyReader?
    let stopwatch: Stopwatch?

    /// Reads a body while it arrives; the unread rest is discarded.
    typealias BodyReader = @Sendable (Exchange, ResponseBody) async -> Void

    init(
        _ number: Int, _ request: ResourceRequest, body: RequestBody? = nil,
        _ stopwatch: Stopwatch? = nil
    ) {
        self.number = number
        self.request = request
        self.stopwatch = stopwatch
        self.body = body ?? request.body.map(RequestBody.bytes)
    }

    /// Whether the request can be sent again.
    var isReplayable: Bool { body?.isReplayable ?? true }
}
