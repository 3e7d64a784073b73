/// A hash of a range of bytes, for detecting changes of a source.
struct Fingerprint: Sendable, Hashable {
    let offset: Int
    let count: Int
    let hash: String

    /// The maximum number of bytes in a fingerprint.
    static let longest = 4096

    /// Creates the fingerprint of bytes.
    ///
    /// Detects changes, but is not secure against manipulation. Source: the 64-bit FNV-1a hash.
    init(of bytes: some Collection<UInt8>, at offset: Int) {
        self.offset = offset
        count = bytes.count
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        self.hash = String(hash, radix: 16)
    }

    init(offset: Int, count: Int, hash: String) {
        self.offset = offset
        self.count = count
        self.hash = hash
    }

    /// The byte range in the source.
    var range: Range<Int> { offset..<(offset + count) }
}
