/// The progress in a source, and the data for recognising it.
struct SourceProgress: Sendable, Hashable {
    /// The number of records processed, including malformed ones.
    var records = 0
    /// The position at which to search for the next record.
    var place = SourcePlace()
    /// The fingerprint of the beginning of the source.
    var head = Fingerprint(of: [], at: 0)
    /// The fingerprint of the last processed record.
    var last: Fingerprint?
    /// The digest up to ``place``, or `nil` if an earlier version wrote the checkpoint.
    var digest: SourceDigest? = SourceDigest()
    /// Indicates whether the source has been read to its end.
    var isFinished = false
}

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
