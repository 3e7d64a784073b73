import ObjectGraph

/// Reads rows of one table from a statement whose columns ``columns(_:)`` has named.
///
/// The rows of an answer lie side by side in a ``ObjectGraph/RowBlock`` for each few hundred of an
/// entity: a value goes from SQLite's memory to its cell, and nothing is looked up or made for a row.
struct RowReader {
    private let schema: StoreSchema
    private let table: StoreTable
    private let firstColumn: Int32
    /// The columns of the table that are read, by their place there.
    private let selected: [Int]
    /// One for each entity that has rows in the table.
    private let forms: [Form]
    /// The slots that are read; `nil` for all.
    private let slots: [Int]?

    /// What the rows of one entity are made of.
    fileprivate struct Form {
        let entity: Int
        /// The UTF-8 of its name, as rows say it.
        let name: [UInt8]
        /// By slot, or by its place among those that are read.
        let columns: [(index: Int32, kind: StoreColumn.Kind)]
    }

    /// Whole rows of a table.
    init(_ schema: StoreSchema, _ table: StoreTable) {
        self.init(schema, table, entity: table.root, slots: nil)
    }

    /// Some slots of the rows of an entity's family.
    init(_ schema: StoreSchema, _ table: StoreTable, entity: Int, slots: [Int]?) {
        self.schema = schema
        self.table = table
        self.slots = slots
        let firstColumn: Int32 = table.hasEntityColumn ? 3 : 2
        self.firstColumn = firstColumn
        let family = schema.model.layouts[entity].family.compactMap { entity in
            table.places[entity].map { places in
                (entity: entity, places: slots?.map { places[$0] } ?? places)
            }
        }
        selected =
            slots == nil ? Array(table.columns.indices) : Set(family.flatMap(\.places)).sorted()
        var indexes = Array(repeating: Int32(0), count: table.columns.count)
        for (index, place) in selected.enumerated() { indexes[place] = firstColumn + Int32(index) }
        forms = family.map { entity, places in
            Form(
                entity: entity, name: Array(schema.model.layouts[entity].name.utf8),
                columns: places.map { (indexes[$0], table.columns[$0].kind) })
        }
    }

    /// What to select.
    func columns(_ alias: String) -> String {
        var names = [SystemColumn.id, SystemColumn.version]
        if table.hasEntityColumn { names.append(SystemColumn.entity) }
        names += selected.map { table.columns[$0].name }
        return names.map { "\(alias).\($0.quotedName)" }.joined(separator: ", ")
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

    /// The row that a statement is at, with memory of its own.
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
            slots.map(RowBlockBuilder.init(slots:)) ?? RowBlockBuilder(width: form.columns.count)
        }
    }

    private func read(
        _ statement: SQLiteStatement, into answer: inout Answer
    ) throws(StoreError) {
        let number = statement.integer(0)
        let form =
            table.hasEntityColumn ? try form(of: number, statement, last: answer.lastForm) : 0
        for (column, kind) in forms[form].columns
        where !statement.append(column, kind, to: &answer.builders[form]) {
            let name = table.columns[selected[Int(column - firstColumn)]].name
            throw StoreError(
                .corrupt,
                "column '\(name)' of '\(table.name)' \(number) holds no "
                    + "\(kind): '\(statement.text(column).prefix(80))'")
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
            "'\(table.name)' \(number) is of entity '\(statement.text(2).prefix(80))', "
                + "which the model lacks"
        )
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

    init(_ builders: [RowBlockBuilder]) {
        self.builders = builders
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
