/// The progress in a source, and the data for recognising it.
struct SourceProgress: Sendable, Hashable {
    /// The number of records processed, including malformed ones.
    var records = 0
    /// The position at which to search for the next record.
    var position = SourcePosition()
    /// The fingerprint of the beginning of the source.
    var head = Fingerprint(of: [], at: 0)
    /// The fingerprint of the last processed record.
    var last: Fingerprint?
    /// The digest up to ``position``, or `nil` if an earlier version wrote the checkpoint.
    var digest: SourceDigest? = SourceDigest()
    /// Indicates whether the source has been read to its end.
    var isFinished = false
}
