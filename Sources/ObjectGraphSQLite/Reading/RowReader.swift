import ObjectGraph

/// Reads rows of one table from a statement whose columns ``columns(_:)`` has named.
///
/// The rows of an answer lie side by side in a ``ObjectGraph/RowBlock`` for each few hundred of an
/// entity: a value goes from SQLite's memory to its cell, and nothing is looked up or made for a row.
struct RowReader {
    private let schema: StoreSchema
    private let table: StoreTable
    private let firstColumn: Int32
    /// One for each entity that has rows in the table.
    private let forms: [Form]

    /// What the rows of one entity are made of.
    fileprivate struct Form {
        let entity: Int
        /// The UTF-8 of its name, as rows say it.
        let name: [UInt8]
        /// By slot.
        let columns: [(index: Int32, kind: StoreColumn.Kind)]
    }

    init(_ schema: StoreSchema, _ table: StoreTable) {
        self.schema = schema
        self.table = table
        let firstColumn: Int32 = table.hasEntityColumn ? 3 : 2
        self.firstColumn = firstColumn
        forms = schema.model.layouts[table.root].family.compactMap { entity in
            guard let places = table.places[entity] else { return nil }
            return Form(
                entity: entity, name: Array(schema.model.layouts[entity].name.utf8),
                columns: places.map { (firstColumn + Int32($0), table.columns[$0].kind) })
        }
    }

    /// What to select.
    func columns(_ alias: String) -> String {
        var names = [SystemColumn.id, SystemColumn.version]
        if table.hasEntityColumn { names.append(SystemColumn.entity) }
        names += table.columns.map(\.name)
        return names.map { "\(alias).\($0.quotedName)" }.joined(separator: ", ")
    }

    /// Executes a statement and reads its rows.
    func rows(_ statement: SQLiteStatement) throws(StoreError) -> [StoredRow] {
        var answer = Answer(forms.map(\.columns.count))
        try statement.forEachRow { () throws(StoreError) in
            try read(statement, into: &answer)
        }
        answer.takeBlocks(of: forms)
        return answer.rows
    }

    /// The row that a statement is at, with memory of its own.
    func row(_ statement: SQLiteStatement) throws(StoreError) -> StoredRow {
        var answer = Answer(forms.map(\.columns.count))
        try read(statement, into: &answer)
        answer.takeBlocks(of: forms)
        var row = answer.rows[0]
        row.row = row.row.detached
        return row
    }

    private func read(
        _ statement: SQLiteStatement, into answer: inout Answer
    ) throws(StoreError) {
        let number = statement.integer(0)
        let form =
            table.hasEntityColumn ? try form(of: number, statement, last: answer.lastForm) : 0
        for (column, kind) in forms[form].columns
        where !statement.append(column, kind, to: &answer.builders[form]) {
            let name = table.columns[Int(column - firstColumn)].name
            throw StoreError(
                .corrupt,
                "column '\(name)' of '\(table.name)' \(number) holds no "
                    + "\(kind): '\(statement.text(column))'")
        }
        answer.endRow(number, version: statement.integer(1), form, of: forms)
    }

    /// Which of the forms a row has; most have that of the row before.
    private func form(
        of number: Int64, _ statement: SQLiteStatement, last: Int
    ) throws(StoreError) -> Int {
        if statement.hasText(forms[last].name, in: 2) { return last }
        for form in forms.indices where statement.hasText(forms[form].name, in: 2) { return form }
        throw StoreError(
            .corrupt,
            "'\(table.name)' \(number) is of entity '\(statement.text(2))', which the model lacks")
    }
}

/// The rows that were read so far.
private struct Answer {
    /// How many rows share their memory.
    ///
    /// So few that the memory of a large answer comes in pieces that can be used again, and that a row
    /// which is kept for long keeps few others.
    private static let blockSize = 256

    private(set) var rows: [StoredRow] = []
    /// By form: rows that are in no block yet.
    var builders: [RowBlockBuilder]
    /// What is beside the cells of these rows, in the order of the answer.
    private var heads: [Head] = []

    private struct Head {
        let number: Int64
        let version: Int64
        let form: Int
    }

    init(_ widths: [Int]) {
        builders = widths.map(RowBlockBuilder.init(width:))
    }

    /// The form of the row before.
    var lastForm: Int { heads.last?.form ?? 0 }

    /// Ends a row whose cells were added.
    mutating func endRow(_ number: Int64, version: Int64, _ form: Int, of forms: [RowReader.Form]) {
        builders[form].endRow()
        heads.append(Head(number: number, version: version, form: form))
        if heads.count == Answer.blockSize { takeBlocks(of: forms, goesOn: true) }
    }

    /// Makes rows of what was added.
    mutating func takeBlocks(of forms: [RowReader.Form], goesOn: Bool = false) {
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
