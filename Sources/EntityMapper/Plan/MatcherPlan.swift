/// A compiled matcher with the plans it can select.
package struct MatcherPlan: Sendable {
    package let condition: MappingMatcher.Condition
    /// The indices of the plans, in the order of the matcher's mappings.
    package let plans: [Int]
    /// The indices of the plans by the name of their mapping.
    let plansByName: [String: Int]
}
