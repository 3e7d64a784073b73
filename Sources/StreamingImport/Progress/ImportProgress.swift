/// How far an import has come, told behind each batch.
///
/// ```swift
/// for try await step in operation.steps(file: "articles.ndjson", in: container) {
///     print(step.fraction ?? 0, step.records, step.remaining ?? .zero)
/// }
/// ```
public struct ImportProgress: Sendable {
    /// How many bytes of the source were read and saved, those of earlier runs included.
    public let bytes: Int
    /// How many bytes the source has, if that is known.
    public let totalBytes: Int?
    /// How many records were passed, those of earlier runs included.
    public let records: Int
    /// How many batches were saved, those of earlier runs included.
    public let batches: Int
    /// How many issues there were.
    public let issueCount: Int
    /// How long this run has taken.
    public let elapsed: Duration
    /// How many bytes are saved in a second, over the last seconds; 0 as long as that is not known.
    public let bytesPerSecond: Double
    /// How many records are saved in a second, over the last seconds; 0 as long as that is not known.
    public let recordsPerSecond: Double
    /// What came of the import; `nil` until it is over.
    public let result: ImportOperation.Result?

    /// Which part of the source was read, from 0 to 1; `nil` if its size is not known.
    public var fraction: Double? {
        guard let totalBytes else { return nil }
        return totalBytes > 0 ? min(1, Double(bytes) / Double(totalBytes)) : 1
    }

    /// How long the rest will take at the rate of the last seconds; `nil` if that is not known.
    public var remaining: Duration? {
        guard let totalBytes, result == nil else { return result == nil ? nil : .zero }
        guard bytesPerSecond > 0 else { return nil }
        return .seconds(Double(max(0, totalBytes - bytes)) / bytesPerSecond)
    }
}
