/// A row of a result: what determines its place, and its version.
package struct ResultRow: Sendable, Hashable {
    package var number: Int64
    package var version: Int64
    /// The values of the sort keys, as a ``RowSorter`` compares them, and those that are selected.
    package var values: [Value]

    package init(number: Int64, version: Int64, values: [Value]) {
        self.number = number
        self.version = version
        self.values = values
    }
}
