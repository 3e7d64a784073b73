import MercatorCCurl

/// Decodes `gzip` and `deflate` in parts, with the system's zlib.
///
/// - Invariant: `stream` is initialized while `isBegun`; its input is set during a call only.
///
/// Source: RFC 1950, 1951 and 1952; RFC 9110, section 8.4.1.
@safe
struct Inflater: ~Copyable {
    enum Coding {
        case gzip
        case deflate
    }

    enum Failure: Error {
        case malformed
        case incomplete
        case bomb

        var message: String {
            switch self {
            case .malformed:
                "expected a body with the coding of its header field, found other bytes"
            case .incomplete: "the coded body lacks its end"
            case .bomb:
                "the body expands to more than \(Inflater.ratio) times its size, beyond "
                    + "\(Inflater.freeCount) bytes"
            }
        }
    }

    /// The maximum ratio of decoded to received bytes, and the largest output exempt from it.
    static let (ratio, freeCount) = (200, 1 << 20)
    private static let chunkSize = 1 << 16

    private let coding: Coding
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var input: [UInt8] = []
    /// The number of bytes of the input that were decoded.
    private var offset = 0
    private(set) var inputCount = 0
    private var outputCount = 0
    private var isBegun = false
    private var isAtEnd = false

    init(_ coding: Coding) {
        self.coding = coding
        unsafe stream.initialize(to: z_stream())
    }

    deinit {
        if isBegun { unsafe inflateEnd(stream) }
        unsafe stream.deallocate()
    }

    /// Appends coded bytes.
    mutating func append(_ bytes: [UInt8]) {
        input = Array(input[offset...]) + bytes
        offset = 0
        inputCount += bytes.count
    }

    /// Throws if the coded bytes are not complete; there may be none at all.
    mutating func finish() throws(Failure) {
        guard isAtEnd || inputCount == 0 else { throw .incomplete }
    }

    /// Returns decoded bytes, or `nil` if decoding needs further input.
    mutating func output() throws(Failure) -> [UInt8]? {
        while try begin() {
            let chunk = try inflateChunk()
            outputCount += chunk.count
            guard outputCount <= Self.freeCount || outputCount <= inputCount * Self.ratio else {
                throw .bomb
            }
            if !chunk.isEmpty { return chunk }
            if offset == input.count { return nil }
        }
        return nil
    }

    /// Begins the stream, or its next member; returns whether it can be decoded.
    private mutating func begin() throws(Failure) -> Bool {
        if isAtEnd {
            guard offset < input.count else { return false }
            guard coding == .gzip else { throw .malformed }
            unsafe inflateReset(stream)
            isAtEnd = false
        }
        guard !isBegun else { return true }
        // The first two bytes indicate whether `deflate` data has the required zlib header.
        guard input.count >= 2 else { return false }
        let hasFrame = input[0] & 0x0F == 8 && (Int(input[0]) << 8 | Int(input[1])) % 31 == 0
        let window: Int32 = coding == .gzip ? 31 : hasFrame ? 15 : -15
        guard unsafe mercator_begin_inflate(stream, window) == Z_OK else { throw .malformed }
        isBegun = true
        return true
    }

    private mutating func inflateChunk() throws(Failure) -> [UInt8] {
        var status = Z_OK
        let (stream, start, available) = unsafe (stream, offset, input.count - offset)
        let chunk = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { output, count in
                // Both buffers outlive the call, and zlib keeps to the sizes.
                unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + start }
                unsafe stream.pointee.avail_in = UInt32(available)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(Self.chunkSize)
                status = unsafe inflate(stream, Z_NO_FLUSH)
                count = unsafe Self.chunkSize - Int(stream.pointee.avail_out)
            }
        }
        offset = unsafe input.count - Int(stream.pointee.avail_in)
        isAtEnd = status == Z_STREAM_END
        // A buffer error means that there is no input left.
        guard isAtEnd || status == Z_OK || status == Z_BUF_ERROR else { throw .malformed }
        return chunk
    }
}
