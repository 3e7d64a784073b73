public import EntityMapper
public import MercatorPayload

/// Options for reading the source of an import and handling issues.
///
/// ```swift
/// var options = ImportOptions()
/// options.checkpoint = "articles"
/// options.mapping.failurePolicy = .fail
/// ```
public struct ImportOptions: Sendable, Hashable {
    /// The number of records mapped and saved together; 4000 by default.
    ///
    /// Larger batches mean fewer, larger transactions and more memory. If the store already has
    /// many objects, nearly every batch writes to the same index pages, so halving the number of
    /// batches reduces the bytes written almost by half.
    public var batchRecords = 4000
    /// The number of bytes after which a batch accepts no further record; 4 MiB by default.
    public var batchBytes = 1 << 22
    /// The maximum number of bytes of a record; 16 MiB by default.
    ///
    /// A longer record ends the import with code `recordTooLong`, because the extent of the
    /// damage is unknown.
    public var recordBytes = 1 << 24
    /// The name under which the store keeps the progress of the import, or `nil` for none.
    ///
    /// It is written in the same transaction as each batch. An import with the same name
    /// continues from there.
    public var checkpoint: String?
    /// The part of a file of lines that is imported, or `nil` for the whole source.
    ///
    /// Each part has a separate checkpoint, named after ``checkpoint`` and the part. Several
    /// processes can import the parts in any order and concurrently; if parts contain different
    /// values of an object, the last values saved win.
    public var part: ImportPart?
    /// Indicates whether the import starts over even if there is a checkpoint.
    public var startsOver = false
    /// The options for mapping and for handling issues.
    ///
    /// Policies apply per batch: with `fail`, the first record with an issue ends the import, and
    /// earlier batches remain. A line that is not valid JSON is a record with an issue.
    /// `issueLimit` applies to the whole import.
    public var mapping = MappingOptions()
    /// The tolerated deviations of a record from RFC 8259, and the size limits of its parts.
    ///
    /// `allowsTrailingComma` applies to the array of records as well; `payloadBytes` is ignored in
    /// favour of ``recordBytes``.
    public var payload = PayloadOptions()

    /// Creates options with batches of 4000 records, no checkpoint, and records with
    /// issues skipped.
    public init() {}

    /// Creates default options with a checkpoint.
    ///
    /// - Parameter checkpoint: The name under which the store keeps the progress of the import.
    public init(checkpoint: String) {
        self.checkpoint = checkpoint
    }
}
