package import Testing

extension Trait where Self == ConditionTrait {
    /// Runs a test in a debug build only, such as one of the messages of preconditions, which an
    /// optimised build does not have.
    package static var debugBuild: Self {
        #if DEBUG
            .enabled(if: true)
        #else
            .enabled(if: false, "an optimised build has no messages of preconditions")
        #endif
    }
}
