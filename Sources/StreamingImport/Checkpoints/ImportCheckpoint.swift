public import EntityMapper

/// The saved progress of an import.
///
/// A checkpoint is written in the same transaction as its batch, so it identifies exactly the
/// records that are in the store.
///
/// ```swift
/// if let checkpoint = try operation.checkpoint(in: container), !checkpoint.isFinished {
///     print("goes on behind \(checkpoint.records) records")
/// }
/// ```
public struct ImportCheckpoint: Sendable, Hashable {
    /// The name of the checkpoint.
    public let name: String
    /// The description of the source format.
    public let format: String
    /// The number of records processed or skipped.
    public internal(set) var records = 0
    /// The number of records that are not valid JSON.
    public internal(set) var malformedRecords = 0
    /// The number of bytes processed.
    public internal(set) var byteOffset = 0
    /// The number of batches saved.
    public internal(set) var batches = 0
    /// The number of issues.
    public internal(set) var issueCount = 0
    /// The counts of objects per entity.
    public internal(set) var counts: [String: MappingCounts] = [:]
    /// Indicates whether the source has been processed completely.
    public internal(set) var isFinished = false
    /// The numbers of records at the root paths, if these are not the records of the source.
    var rootRecords: [Int] = []
    /// The version of a source that is not a file; empty for files.
    package internal(set) var origin: [String: String] = [:]
    /// The state for resuming, and for recognising the source.
    var source = SourceProgress()

    init(name: String, format: String) {
        self.name = name
        self.format = format
    }
}
