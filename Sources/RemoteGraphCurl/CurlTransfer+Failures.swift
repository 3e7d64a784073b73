import MercatorCCurl
import RemoteGraph

extension CurlTransfer {
    /// The error for a code of libcurl.
    func error(_ code: CURLcode, isHeadComplete: Bool) -> TransportError {
        let stage = job.channel.stage
        switch code {
        case CURLE_OPERATION_TIMEDOUT: return timeout(stage == .notSent ? .connect : .idle)
        case CURLE_OUT_OF_MEMORY where stage == .sent && !isHeadComplete:
            // The answer of libcurl 7 to a line of more than 100 KiB.
            return ResponseHeadParser.tooLarge(job.request.limits.headerBytes)
        default: break
        }
        let reason = unsafe String(cString: curl_easy_strerror(code))
        let (kind, message) =
            connectionFailure(code, reason) ?? responseFailure(code, reason, isHeadComplete)
            ?? (.failed, "libcurl failed (\(code.rawValue)): \(reason)")
        return TransportError(kind, stage, message)
    }

    /// The failure of a request that could not be sent.
    private func connectionFailure(
        _ code: CURLcode, _ reason: String
    ) -> (TransportError.Kind, String)? {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: (.unknownHost, "the name of the host has no address")
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
            (.connect, "there is no connection: \(reason)")
        case CURLE_URL_MALFORMAT: (.invalidURL, "the URL is malformed")
        case CURLE_SSL_CACERT_BADFILE:
            (
                .tls,
                "the file of trusted certificates cannot be read; install 'ca-certificates', or "
                    + "name a file in the PEM format"
            )
        case CURLE_PEER_FAILED_VERIFICATION:
            (
                .tls,
                "the certificate is not valid for the host, or not trusted (\(verification)); name "
                    + "a file with its authority if it is a private one"
            )
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED:
            (.tls, "TLS 1.2 or later cannot be established: \(reason)")
        default: nil
        }
    }

    /// The failure of a response, or of its connection.
    private func responseFailure(
        _ code: CURLcode, _ reason: String, _ isHeadComplete: Bool
    ) -> (TransportError.Kind, String)? {
        switch code {
        case CURLE_PARTIAL_FILE where isHeadComplete:
            (.incompleteBody, "the connection ended before the end of the body")
        case CURLE_RECV_ERROR where unsafe mercator_is_malformed_chunk(message):
            (.invalidResponse, "the response violates HTTP: a chunk of the body has no size")
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
            CURLE_SEND_FAIL_REWIND, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            (.reset, "the server ended the connection: \(reason)")
        case CURLE_ABORTED_BY_CALLBACK:
            (.reset, "the server had closed the connection before it was reused")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING,
            CURLE_WRITE_ERROR:
            (.invalidResponse, "the response violates HTTP: \(reason)")
        default: nil
        }
    }

    /// The result of verifying the certificate, in the numbers of OpenSSL.
    private var verification: String {
        var result = 0
        unsafe mercator_get_number(easy, CURLINFO_SSL_VERIFYRESULT, &result)
        return "result \(result)"
    }

    /// The times and sizes of the transfer.
    ///
    /// The arguments are the times until the first and the last byte of the response; libcurl's
    /// time of the first byte also covers the body of the request.
    func metrics(_ first: Duration, _ total: Duration) -> TransportMetrics {
        var metrics = TransportMetrics()
        var connections = 0
        unsafe mercator_get_number(easy, CURLINFO_NUM_CONNECTS, &connections)
        metrics.isConnectionReused = connections == 0
        metrics.bytesReceived = Int(size(CURLINFO_SIZE_DOWNLOAD_T))
        metrics.bytesSent = Int(size(CURLINFO_SIZE_UPLOAD_T))
        // All times are relative to the beginning.
        var end = Duration.zero
        for (property, time) in [
            (\TransportMetrics.nameLookup, time(CURLINFO_NAMELOOKUP_TIME_T)),
            (\.connect, time(CURLINFO_CONNECT_TIME_T)), (\.tls, time(CURLINFO_APPCONNECT_TIME_T)),
            (\.firstByte, first), (\.transfer, total),
        ] {
            metrics[keyPath: property] = max(.zero, time - end)
            end = max(end, time)
        }
        return metrics
    }

    private func time(_ info: CURLINFO) -> Duration { .microseconds(size(info)) }

    private func size(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        unsafe mercator_get_size(easy, info, &value)
        return Int64(value)
    }
}
