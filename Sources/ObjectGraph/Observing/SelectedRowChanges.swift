/// The changes of a selection's rows by one or more saves.
///
/// Indices are list indices: the index of a deleted row refers to the old list, the index of any
/// other row to the new list. ``apply(to:make:)`` updates a list of elements from the old to the
/// new rows; list views expect the same indices.
///
/// ```swift
/// for try await changes in container.changes(of: request) {
///     changes.apply(to: &lines) { row in "\(row[0]): \(row[1])" }
/// }
/// ```
///
/// A row stands for its object or its group: if other values are selected from it, it is updated,
/// and neither deleted nor inserted. A write that changes no selected value is no change.
public struct SelectedRowChanges: Sendable, Hashable, ObservedChanges {
    /// A row with a changed position relative to the others.
    public struct Move: Sendable, Hashable {
        /// The index in the old list.
        public let oldIndex: Int
        /// The index in the new list.
        public let index: Int
    }

    let changes: ResultChanges
    private let values: ResultValues
    private let columns: SelectedColumns

    init(_ changes: ResultChanges, _ values: ResultValues, of request: SelectRequest) {
        self.changes = changes
        self.values = values
        columns = SelectedColumns(request.columns)
    }

    /// The old indices of the rows that are gone, ascending.
    public var deleted: [Int] { changes.deleted.map(\.index) }

    /// The indices of the new rows, ascending.
    public var inserted: [Int] { changes.inserted.map(\.index) }

    /// The smallest set of moves of remaining rows that produces the new order.
    ///
    /// The moves are in the order of the new list.
    public var moved: [Move] {
        changes.moved.map { Move(oldIndex: $0.oldIndex, index: $0.index) }
    }

    /// The indices of the remaining rows with other values, ascending; moved rows can be among
    /// them.
    public var updated: [Int] { changes.updated.map(\.index) }

    /// Indicates whether there are no changes.
    public var isEmpty: Bool { changes.isEmpty }

    /// The number of new rows.
    public var count: Int { values.count }

    /// All new rows, in order.
    ///
    /// - Complexity: O(*n*) in the number of rows.
    public var rows: [SelectedRow] { (0..<count).map(row) }

    /// A new row, by its index from 0.
    ///
    /// - Precondition: The index is less than ``count``.
    /// - Complexity: O(1), without the other rows.
    public subscript(index: Int) -> SelectedRow {
        precondition(
            index >= 0 && index < count, "a selection of \(count) rows has no row \(index)")
        return row(index)
    }

    /// Updates a list that has one element for each row from the old to the new rows.
    ///
    /// Elements of moved rows are kept; elements of inserted and updated rows are created.
    ///
    /// A list that differs in length from the old rows is a programming error.
    ///
    /// - Parameters:
    ///   - elements: The list; unchanged if `make` throws.
    ///   - make: Creates the element of a row.
    /// - Throws: The error of `make`.
    /// - Complexity: O(*n*) in the length of both lists.
    public func apply<Element, Failure: Error>(
        to elements: inout [Element], make: (SelectedRow) throws(Failure) -> Element
    ) throws(Failure) {
        try changes.rearrange(&elements) { (index, _) throws(Failure) in try make(row(index)) }
    }

    private func row(_ index: Int) -> SelectedRow {
        SelectedRow(Row(Array(values[index])), columns)
    }

    /// Compares the rows and the changes.
    public static func == (left: SelectedRowChanges, right: SelectedRowChanges) -> Bool {
        left.columns.names == right.columns.names && left.values == right.values
            && left.changes == right.changes
    }

    /// Hashes the changes.
    public func hash(into hasher: inout Hasher) { hasher.combine(changes) }
}
