import EntityMapper
import Payload

/// Some records of a source, ready to be mapped.
struct RecordBatch: Sendable {
    /// The records that could be read, as the elements of an array; `nil` if there is none.
    var document: PayloadDocument?
    /// Where the elements of the document came from.
    var marks: [RecordMark] = []
    /// Records that could not be read, as far as issues are kept.
    var malformed: [MappingIssue] = []
    var malformedCount = 0
    /// How far the source is read with this batch.
    var progress: SourceProgress
    /// What is wrong behind these records; the import cannot go on.
    var failure: ImportError?
}

/// How far a source was read, and how to know it again.
struct SourceProgress: Sendable, Hashable {
    /// Records that were passed, those included that could not be read.
    var records = 0
    /// Where the next record is looked for.
    var place = SourcePlace()
    /// The beginning of the source.
    var head = Fingerprint(of: [], at: 0)
    /// The last record that was passed, as far as that is compared.
    var last: Fingerprint?
    /// Everything up to the place; `nil` if an earlier version has written the checkpoint.
    var digest: SourceDigest? = SourceDigest()
    /// Whether the source was read to its end.
    var isFinished = false
}

/// Tells whether some bytes of a source are still the same.
struct Fingerprint: Sendable, Hashable {
    let offset: Int
    let count: Int
    let hash: String

    /// More bytes than these are not compared.
    static let longest = 4096

    /// Source: the 64-bit FNV-1a hash.
    ///
    /// It notices a change; it protects against nobody.
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

    /// Which bytes of the source it stands for.
    var range: Range<Int> { offset..<(offset + count) }
}
