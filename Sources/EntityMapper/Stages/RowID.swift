/// The ID of a row: the root of its inheritance tree, and its number.
struct RowID: Hashable {
    let root: Int
    let number: Int64
}
