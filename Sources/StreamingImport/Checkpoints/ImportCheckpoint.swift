public import EntityMapper

/// How far an import has come, as the store remembers it.
///
/// It was written in the same transaction as the last batch, so it tells exactly which records are in
/// the store.
///
/// ```swift
/// if let checkpoint = try operation.checkpoint(in: container), !checkpoint.isFinished {
///     print("goes on behind \(checkpoint.records) records")
/// }
/// ```
public struct ImportCheckpoint: Sendable, Hashable {
    /// The name the import was given.
    public let name: String
    /// How the records lie in the source.
    public let format: String
    /// How many records were passed, those included that were left out.
    public internal(set) var records = 0
    /// How many of them are not JSON.
    public internal(set) var malformedRecords = 0
    /// How many bytes of the source were read.
    public internal(set) var byteOffset = 0
    /// How many batches were saved.
    public internal(set) var batches = 0
    /// How many issues there were.
    public internal(set) var issueCount = 0
    /// How many objects of each entity did what.
    public internal(set) var counts: [String: MappingCounts] = [:]
    /// Whether the source was read to its end.
    public internal(set) var isFinished = false
    /// How to go on, and how to know the source again.
    var source = SourceProgress()

    init(name: String, format: String) {
        self.name = name
        self.format = format
    }

    /// The checkpoint behind another batch.
    func adding(_ batch: RecordBatch, _ result: MappingResult?) -> ImportCheckpoint {
        var next = self
        next.source = batch.progress
        next.records = batch.progress.records
        next.byteOffset = batch.progress.place.offset
        next.isFinished = batch.progress.isFinished
        next.malformedRecords += batch.malformedCount
        next.issueCount += batch.malformedCount + (result?.issueCount ?? 0)
        if batch.document != nil { next.batches += 1 }
        for (entity, counts) in result?.counts ?? [:] {
            next.counts[entity, default: MappingCounts()] += counts
        }
        return next
    }
}
