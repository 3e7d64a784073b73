import Payload

/// The bytes of a payload that a format's reader walks over, and the errors it makes from them.
struct FormatSource: Sendable {
    let bytes: [UInt8]
    let limits: PayloadLimits

    /// Trees are built and destroyed with the stack, so they never nest deeper than this, whatever
    /// the options say.
    static let deepestNesting = 512

    /// Takes the bytes, unless they are too many.
    init(_ bytes: [UInt8], limits: PayloadLimits) throws(PayloadError) {
        self.bytes = bytes
        self.limits = limits
        guard bytes.count <= max(limits.payloadBytes, 0) else {
            throw fault(.payloadTooLarge, at: max(limits.payloadBytes, 0))
        }
    }

    /// Containers inside each other.
    var nestingDepth: Int { min(limits.nestingDepth, FormatSource.deepestNesting) }

    /// The byte at an offset, or `nil` behind the end.
    func byte(at offset: Int) -> UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    /// Whether an ASCII text is at an offset.
    func has(_ text: String, at offset: Int) -> Bool {
        bytes[min(offset, bytes.count)...].starts(with: text.utf8)
    }

    /// An error whose code JSON has too.
    func fault(_ code: PayloadError.Code, at offset: Int) -> PayloadError {
        PayloadError(code, atByte: offset, in: bytes)
    }

    /// An error of this format, with the byte at the offset as what was found; at the end of the
    /// payload, the end is what is wrong.
    func malformed(_ expected: String, at offset: Int, advice: String) -> any Error {
        offset < bytes.count
            ? error(.malformed, expected: expected, at: offset, advice: advice)
            : fault(.unexpectedEnd, at: offset)
    }

    /// An error of this format at a byte.
    func error(
        _ code: PayloadFormatError.Code, expected: String, found: String? = nil, at offset: Int,
        advice: String
    ) -> PayloadFormatError {
        PayloadFormatError(
            code, expected: expected, found: found ?? fault(.unexpectedEnd, at: offset).found,
            location: PayloadLocation.place(ofByte: offset, in: bytes), advice: advice)
    }
}

extension PayloadDocument {
    /// Writes a tree that a format's reader has made; it checked the limits while it read, with
    /// better places than the written bytes could give.
    init(tree: PayloadNode) throws(PayloadError) {
        let unlimited = PayloadLimits(
            payloadBytes: .max, nestingDepth: .max, stringBytes: .max, numberBytes: .max,
            elementsPerContainer: .max)
        try self.init(writing: tree, options: PayloadOptions(limits: unlimited))
    }
}
