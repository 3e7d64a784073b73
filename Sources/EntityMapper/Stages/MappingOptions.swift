/// The treatment of invalid values and records, and the look-up of existing objects.
public struct MappingOptions: Sendable, Hashable {
    /// The treatment of an invalid value or record.
    public var failurePolicy = FailurePolicy.skipRecord
    /// The number of issues that are kept; all issues are counted.
    public var issueLimit = 1000
    /// The strategy for looking up existing objects.
    public var identityLookup = IdentityLookup.perBatch
    /// The number of times a unit of work is repeated after a conflict with another save.
    public var retryLimit = 5

    /// Creates the default options: invalid records are skipped, and a thousand issues are kept.
    public init() {}

    /// Creates the default options with a different failure policy.
    ///
    /// - Parameter failurePolicy: The treatment of an invalid value or record.
    public init(failurePolicy: FailurePolicy) {
        self.failurePolicy = failurePolicy
    }
}

/// The treatment of an invalid value or record.
public enum FailurePolicy: String, Sendable, Hashable, CaseIterable {
    /// Skips the record and records an issue; other records are applied.
    case skipRecord
    /// Skips the value; the rest of the record is applied.
    case skipValue
    /// Makes the operation throw an error and change nothing.
    case fail
}
