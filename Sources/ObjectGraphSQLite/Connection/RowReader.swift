import ObjectGraph
import ObjectGraphSQL

/// Reads the rows of a statement with the columns of a ``RowSelection``.
///
/// The rows of a result are stored in blocks of a few hundred rows of one entity, see
/// ``ObjectGraph/RowBlock``: each value is copied from SQLite's memory to its cell, without a
/// lookup or an allocation for each row.
struct RowReader {
    private let selection: RowSelection
    private let forms: [RowSelection.Form]

    init(_ selection: RowSelection) {
        self.selection = selection
        forms = selection.forms
    }

    /// Executes a statement and reads its rows.
    func rows(_ statement: SQLiteStatement) throws(StoreError) -> [StoredRow] {
        var answer = Answer(builders)
        try statement.forEachRow { () throws(StoreError) in
            try read(statement, into: &answer)
        }
        answer.takeBlocks(of: forms)
        return answer.rows
    }

    /// Reads the current row of a statement, with storage of its own.
    func row(_ statement: SQLiteStatement) throws(StoreError) -> StoredRow {
        var answer = Answer(builders)
        try read(statement, into: &answer)
        answer.takeBlocks(of: forms)
        var row = answer.rows[0]
        row.row = row.row.detached
        return row
    }

    private var builders: [RowBlockBuilder] {
        forms.map { form in
            selection.slots.map(RowBlockBuilder.init(slots:))
                ?? RowBlockBuilder(width: form.columns.count)
        }
    }

    private func read(
        _ statement: SQLiteStatement, into answer: inout Answer
    ) throws(StoreError) {
        let number = statement.integer(0)
        let form =
            selection.table.hasEntityColumn
            ? try form(of: number, statement, last: answer.lastForm) : 0
        for (column, kind) in forms[form].columns
        where !statement.append(column, kind, to: &answer.builders[form]) {
            let table = selection.table
            let name = table.columns[selection.selected[Int(column - selection.firstColumn)]].name
            throw StoreError(
                .corrupt,
                "column '\(name)' of '\(table.name)' \(number) holds no "
                    + "\(kind): '\(statement.text(column).prefix(80))'")
        }
        answer.endRow(number, version: statement.integer(1), form, of: forms)
    }

    /// Returns the index of a row's form, which is mostly that of the previous row.
    private func form(
        of number: Int64, _ statement: SQLiteStatement, last: Int
    ) throws(StoreError) -> Int {
        if statement.hasText(forms[last].name, in: 2) { return last }
        for form in forms.indices where statement.hasText(forms[form].name, in: 2) { return form }
        throw StoreError(
            .corrupt,
            "'\(selection.table.name)' \(number) is of entity '\(statement.text(2).prefix(80))', "
                + "which the model lacks"
        )
    }
}

/// The rows that were read so far.
private struct Answer {
    /// The number of rows that share a block.
    ///
    /// It is small, so that the memory of a large result is allocated in pieces that can be reused,
    /// and a row that is kept for long retains few others.
    private static let blockSize = 256

    private(set) var rows: [StoredRow] = []
    /// The rows that are not in a block yet, by form.
    var builders: [RowBlockBuilder]
    /// The numbers, versions and forms of these rows, in the order of the result.
    private var heads: [Head] = []

    private struct Head {
        let number: Int64
        let version: Int64
        let form: Int
    }

    init(_ builders: [RowBlockBuilder]) {
        self.builders = builders
    }

    /// The form of the previous row.
    var lastForm: Int { heads.last?.form ?? 0 }

    /// Ends a row whose cells were appended.
    mutating func endRow(
        _ number: Int64, version: Int64, _ form: Int, of forms: [RowSelection.Form]
    ) {
        builders[form].endRow()
        heads.append(Head(number: number, version: version, form: form))
        if heads.count == Answer.blockSize { takeBlocks(of: forms, goesOn: true) }
    }

    /// Creates rows from the appended cells.
    mutating func takeBlocks(of forms: [RowSelection.Form], goesOn: Bool = false) {
        let blocks = builders.indices.map { form in
            builders[form].count == 0 ? nil : builders[form].takeBlock(goesOn: goesOn)
        }
        var places = Array(repeating: 0, count: builders.count)
        for head in heads {
            guard let block = blocks[head.form] else { continue }
            rows.append(
                StoredRow(
                    number: head.number, entity: forms[head.form].entity, version: head.version,
                    row: Row(block, at: places[head.form])))
            places[head.form] += 1
        }
        heads.removeAll(keepingCapacity: true)
    }
}
