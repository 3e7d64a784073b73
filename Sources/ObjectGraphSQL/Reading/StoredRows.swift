public import ObjectGraph

/// The rows of a result that were read so far.
@usableFromInline
package struct StoredRows {
    /// The number of rows that share a block.
    ///
    /// It is small, so that the memory of a large result is allocated in reusable pieces, and a
    /// long-lived row retains few rows.
    private static let blockSize = 256

    private let forms: [RowSelection.Form]
    private var rows: [StoredRow] = []
    /// The rows that are not in a block yet, by form.
    @usableFromInline var builders: [RowBlockBuilder]
    /// These rows, without their cells, in the order of the result.
    private var heads: [Head] = []

    private struct Head {
        let number: Int64
        let version: Int64
        let form: Int
        /// The index of the row among those of its form.
        let index: Int
    }

    init(_ forms: [RowSelection.Form], _ builders: [RowBlockBuilder]) {
        self.forms = forms
        self.builders = builders
    }

    /// The form of the previous row.
    @usableFromInline package var lastForm: Int { heads.last?.form ?? 0 }

    /// Ends a row whose cells were appended.
    @usableFromInline
    package mutating func endRow(_ number: Int64, version: Int64, _ form: Int) {
        builders[form].endRow()
        heads.append(
            Head(number: number, version: version, form: form, index: builders[form].count - 1))
        if heads.count == StoredRows.blockSize { takeBlocks(goesOn: true) }
    }

    /// Returns all rows.
    package mutating func taken() -> [StoredRow] {
        takeBlocks(goesOn: false)
        return rows
    }

    /// Creates rows from the appended cells.
    private mutating func takeBlocks(goesOn: Bool) {
        guard var form = heads.first?.form else { return }
        let blocks = builders.indices.map { builders[$0].takeBlock(goesOn: goesOn) }
        var block = blocks[form]
        for head in heads {
            if head.form != form { (form, block) = (head.form, blocks[head.form]) }
            rows.append(
                StoredRow(
                    number: head.number, entity: forms[form].entity, version: head.version,
                    row: Row(block, at: head.index)))
        }
        heads.removeAll(keepingCapacity: true)
    }
}
