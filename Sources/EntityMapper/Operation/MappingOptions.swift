/// How an operation treats what does not fit, and how it finds what is there.
public struct MappingOptions: Sendable, Hashable {
    /// What happens when a value or a record does not fit.
    public var failurePolicy = FailurePolicy.skipRecord
    /// How many issues are kept; all are counted.
    public var issueLimit = 1000
    /// How the operation finds out which objects are there already.
    public var identityLookup = IdentityLookup.perBatch
    /// How often a unit of work is done again when somebody else saved in between.
    public var retryLimit = 5

    /// The defaults: records that do not fit are skipped, a thousand issues are kept.
    public init() {}

    /// The defaults with another failure policy.
    ///
    /// - Parameter failurePolicy: What happens when a value or a record does not fit.
    public init(failurePolicy: FailurePolicy) {
        self.failurePolicy = failurePolicy
    }
}

/// What happens when a value or a record does not fit.
public enum FailurePolicy: String, Sendable, Hashable, CaseIterable {
    /// Nothing of the record is applied, all of the others; the issue says which.
    case skipRecord
    /// The value is left out, the rest of the record is applied.
    case skipValue
    /// The operation throws, and changes nothing.
    case fail
}
