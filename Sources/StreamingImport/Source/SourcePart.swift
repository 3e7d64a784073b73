/// The range of lines that an import reads, and the state before it.
struct SourcePart: Sendable {
    /// The offset of the first line.
    var start = 0
    /// The offset after the last line; `nil` for the end of the source.
    var end: Int?
    /// The one-based number of the first line.
    var line = 1
    /// The number of records before the first line.
    var records = 0
    /// The numbers of records at the root paths before the first line.
    var rootRecords: [Int] = []

    /// The progress at the start.
    var beginning: SourceProgress {
        var progress = SourceProgress()
        progress.position = SourcePosition(offset: start, line: line)
        progress.head = Fingerprint(of: [], at: start)
        progress.digest = SourceDigest(from: start)
        return progress
    }
}
