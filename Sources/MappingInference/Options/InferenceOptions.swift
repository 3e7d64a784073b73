public import MappingFiles

/// The settings of an inference.
public struct InferenceOptions: Sendable {
    /// The least confidence of a decision that is applied, from 0 to 1; decisions of 0.40 or more
    /// are listed as possible.
    public var confidence = 0.6
    /// The number of records that are read, evenly spread; `nil` for all.
    public var sample: Int?
    /// The decisions made by hand.
    public var corrections = InferenceCorrections()
    /// Indicates whether the scalars beside the records of an envelope are kept, in an entity
    /// `Document` identified by the name of the source.
    public var keepsEnvelope = false
    /// Indicates whether what no mapping takes is kept in a dictionary attribute `rest` of the
    /// records (V4); an earlier mapping that does so decides for new entities, too.
    public var keepsRest = false
    /// Indicates whether texts of few kinds become enumerations of the mapping file (T9), for
    /// generated code; an earlier mapping that has some decides for new attributes, too.
    public var findsEnumerations = false
    /// Indicates whether attributes that all of 20 records or more have are mandatory.
    public var isStrict = false
    /// Indicates whether foreign keys without a match are connected even to dense integers (K4).
    public var opensDenseKeys = false
    /// An earlier mapping, whose decisions hold: places, entities, identities.
    public var base: MappingFile?

    /// The least confidence of a decision that is listed as possible.
    static let leastOffered = 0.4

    /// The least confidence of a decision that is applied.
    var mark: Double { max(confidence, Self.leastOffered) - 1e-9 }

    /// Creates the default settings.
    public init() {}
}
