import HTTPValues

extension RequestBody {
    /// A part of a multipart body: the value of a field of a form, or a file.
    ///
    /// ```swift
    /// RequestBody.Part("caption", "A map")
    /// RequestBody.Part("image", file: try .file("/tmp/7.png"), named: "7.png", as: "image/png")
    /// ```
    public struct Part: Sendable {
        /// The name of the field.
        public let name: String
        /// The name of the file; `nil` for a value.
        public let fileName: String?
        /// The content type; `nil` for text in UTF-8.
        public let contentType: String?
        /// The content.
        public let body: RequestBody

        /// Creates a part from a value.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - value: The value, which is sent in UTF-8.
        public init(_ name: String, _ value: String) {
            (self.name, fileName, contentType) = (name, nil, nil)
            body = .bytes(Array(value.utf8))
        }

        /// Creates a part from a file, which need not be one of the file system.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - body: The content, which is read while it is sent.
        ///   - fileName: The name of the file for the server.
        ///   - contentType: The content type.
        public init(
            _ name: String, file body: RequestBody, named fileName: String,
            as contentType: String = "application/octet-stream"
        ) {
            (self.name, self.fileName, self.contentType) = (name, fileName, contentType)
            self.body = body
        }
    }

    /// Creates a body of parts, with the content type `multipart/form-data`.
    ///
    /// Its length is known if the lengths of all parts are, and it can be sent more than once if
    /// all parts can. Contents are read while they are sent. The boundary has 128 random bits, and
    /// does not occur in contents in memory.
    ///
    /// In names, quotation marks and line breaks are replaced by `%22`, `%0D` and `%0A`.
    ///
    /// - Parameter parts: The parts in order.
    /// - Returns: The body.
    /// - Throws: ``TransportError`` of the kind `invalidField` if a content type cannot be sent.
    ///
    /// Source: RFC 7578, section 4; RFC 2046, section 5.1.1; the HTML Standard of the WHATWG,
    /// section "Multipart form data".
    public static func multipart(_ parts: [Part]) throws(TransportError) -> RequestBody {
        var generator = SystemRandomNumberGenerator()
        return try multipart(parts, using: &generator)
    }

    /// Creates a body of parts with a boundary from a source of random numbers.
    package static func multipart(
        _ parts: [Part], using generator: inout some RandomNumberGenerator
    ) throws(TransportError) -> RequestBody {
        for part in parts {
            let fields: HeaderFields = ["Content-Type": part.contentType ?? "text/plain"]
            guard fields.unsendableName == nil else {
                throw TransportError(
                    .invalidField("Content-Type"), .notSent,
                    "the content type of the part \(part.name.debugDescription) has characters "
                        + "that cannot be sent; remove line breaks and characters outside ASCII")
            }
        }
        let contents = parts.compactMap { part -> [UInt8]? in
            if case .bytes(let bytes) = part.body.content { bytes } else { nil }
        }
        let form = MultipartForm(around: contents, using: &generator)
        let heads = parts.map {
            form.head($0.name, fileName: $0.fileName, contentType: $0.contentType)
        }
        var length: Int? = form.end.count
        for (part, head) in zip(parts, heads) {
            length = part.body.length.flatMap { own in
                length.map { $0 + head.count + own + MultipartForm.lineEnd.count }
            }
        }
        return RequestBody(
            length: length, isReplayable: parts.allSatisfy(\.body.isReplayable),
            contentType: form.contentType,
            content: .chunks { send in
                for (part, head) in zip(parts, heads) {
                    try await send(head)
                    try await part.body.send(to: send)
                    try await send(MultipartForm.lineEnd)
                }
                try await send(form.end)
            },
            check: { () throws(TransportError) in
                for part in parts { try part.body.check() }
            })
    }
}
