/// The connections that are registered in a store.
package struct RegisteredConnections: Sendable {
    /// The connections registered by loads, in order of registration.
    package var descriptions: [ConnectionDescription]
    /// The outstanding checks of commits, by the name of their mark.
    ///
    /// The process that was to perform them may have ended.
    package var marks: [String: String]
    /// Indicates whether the store has kept a substitute at some time, see ``SubstituteKey``.
    package var hasSubstitutes: Bool
    /// Indicates whether the store has pending edits, see ``PendingEdit``.
    package var hasPendingEdits: Bool

    package init(
        descriptions: [ConnectionDescription], marks: [String: String] = [:],
        hasSubstitutes: Bool = false, hasPendingEdits: Bool = false
    ) {
        self.descriptions = descriptions
        self.marks = marks
        self.hasSubstitutes = hasSubstitutes
        self.hasPendingEdits = hasPendingEdits
    }
}
