/// Skips and verifies the bytes that an earlier import has processed of a non-seekable source.
///
/// The first bytes have been compared before; this compares the last record, and the digest of
/// everything before the position. Of a source that begins later, it compares the last record if
/// that is there.
struct SourceSkip: Sendable {
    private let checkpoint: ImportCheckpoint
    /// The offset of the first byte of the source.
    private let start: Int
    private var offset: Int
    private var last: [UInt8] = []
    private var digest = SourceDigest()

    init(_ checkpoint: ImportCheckpoint, from start: Int = 0) {
        self.checkpoint = checkpoint
        self.start = start
        offset = start
    }

    /// Consumes a chunk, and returns the part after the skipped bytes, or `nil` if more
    /// must be skipped.
    mutating func rest(of chunk: [UInt8]) throws(ImportError) -> [UInt8]? {
        let range = offset..<(offset + chunk.count)
        if let wanted = checkpoint.source.last?.range.clamped(to: range), !wanted.isEmpty {
            last += chunk[(wanted.lowerBound - offset)..<(wanted.upperBound - offset)]
        }
        let passed = max(0, min(chunk.count, checkpoint.byteOffset - offset))
        digest.add(chunk[..<passed])
        offset = range.upperBound
        guard offset >= checkpoint.byteOffset else { return nil }
        if let expected = checkpoint.source.last, expected.offset >= start,
            Fingerprint(of: last, at: expected.offset) != expected
        {
            throw checkpoint.sourceChanged("the record in front of it differs")
        }
        guard start > 0 || checkpoint.source.digest.map({ $0 == digest }) ?? true else {
            throw checkpoint.sourceChanged(ImportCheckpoint.earlierDifference)
        }
        return Array(chunk[(checkpoint.byteOffset - range.lowerBound)...])
    }

    /// Throws if the source ends before the position to skip to.
    func finish() throws(ImportError) {
        guard offset < checkpoint.byteOffset else { return }
        throw checkpoint.sourceChanged("the source ends at byte \(offset)")
    }
}

extension ImportCheckpoint {
    /// The description of a difference found by the digest only.
    static let earlierDifference = "something before the last record that was read differs"

    /// Creates an error for a source that differs from the checkpoint's source.
    func sourceChanged(_ difference: String) -> ImportError {
        ImportError(
            .sourceChanged,
            "expected the source that the checkpoint '\(name)' was made for (\(format), read to byte "
                + "\(byteOffset)), found another one: \(difference); go on with that source, which "
                + "may differ behind line \(source.position.line), or set startsOver")
    }
}
