public import ObjectGraph

/// Reads the rows of a statement with the columns of a ``RowSelection``.
///
/// The rows of a result are stored in blocks of a few hundred rows of one entity, see
/// ``ObjectGraph/RowBlock``: each value is copied from the database's memory to its cell, without a
/// lookup or an allocation for each row. It is inlined into stores, where it calls their own
/// functions for each cell.
@usableFromInline
package struct RowReader {
    private let selection: RowSelection
    @usableFromInline let hasEntityColumn: Bool
    @usableFromInline let forms: [RowSelection.Form]

    package init(_ selection: RowSelection) {
        self.selection = selection
        forms = selection.forms
        hasEntityColumn = selection.table.hasEntityColumn
    }

    /// An empty collection for the rows of a result.
    package var noRows: StoredRows {
        StoredRows(
            forms,
            forms.map { form in
                selection.slots.map(RowBlockBuilder.init(slots:))
                    ?? RowBlockBuilder(width: form.columns.count)
            })
    }

    /// Reads the current row of a statement into separate storage.
    package func row(_ cells: some RowCells) throws(StoreError) -> StoredRow {
        var rows = noRows
        try read(cells, into: &rows)
        var row = rows.taken()[0]
        row.row = row.row.detached
        return row
    }

    /// Appends the current row of a statement.
    ///
    /// - Throws: ``StoreError`` with code `corrupt` if the row does not fit the model.
    @inlinable
    package func read(
        _ cells: some RowCells, into rows: inout StoredRows
    ) throws(StoreError) {
        let number = cells.integer(0)
        let form =
            hasEntityColumn
            ? try form(of: number, cells, last: rows.lastForm) : 0
        for (column, kind) in forms[form].columns
        where !cells.append(column, kind, to: &rows.builders[form]) {
            throw mismatch(of: number, column, kind, cells.damage(column, kind))
        }
        rows.endRow(number, version: cells.integer(1), form)
    }

    /// Returns the index of a row's form, usually the previous row's.
    @inlinable
    func form(
        of number: Int64, _ cells: some RowCells, last: Int
    ) throws(StoreError) -> Int {
        if cells.hasText(forms[last].name, in: 2) { return last }
        for form in forms.indices where cells.hasText(forms[form].name, in: 2) { return form }
        throw unknownEntity(cells.text(2), of: number)
    }

    @usableFromInline
    func unknownEntity(_ name: String, of number: Int64) -> StoreError {
        StoreError(
            .corrupt,
            "'\(selection.table.name)' \(number) is of entity '\(name.prefix(80))', which the model "
                + "lacks")
    }

    @usableFromInline
    func mismatch(
        of number: Int64, _ column: Int32, _ kind: StoreColumn.Kind, _ found: String
    ) -> StoreError {
        let table = selection.table
        let name = table.columns[selection.selected[Int(column - selection.firstColumn)]].name
        return StoreError(
            .corrupt,
            "column '\(name)' of '\(table.name)' \(number) holds no \(kind): "
                + found)
    }
}
