/// Steps over what an earlier import has read of a source that cannot be sought in, and makes sure that
/// it is the same.
///
/// The first bytes were compared before; what is left is the last record, and everything before it.
struct SourceSkip: Sendable {
    private let checkpoint: ImportCheckpoint
    private var offset = 0
    private var last: [UInt8] = []
    private var digest = SourceDigest()

    init(_ checkpoint: ImportCheckpoint) {
        self.checkpoint = checkpoint
    }

    /// Takes a chunk, and returns what of it comes behind; `nil` if more has to be stepped over.
    mutating func rest(of chunk: [UInt8]) throws(ImportError) -> [UInt8]? {
        let range = offset..<(offset + chunk.count)
        if let wanted = checkpoint.source.last?.range.clamped(to: range), !wanted.isEmpty {
            last += chunk[(wanted.lowerBound - offset)..<(wanted.upperBound - offset)]
        }
        let passed = max(0, min(chunk.count, checkpoint.byteOffset - offset))
        digest.add(chunk[..<passed])
        offset = range.upperBound
        guard offset >= checkpoint.byteOffset else { return nil }
        if let expected = checkpoint.source.last,
            Fingerprint(of: last, at: expected.offset) != expected
        {
            throw checkpoint.sourceChanged("the record in front of it differs")
        }
        guard checkpoint.source.digest.map({ $0 == digest }) ?? true else {
            throw checkpoint.sourceChanged(ImportCheckpoint.earlierDifference)
        }
        return Array(chunk[(checkpoint.byteOffset - range.lowerBound)...])
    }

    /// The source is over.
    func finish() throws(ImportError) {
        guard offset < checkpoint.byteOffset else { return }
        throw checkpoint.sourceChanged("the source ends at byte \(offset)")
    }
}

extension ImportCheckpoint {
    /// What differs where only bytes in the middle do.
    static let earlierDifference = "something before the last record that was read differs"

    /// The source is another one.
    func sourceChanged(_ difference: String) -> ImportError {
        ImportError(
            .sourceChanged,
            "expected the source that the checkpoint '\(name)' was made for (\(format), read to byte "
                + "\(byteOffset)), found another one: \(difference); go on with that source, which "
                + "may differ behind line \(source.place.line), or set startsOver")
    }
}
