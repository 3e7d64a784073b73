public import EntityMapper
public import Payload

/// How an import reads, and how it treats what does not fit.
///
/// ```swift
/// var options = ImportOptions()
/// options.checkpoint = "articles"
/// options.mapping.failurePolicy = .fail
/// ```
public struct ImportOptions: Sendable, Hashable {
    /// How many records are mapped and saved together; 4000 unless told otherwise.
    ///
    /// More records make fewer and larger transactions and take more memory. In a file that has many
    /// objects already, nearly every batch writes to the same pages of indexes, so that half as many
    /// batches write little more than half as much.
    public var batchRecords = 4000
    /// After how many bytes a batch takes no further record; 4 MiB unless told otherwise.
    public var batchBytes = 1 << 22
    /// How many bytes one record may have; 16 MiB unless told otherwise.
    ///
    /// A longer one ends the import with code `recordTooLong`: nothing tells what of it is damaged.
    public var recordBytes = 1 << 24
    /// The name under which the store remembers how far the import has come; `nil` for not at all.
    ///
    /// It is written in the same transaction as each batch. An import with the same name goes on there.
    public var checkpoint: String?
    /// Whether the import begins at the start although there is a checkpoint.
    public var startsOver = false
    /// How what does not fit is treated.
    ///
    /// Policies work on each batch: with `fail`, the first record that does not fit ends the import, and
    /// the batches before stay. A line that is not JSON is a record that does not fit. `issueLimit` is
    /// for the whole import.
    public var mapping = MappingOptions()
    /// What is tolerated in a record, and how large its parts may be.
    ///
    /// `allowsTrailingComma` counts for the array of the records as well; `payloadBytes` is not asked,
    /// see ``recordBytes``.
    public var payload = PayloadOptions()

    /// Batches of four thousand records, no checkpoint, records that do not fit are skipped.
    public init() {}

    /// The defaults with a checkpoint.
    ///
    /// - Parameter checkpoint: The name under which the store remembers how far the import has come.
    public init(checkpoint: String) {
        self.checkpoint = checkpoint
    }
}
