/// A row of a result: what determines its place, and its version.
struct ResultRow: Sendable {
    var number: Int64
    var version: Int64
    /// The values of the sort keys, as a ``RowSorter`` compares them, and those that are selected.
    var values: [Value]
}
