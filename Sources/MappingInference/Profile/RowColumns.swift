import MercatorPayload

/// The columns of rows, as child nodes of the rows' node.
struct RowColumns {
    /// The node of the rows.
    let node: SchemaNodeID
    /// The nodes of the columns, in header order.
    let members: [SchemaNodeID]

    /// Tests whether a row is a header, of the first or a later source.
    func isHeader(_ row: Int, _ tree: ShapeTree, _ tape: PayloadTape) -> Bool {
        var element = tape.firstChild(of: row)
        for member in members {
            guard element < tape.end(of: row), tape.isString(at: element),
                tape.text(at: element) == tree.key(of: member)
            else { return false }
            element = tape.next(after: element)
        }
        return true
    }
}
