#if canImport(Darwin)
    import Foundation
    import HTTPValues
    public import RemoteGraph

    /// A transport with the `URLSession` of Apple's platforms, which uses their settings of proxies
    /// and trusted certificates.
    ///
    /// It has no cache, keeps no cookies, follows no redirects and offers no stored credentials. A
    /// slow reader suspends the transfer. Releasing the transport cancels its requests.
    ///
    /// ```swift
    /// let transport = URLSessionTransport()
    /// let manager = ObjectManager(remote, in: container, over: transport)
    /// ```
    ///
    /// - Important: This transport has never been run. Before an app depends on it, run the tests
    ///   in `RemoteGraphURLSessionTests` on a Mac.
    ///
    /// `URLSession` differs from what ``ResourceTransport`` describes:
    ///
    /// - It adds fields such as `Accept-Language` if the request lacks them.
    /// - A connection has no limit of time of its own, but the idle one; a new connection cannot be
    ///   demanded, and the version of HTTP is given as 1.1.
    /// - Expansion of coded bodies is not limited but by the reader.
    /// - A body that is not in memory is written to a temporary file first.
    public final class URLSessionTransport: ResourceTransport {
        private let session: URLSession
        private let transfers: SessionTransfers

        /// Creates a transport.
        public init() {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCredentialStorage = nil
            configuration.waitsForConnectivity = false
            configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
            // The number of requests at a time is that of the manager.
            configuration.httpMaximumConnectionsPerHost = 64
            transfers = SessionTransfers()
            session = URLSession(
                configuration: configuration, delegate: transfers, delegateQueue: nil)
        }

        deinit { session.invalidateAndCancel() }

        /// Sends a request, and returns once the header fields of its response are there.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - deadline: The instant at which the whole transfer ends; `nil` for none.
        /// - Returns: The response; its body arrives while it is read.
        /// - Throws: ``TransportError``.
        public func send(
            _ request: TransportRequest, deadline: ContinuousClock.Instant?
        ) async throws(TransportError) -> TransportResponse {
            try request.check()
            guard !Task.isCancelled else { throw .cancelled(.notSent) }
            let (task, upload) = try await task(for: request)
            let channel = ResponseChannel { [transfers] signal in
                switch signal {
                case .resume: transfers.resume(task)
                case .close: task.cancel()
                }
            }
            let transfer = SessionTransfers.Transfer(
                channel: channel, upload: upload, headerLimit: request.limits.headerBytes,
                alarm: deadline.map { Self.alarm($0, channel, task) })
            transfers.add(transfer, task.taskIdentifier)
            channel.reach(.sent)
            task.resume()
            let body = ChannelBody(channel)
            let head = try await channel.head()
            return TransportResponse(
                head.status, headers: head.headers, version: head.version,
                body: ResponseBody(body))
        }

        /// Creates the task of a request, which has not begun, and the file of its body.
        private func task(
            for request: TransportRequest
        ) async throws(TransportError) -> (URLSessionTask, UploadFile?) {
            guard let url = URL(string: request.url, encodingInvalidCharacters: false) else {
                throw TransportError(.invalidURL, .notSent, "the URL is malformed")
            }
            var own = URLRequest(url: url)
            own.httpMethod = request.method.rawValue
            own.timeoutInterval = request.limits.idle / .seconds(1)
            own.httpShouldHandleCookies = false
            for field in request.headers.fields {
                own.addValue(field.value, forHTTPHeaderField: field.name)
            }
            guard let body = request.body else { return (session.dataTask(with: own), nil) }
            if case .bytes(let bytes) = body.content {
                return (session.uploadTask(with: own, from: Data(bytes)), nil)
            }
            let file = try await UploadFile(body)
            return (session.uploadTask(with: own, fromFile: file.url), file)
        }

        /// Ends a transfer at its deadline.
        private static func alarm(
            _ deadline: ContinuousClock.Instant, _ channel: ResponseChannel, _ task: URLSessionTask
        ) -> Task<Void, Never> {
            Task {
                try? await Task.sleep(until: deadline, clock: .continuous)
                guard !Task.isCancelled else { return }
                channel.finish(
                    .failure(
                        TransportError(
                            .timedOut(.total), channel.stage, "the deadline has passed")))
                task.cancel()
            }
        }
    }

    /// A body of a request as a file, which is removed with this object.
    final class UploadFile: Sendable {
        let url: URL

        init(_ body: RequestBody) async throws(TransportError) {
            url = FileManager.default.temporaryDirectory.appending(
                path: "mercator-upload-\(UUID().uuidString)")
            do {
                try Data().write(to: url, options: .withoutOverwriting)
                let file = try FileHandle(forWritingTo: url)
                defer { try? file.close() }
                var count = 0
                try await body.send { chunk in
                    count += chunk.count
                    try file.write(contentsOf: Data(chunk))
                }
                guard body.length == nil || body.length == count else {
                    throw body.lengthError(count)
                }
            } catch let error as TransportError {
                throw error
            } catch {
                throw RequestBody.unreadable("it cannot be written to a temporary file")
            }
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }
#endif
