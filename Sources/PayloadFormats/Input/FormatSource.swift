import MercatorPayload

/// The bytes read by a format's parser, its limits, and the errors it reports at their offsets.
struct FormatSource: Sendable {
    let bytes: [UInt8]
    let limits: PayloadLimits

    /// The maximum nesting depth regardless of the options.
    ///
    /// It is limited because trees are built and destroyed recursively.
    static let deepestNesting = 512

    /// Creates a source, or throws if there are more bytes than allowed.
    init(_ bytes: [UInt8], limits: PayloadLimits) throws(PayloadError) {
        self.bytes = bytes
        self.limits = limits
        guard bytes.count <= max(limits.payloadBytes, 0) else {
            throw fault(.payloadTooLarge, at: max(limits.payloadBytes, 0))
        }
    }

    /// The effective limit on the nesting depth of containers.
    var nestingDepth: Int { min(limits.nestingDepth, FormatSource.deepestNesting) }

    /// Returns the byte at an offset, or `nil` beyond the end.
    func byte(at offset: Int) -> UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    /// Tests whether a text occurs at an offset.
    func has(_ text: String, at offset: Int) -> Bool {
        bytes[min(offset, bytes.count)...].starts(with: text.utf8)
    }

    /// Creates an error with one of the codes shared with JSON.
    func fault(_ code: PayloadError.Code, at offset: Int) -> PayloadError {
        PayloadError(code, atByte: offset, in: bytes)
    }

    /// Creates an error of this format that reports the byte at the offset.
    ///
    /// At the end of the payload, the error has the code `unexpectedEnd`.
    func malformed(_ expected: String, at offset: Int, advice: String) -> any Error {
        offset < bytes.count
            ? error(.malformed, expected: expected, at: offset, advice: advice)
            : fault(.unexpectedEnd, at: offset)
    }

    /// Creates an error of this format at an offset.
    func error(
        _ code: PayloadFormatError.Code, expected: String, found: String? = nil, at offset: Int,
        advice: String
    ) -> PayloadFormatError {
        PayloadFormatError(
            code, expected: expected, found: found ?? fault(.unexpectedEnd, at: offset).found,
            location: PayloadLocation.location(ofByte: offset, in: bytes), advice: advice)
    }
}

extension PayloadDocument {
    /// Creates a document from a tree built by a format's parser.
    ///
    /// Limits do not apply here: the parser has checked them with more precise locations than the
    /// written bytes could provide.
    init(tree: PayloadNode) throws(PayloadError) {
        let unlimited = PayloadLimits(
            payloadBytes: .max, nestingDepth: .max, stringBytes: .max, numberBytes: .max,
            elementsPerContainer: .max)
        try self.init(writing: tree, options: PayloadOptions(limits: unlimited))
    }
}
