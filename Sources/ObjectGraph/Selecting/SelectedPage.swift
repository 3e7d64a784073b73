/// Some rows of a selection, and the position of the next ones.
public struct SelectedPage: Sendable, Hashable {
    /// The rows, in order.
    public let rows: [SelectedRow]
    /// The position after the last row; `nil` if no rows follow.
    public let next: SelectionPosition?
}

/// A position in the rows of a selection, for the next page.
///
/// It consists of the values by which the last row was sorted, and not of a number of rows: pages
/// neither repeat nor skip a row if others insert or delete rows in between. It can be encoded, for
/// example to be part of a response.
public struct SelectionPosition: Sendable, Hashable, Codable {
    let values: [Value]
}
