import RemoteGraph

/// A transfer as the thread receives it.
struct CurlJob: Sendable {
    let number: Int
    let request: TransportRequest
    let options: CurlTransport.Options
    let deadline: ContinuousClock.Instant?
    let channel: ResponseChannel
    let upload: CurlUpload?

    /// Ends the response, and the reading of the request's body.
    func end(_ result: Result<TransportMetrics, TransportError>) {
        upload?.task?.cancel()
        channel.finish(result)
    }
}

/// The body of a request while it is sent.
struct CurlUpload: Sendable {
    let length: Int?
    let pipe: RequestBodyPipe
    /// The task that reads a body which is not in memory.
    let task: Task<Void, Never>?

    /// Begins to read a body.
    init?(_ body: RequestBody?, _ signal: @escaping @Sendable () -> Void) {
        guard let body else { return nil }
        length = body.length
        guard case .bytes(let bytes) = body.content else {
            let pipe = RequestBodyPipe([], isComplete: false, signal: signal)
            self.pipe = pipe
            task = Task { await pipe.fill(from: body) }
            return
        }
        pipe = RequestBodyPipe(bytes, isComplete: true)
        task = nil
    }
}
