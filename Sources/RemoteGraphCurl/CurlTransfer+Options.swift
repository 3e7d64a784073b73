import HTTPValues
import MercatorCCurl
import RemoteGraph

extension CurlTransfer {
    /// Sets the options of the request; returns an error if one is refused.
    func configure() -> TransportError? {
        setCallbacks()
        setMethod()
        setFields()
        unsafe mercator_allow_http_only(easy)
        unsafe mercator_leave_lookups(easy)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_NOPROGRESS, 0)
        // The path of the URL is sent unchanged.
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_FRESH_CONNECT, job.request.usesNewConnection ? 1 : 0)
        // An empty name makes libcurl ignore the environment.
        set(CURLOPT_PROXY, job.options.proxy ?? "")
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(
            CURLOPT_HTTP_VERSION,
            job.options.allowsHTTP2 ? mercator_http_2_over_tls : mercator_http_1_1)
        guard set(CURLOPT_URL, job.request.url) else {
            return TransportError(.invalidURL, .notSent, "the URL is malformed")
        }
        if let path = job.options.certificateAuthorities, !set(CURLOPT_CAINFO, path) {
            return TransportError(
                .tls, .notSent, "this libcurl cannot read trusted certificates from a file")
        }
        return nil
    }

    private func setMethod() {
        switch (job.request.method, job.upload?.length) {
        case (.head, _): set(CURLOPT_NOBODY, 1)
        case (.get, nil) where job.upload == nil: set(CURLOPT_HTTPGET, 1)
        case (.delete, nil) where job.upload == nil, (.options, nil) where job.upload == nil:
            set(CURLOPT_CUSTOMREQUEST, job.request.method.rawValue)
        case (_, let length):
            set(CURLOPT_UPLOAD, 1)
            set(CURLOPT_CUSTOMREQUEST, job.request.method.rawValue)
            // Without a length, the body is sent in chunks; without a body, its length is 0.
            let size = job.upload == nil ? 0 : length ?? -1
            unsafe mercator_set_size(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(size))
        }
    }

    private func setFields() {
        var headers = job.request.headers
        // libcurl's own decoding is off, since it accepts bodies that lack their end.
        if headers["Accept-Encoding"] == nil { headers["Accept-Encoding"] = "gzip, deflate" }
        let lines = headers.fields.map { field in
            field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        // A name without a value removes a field that libcurl sets automatically.
        let removed = ["Accept", "Expect", "User-Agent"].filter { headers[$0] == nil }.map {
            "\($0):"
        }
        for line in lines + removed { unsafe fields = curl_slist_append(fields, line) }
        unsafe mercator_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
    }

    private func set(_ option: CURLoption, _ value: Int) {
        unsafe mercator_set_number(easy, option, value)
    }

    @discardableResult
    private func set(_ option: CURLoption, _ value: String) -> Bool {
        unsafe mercator_set_text(easy, option, value) == CURLE_OK
    }
}

extension CurlTransfer {
    /// Sets the functions that libcurl calls on the thread of the loop, while this object lives.
    private func setCallbacks() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        for option in [
            CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_XFERINFODATA,
            CURLOPT_PREREQDATA,
        ] {
            unsafe mercator_set_pointer(easy, option, context)
        }
        unsafe mercator_set_transfer(easy, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            let part = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
            return switch unsafe CurlTransfer.of(context)?.receive(body: part) {
            case true?: count
            case false?: 0
            case nil: mercator_write_pause
            }
        }
        unsafe mercator_set_transfer(easy, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
            return unsafe CurlTransfer.of(context)?.receive(line: line) == true ? count : 0
        }
        unsafe mercator_set_transfer(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
            let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return unsafe CurlTransfer.of(context)?.send(into: buffer) ?? 0
        }
        unsafe mercator_set_progress(easy) { context, _, received, _, sent in
            unsafe CurlTransfer.of(context)?.progress(Int64(received) + Int64(sent))
            return 0
        }
        unsafe mercator_set_request_start(easy) { context, _, _, _, _ in
            unsafe CurlTransfer.of(context)?.startRequest() == true
                ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        unsafe context.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
