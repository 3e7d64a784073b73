package import ObjectGraph

/// The edits that a payload answers or may not know.
package struct PayloadEdits: Sendable {
    /// The names of the edits that the payload answers, and that it may therefore overwrite.
    package var answered: Set<String> = []
    /// Returns the edits answered since the payload was requested, which it may not contain.
    package var crossing: @Sendable () -> [PendingEdit] = { [] }

    package init() {}
}
