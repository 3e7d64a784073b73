/// The progress of an import after a batch.
///
/// ```swift
/// for try await step in operation.steps(file: "articles.ndjson", in: container) {
///     print(step.fraction ?? 0, step.records, step.remaining ?? .zero)
/// }
/// ```
public struct ImportProgress: Sendable {
    /// The number of bytes of the source processed and saved, including earlier runs.
    public let bytes: Int
    /// The size of the source in bytes, if known.
    public let totalBytes: Int?
    /// The number of records processed, including earlier runs.
    public let records: Int
    /// The number of batches saved, including earlier runs.
    public let batches: Int
    /// The number of issues.
    public let issueCount: Int
    /// The duration of this run.
    public let elapsed: Duration
    /// The number of bytes saved per second, averaged over the last seconds; 0 until known.
    public let bytesPerSecond: Double
    /// The number of records saved per second, averaged over the last seconds; 0 until known.
    public let recordsPerSecond: Double
    /// The result of the import, or `nil` until it is complete.
    public let result: ImportOperation.Result?

    /// The fraction of the source that has been processed, from 0 to 1, or `nil` if its
    /// size is unknown.
    public var fraction: Double? {
        guard let totalBytes else { return nil }
        return totalBytes > 0 ? min(1, Double(bytes) / Double(totalBytes)) : 1
    }

    /// The estimated remaining duration at the current rate, or `nil` if unknown.
    public var remaining: Duration? {
        guard let totalBytes, result == nil else { return result == nil ? nil : .zero }
        guard bytesPerSecond > 0 else { return nil }
        return .seconds(Double(max(0, totalBytes - bytes)) / bytesPerSecond)
    }
}
