public import MappingFiles

/// The options of an inference.
public struct InferenceOptions: Sendable {
    /// The minimum confidence of a decision to be applied, from 0 to 1.
    ///
    /// Decisions of at least 0.40 are listed as possible.
    public var confidence = 0.6
    /// The number of records to read, evenly spaced; `nil` for all.
    public var sample: Int?
    /// Indicates whether large payloads are read and parsed on a second thread, ahead of their
    /// examination.
    ///
    /// The result is the same; on several cores it takes an eighth less time. The option applies
    /// to lines of more than 256 KB and to JSON documents of more than 16 MB; at most four batches
    /// of 256 KB or 1 MB are in memory.
    public var readsAhead = false
    /// The manual decisions.
    public var corrections = InferenceCorrections()
    /// Indicates whether scalars next to the records of an envelope are mapped.
    ///
    /// They become a `Document` entity, identified by the name of the source.
    public var keepsEnvelope = false
    /// Indicates whether unmapped members are kept in a dictionary attribute `rest` (V4).
    ///
    /// The setting of an earlier mapping extends to new entities.
    public var keepsRest = false
    /// Indicates whether texts with few distinct values become enumerations (T9).
    ///
    /// They affect generated code only. The setting of an earlier mapping extends to new
    /// attributes.
    public var findsEnumerations = false
    /// Indicates whether attributes present in all of at least 20 records are mandatory.
    public var isStrict = false
    /// Indicates whether unmatched foreign keys are connected even to dense integers (K4).
    public var opensDenseKeys = false
    /// An earlier mapping whose paths, entities and identities are kept.
    public var base: MappingFile?

    /// Indicates whether the base describes an API, whose many roots need closer looks.
    var isDescribed = false

    /// The least confidence of a decision that is listed as possible.
    static let leastOffered = 0.4

    /// The least confidence of a decision that is applied.
    var mark: Double { max(confidence, Self.leastOffered) - 1e-9 }

    /// Creates the default options.
    public init() {}
}
