/// The part of a result that is kept in memory, which decisions on rows bring up to date.
protocol ResultContent: Sendable {
    /// The description of a change.
    associatedtype Changes: ObservedChanges

    /// The number of rows that are kept.
    var count: Int { get }
    /// Indicates whether decisions on rows can bring the content up to date.
    var isMaintained: Bool { get }

    /// Applies decisions on different rows.
    ///
    /// - Returns: The changes; `nil` if the store has to be asked for them.
    mutating func apply(_ decisions: [ResultDecision]) -> Changes?

    /// Reads the content, and compares it with the one before.
    ///
    /// - Parameters:
    ///   - view: The state of the store to read.
    ///   - isApplied: Whether decisions on all differences from that state have just been applied,
    ///     without changes to return.
    /// - Returns: The changes.
    /// - Throws: ``StoreError`` if the store cannot be read.
    mutating func read(from view: SettledView, isApplied: Bool) throws(StoreError) -> Changes
}

/// The changes of a result, of which there can be none.
protocol ObservedChanges: Sendable {
    var isEmpty: Bool { get }
}

extension ResultChanges: ObservedChanges {}
