import ObjectGraph

/// Reads rows of one table from a statement with the columns of ``columns(_:)``.
///
/// The rows of a result are stored in blocks of a few hundred rows of one entity, see
/// ``ObjectGraph/RowBlock``: each value is copied from SQLite's memory to its cell, without a
/// lookup or an allocation for each row.
struct RowReader {
    private let schema: StoreSchema
    private let table: StoreTable
    private let firstColumn: Int32
    /// The indices of the columns of the table that are read.
    private let selected: [Int]
    /// One form for each entity with rows in the table.
    private let forms: [Form]
    /// The slots that are read; `nil` for all.
    private let slots: [Int]?

    /// The mapping of result columns to the slots of one entity.
    fileprivate struct Form {
        let entity: Int
        /// The UTF-8 bytes of the entity's name, as stored in rows.
        let name: [UInt8]
        /// The columns by slot, or by position among the slots that are read.
        let columns: [(index: Int32, kind: StoreColumn.Kind)]
    }

    /// Creates a reader for complete rows of a table.
    init(_ schema: StoreSchema, _ table: StoreTable) {
        self.init(schema, table, entity: table.root, slots: nil)
    }

    /// Creates a reader for some slots of the rows of an entity's family.
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

    /// Returns the columns to select.
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

    /// Returns the index of a row's form, which is mostly that of the previous row.
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
    mutating func endRow(_ number: Int64, version: Int64, _ form: Int, of forms: [RowReader.Form]) {
        builders[form].endRow()
        heads.append(Head(number: number, version: version, form: form))
        if heads.count == Answer.blockSize { takeBlocks(of: forms, goesOn: true) }
    }

    /// Creates rows from the appended cells.
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
