package import Testing

extension Trait where Self == ConditionTrait {
    /// Runs a test in the long tier only: it repeats another one in a different configuration.
    package static var longTier: Self {
        .enabled(if: TestTier.current == .long, "runs in the long tier: set MERCATOR_TIER=long")
    }
}
