#if canImport(Darwin)
    import Foundation
    import HTTPValues
    import RemoteGraph
    import Synchronization

    /// The transfers of a session, which tells their events on a serial queue.
    final class SessionTransfers: NSObject, URLSessionDataDelegate {
        struct Transfer: Sendable {
            let channel: ResponseChannel
            let upload: UploadFile?
            let headerLimit: Int
            /// The task that ends the transfer at its deadline.
            let alarm: Task<Void, Never>?
            var metrics = TransportMetrics()
            var isSuspended = false
        }

        private let transfers = Mutex<[Int: Transfer]>([:])

        func add(_ transfer: Transfer, _ number: Int) {
            transfers.withLock { $0[number] = transfer }
        }

        /// Suspends a task unless it is suspended, so that one resumption is enough.
        private func suspend(_ task: URLSessionTask) {
            transfers.withLock { transfers in
                guard transfers[task.taskIdentifier]?.isSuspended == false else { return }
                transfers[task.taskIdentifier]?.isSuspended = true
                task.suspend()
            }
        }

        /// Goes on with a suspended task.
        func resume(_ task: URLSessionTask) {
            transfers.withLock { transfers in
                guard transfers[task.taskIdentifier]?.isSuspended == true else { return }
                transfers[task.taskIdentifier]?.isSuspended = false
                task.resume()
            }
        }

        private subscript(task: URLSessionTask) -> Transfer? {
            transfers.withLock { $0[task.taskIdentifier] }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            // Without a request, the response itself is delivered.
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            guard let transfer = self[dataTask] else { return completionHandler(.cancel) }
            do throws(TransportError) {
                transfer.channel.open(try Self.head(response, limit: transfer.headerLimit))
                completionHandler(.allow)
            } catch {
                transfer.channel.finish(.failure(error))
                completionHandler(.cancel)
            }
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
        ) {
            guard let channel = self[dataTask]?.channel else { return }
            channel.write([UInt8](data))
            guard !channel.hasRoom() else { return }
            suspend(dataTask)
            // The reader may have made room before the task was suspended.
            if channel.hasRoom() { resume(dataTask) }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            guard let last = metrics.transactionMetrics.last else { return }
            transfers.withLock { $0[task.taskIdentifier]?.metrics = Self.metrics(last) }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) })
            else { return }
            transfer.alarm?.cancel()
            guard let error else { return transfer.channel.finish(.success(transfer.metrics)) }
            transfer.channel.finish(.failure(Self.error(error, transfer.channel.stage)))
        }
    }

    /// The translation of Foundation's values.
    extension SessionTransfers {
        private static func head(
            _ response: URLResponse, limit: Int
        ) throws(TransportError) -> ResponseChannel.Head {
            guard let response = response as? HTTPURLResponse,
                200...599 ~= response.statusCode
            else {
                throw TransportError(
                    .invalidResponse, .sent, "expected a response of HTTP with a final status")
            }
            var head = ResponseChannel.Head(response.statusCode, .http1Point1)
            var count = 0
            for (name, value) in response.allHeaderFields {
                let (name, value) = ("\(name)", "\(value)")
                count += name.utf8.count + value.utf8.count + 4
                let isCookie = name.lowercased() == "set-cookie"
                for value in isCookie ? cookies(value) : [value] {
                    head.headers.append(value, to: name)
                }
            }
            guard count <= limit else {
                throw TransportError(
                    .headersTooLarge, .sent,
                    "expected at most \(limit) bytes of header fields, found more; raise the limit")
            }
            return head
        }

        /// Splits values that were joined by commas, which dates have as well.
        private static func cookies(_ joined: String) -> [String] {
            var values: [String] = []
            for part in joined.split(separator: ",") {
                let name = part.prefix { !"=;".contains($0) }
                let begins =
                    part.dropFirst(name.count).hasPrefix("=")
                    && name.trimmingCharacters(in: .whitespaces).isToken
                if begins || values.isEmpty {
                    values.append(part.trimmingCharacters(in: .whitespaces))
                } else {
                    values[values.count - 1] += ",\(part)"
                }
            }
            return values
        }

        private static func metrics(_ own: URLSessionTaskTransactionMetrics) -> TransportMetrics {
            func time(_ start: Date?, _ end: Date?) -> Duration {
                guard let start, let end else { return .zero }
                return .seconds(max(0, end.timeIntervalSince(start)))
            }
            var metrics = TransportMetrics()
            metrics.nameLookup = time(own.domainLookupStartDate, own.domainLookupEndDate)
            metrics.tls = time(own.secureConnectionStartDate, own.secureConnectionEndDate)
            metrics.connect = time(own.connectStartDate, own.connectEndDate) - metrics.tls
            metrics.firstByte = time(own.requestStartDate, own.responseStartDate)
            metrics.transfer = time(own.responseStartDate, own.responseEndDate)
            metrics.bytesReceived = Int(own.countOfResponseBodyBytesReceived)
            metrics.bytesSent = Int(own.countOfRequestBodyBytesSent)
            metrics.isConnectionReused = own.isReusedConnection
            return metrics
        }

        /// The error for one of Foundation, whose own text may contain the URL.
        private static func error(
            _ error: any Error, _ stage: TransportError.Stage
        ) -> TransportError {
            guard let code = (error as? URLError)?.code else {
                return TransportError(.failed, stage, "URLSession failed")
            }
            let reason = "URLSession reports the error \(code.rawValue)"
            switch code {
            case .cancelled: return .cancelled(stage)
            case .timedOut: return TransportError(.timedOut(.idle), stage, "no byte has moved")
            case .cannotFindHost, .dnsLookupFailed:
                return TransportError(.unknownHost, .notSent, "the name of the host has no address")
            case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff,
                .dataNotAllowed, .callIsActive:
                return TransportError(.connect, .notSent, "there is no connection; \(reason)")
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
                .clientCertificateRejected, .clientCertificateRequired,
                .appTransportSecurityRequiresSecureConnection:
                return TransportError(.tls, .notSent, "TLS cannot be established; \(reason)")
            case .networkConnectionLost:
                if case .receiving = stage {
                    return TransportError(.incompleteBody, stage, "the body lacks its end")
                }
                return TransportError(.reset, stage, "the connection ended; \(reason)")
            case .badServerResponse, .cannotParseResponse, .zeroByteResource:
                return TransportError(
                    .invalidResponse, stage, "the response violates HTTP; \(reason)")
            case .cannotDecodeContentData, .cannotDecodeRawData:
                return TransportError(.undecodableBody, stage, "the body cannot be decoded")
            case .badURL, .unsupportedURL:
                return TransportError(.invalidURL, .notSent, "the URL is malformed")
            default: return TransportError(.failed, stage, reason)
            }
        }
    }
#endif
