/// The ID of a row: the root of its inheritance tree, and its number.
package struct RowID: Sendable, Hashable {
    package let root: Int
    package let number: Int64

    @inlinable
    package init(root: Int, number: Int64) {
        self.root = root
        self.number = number
    }
}
