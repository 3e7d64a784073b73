package import ObjectGraph

/// Copies the content of a store to a store of any kind for the same model.
///
/// Reading and writing are interleaved, so memory does not depend on the number of rows. The caller
/// has opened transactions in both stores; the source's sees one state.
package struct StoreTransfer {
    private let source: any ExchangeSession
    private let old: StoreSchema
    private let target: any ExchangeSession
    private let new: StoreSchema
    /// The offset of object numbers, by the root entity of their tree.
    private let offsets: [Int: Int64]
    private var model: ManagedObjectModel { new.model }

    /// Creates a transfer; `offsets` are added to the numbers of objects, by the root entity of
    /// their tree.
    package init(
        from source: any ExchangeSession, _ old: StoreSchema, to target: any ExchangeSession,
        _ new: StoreSchema, offsets: [Int: Int64] = [:]
    ) {
        self.source = source
        self.old = old
        self.target = target
        self.new = new
        self.offsets = offsets
    }

    /// Copies everything into a store that was created for the model and is empty.
    package func run() throws(StoreError) {
        try copyObjects()
        try StoreRecords(target).copyContent(from: StoreRecords(source))
        try copyIndexes()
    }

    /// Copies objects with their links, registered connections and the next numbers of trees.
    package func copyObjects() throws(StoreError) {
        for table in new.tables.values.sorted(by: { new.fills($0.root, before: $1.root) }) {
            guard let other = old.tables[table.root] else { continue }
            try copy(other, to: table)
            let name = model.layouts[table.root].name
            let next = try SequenceNumber.sum(
                offset(table.root), SequenceNumber.next(of: name, source), of: name)
            try SequenceNumber.write(next, of: name, target)
        }
        for links in new.joinTables.values.sorted(by: { $0.relationship < $1.relationship }) {
            guard let other = old.joinTables[links.relationship] else { continue }
            try copy(other, to: links)
        }
        for text in try source.texts("SELECT description FROM mercator_connections ORDER BY id") {
            try ConnectionRegistry(target).add(try ConnectionDescription(text: text))
        }
    }

    private func offset(_ root: Int) -> Int64 { offsets[root] ?? 0 }
}

/// Rows.
extension StoreTransfer {
    /// A column of both tables.
    private struct Column {
        let source: String
        let target: ExchangeColumn
        /// The number to add to the value.
        var offset: Int64 = 0

        init(_ name: String, _ kind: StoreColumn.Kind, offset: Int64 = 0) {
            source = name.quotedName
            target = ExchangeColumn(name: name, kind: kind)
            self.offset = offset
        }

        init(_ old: StoreColumn, _ new: StoreColumn, offset: Int64) {
            source = old.sql
            target = ExchangeColumn(name: new.name, kind: new.kind)
            self.offset = offset
        }
    }

    /// Copies the rows of a table; both have the columns of the same model in the same order.
    private func copy(_ old: StoreTable, to table: StoreTable) throws(StoreError) {
        var columns = [
            Column(SystemColumn.id, .integer, offset: offset(table.root)),
            Column(SystemColumn.version, .integer),
        ]
        if table.hasEntityColumn { columns.append(Column(SystemColumn.entity, .text)) }
        for (source, column) in zip(old.columns, table.columns) {
            columns.append(
                Column(source, column, offset: column.destinationRoot.map(offset) ?? 0))
        }
        try copy(columns, from: old.sql, to: table.sql, order: SystemColumn.id.quotedName)
    }

    private func copy(_ old: JoinTableSchema, to links: JoinTableSchema) throws(StoreError) {
        let columns = links.columns.map { name in
            let root =
                name == "source"
                ? links.sourceRoot : name == "destination" ? links.destinationRoot : nil
            return Column(name, .integer, offset: root.map(offset) ?? 0)
        }
        try copy(columns, from: old.sql, to: links.sql, order: "source, destination")
    }

    private func copy(
        _ columns: [Column], from old: String, to table: String, order: String
    ) throws(StoreError) {
        let source = source
        let sql =
            "SELECT \(columns.map(\.source).joined(separator: ", ")) FROM \(old) ORDER BY \(order)"
        try target.insert(into: table, columns.map(\.target)) { (write) throws(StoreError) in
            try source.stream(sql) { (row) throws(StoreError) in
                var values: [Value] = []
                values.reserveCapacity(columns.count)
                for (index, column) in columns.enumerated() {
                    guard let value = row.value(Int32(index), column.target.kind) else {
                        throw StoreError(
                            .corrupt,
                            "row \(row.integer(0)) of \(old) has a value in \(column.source) that "
                                + "cannot be read; checkIntegrity names all of them")
                    }
                    if case .integer(let number) = value, column.offset != 0 {
                        values.append(.integer(number &+ column.offset))
                    } else {
                        values.append(value)
                    }
                }
                try write(values)
            }
        }
    }
}

/// Indexes.
extension StoreTransfer {
    /// Creates the indexes that loads have requested; the target already has the model's.
    private func copyIndexes() throws(StoreError) {
        let wanted = try source.query(
            "SELECT \(IndexEntry.columns) FROM mercator_indexes "
                + "WHERE origin = \(source.parameter(1)) ORDER BY name",
            [.string(IndexKeeper.Origin.load.rawValue)]
        ) { (row) throws(StoreError) in IndexEntry(row) }
        for index in wanted.compactMap({ $0.index(in: model) }) {
            try IndexKeeper(new).ensure(index, origin: .load, allowsPlain: true, target)
        }
    }
}
