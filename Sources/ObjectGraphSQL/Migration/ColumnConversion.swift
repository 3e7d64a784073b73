import ObjectGraph

/// The conversion of a column of the store to a wider type.
struct ColumnConversion {
    /// The number of values that are read at once if they are converted in Swift.
    private static let batch: Int64 = 10_000

    private let column: String
    private let tree: StoredTree
    private let type: AttributeType
    private let wider: AttributeType
    private let session: any SQLSession

    init(
        _ column: String, of tree: StoredTree, from type: AttributeType, to wider: AttributeType,
        _ session: any SQLSession
    ) {
        self.column = column.quotedName
        self.tree = tree
        self.type = type
        self.wider = wider
        self.session = session
    }

    /// The converted value in SQL; `nil` if it has to be made in Swift.
    var sql: String? { session.dialect.widened(column, from: type, to: wider) }

    /// Adds the objects whose value cannot be converted.
    func addMismatches(
        to found: inout ObjectCount, where condition: String?
    ) throws(StoreError) {
        guard let widening = type.widening(to: wider), widening.canFail else { return }
        let mismatch: String
        if case .number = widening {
            // Beyond these bounds, neighbouring integers become equal.
            mismatch = "\(column) NOT BETWEEN -9007199254740992 AND 9007199254740992"
        } else if let sql {
            mismatch = "\(column) IS NOT NULL AND \(sql) IS NULL"
        } else {
            return try forEachValue(where: condition) { numbers, values in
                for (number, value) in zip(numbers, values) where value == nil {
                    found.add(number, of: tree)
                }
            }
        }
        try found.add(tree, where: [mismatch, condition].compactMap(\.self), session)
    }

    /// Creates a temporary table with the converted values, which ``drop(_:)`` removes.
    ///
    /// - Returns: The join with the table, and its column.
    func makeTable(_ name: String) throws(StoreError) -> (join: String, value: String) {
        let tables = session.dialect.temporaryTables
        let (number, value) = ("\(name)_number", "\(name)_value")
        try session.executeOnce(
            tables.creation(
                of: name, [(number, .integer), (value, StoreColumn.Kind(wider))], key: 1,
                session.dialect))
        let lists = "\(session.parameter(1)), \(session.parameter(2))"
        try forEachValue(where: nil) { (numbers, values) throws(StoreError) in
            let pairs = zip(numbers, values).compactMap { pair in pair.1.map { (pair.0, $0) } }
            guard !pairs.isEmpty else { return }
            try session.execute(
                "INSERT INTO \(tables.name(name)) SELECT * FROM unnest(\(lists))",
                [.numbers(pairs.map(\.0)), .list(pairs.map(\.1))])
        }
        if let sql = tables.statistics(of: name) { try session.executeOnce(sql) }
        return (
            " LEFT JOIN \(tables.name(name)) ON \(number) = "
                + "\(tree.table.quotedName).\(SystemColumn.id.quotedName)", value
        )
    }

    /// Removes a temporary table.
    func drop(_ name: String) throws(StoreError) {
        try session.executeOnce("DROP TABLE \(session.dialect.temporaryTables.name(name))")
    }

    /// Reads the values in batches, and passes them on with object numbers; `nil` if not
    /// convertible.
    private func forEachValue(
        where condition: String?, _ body: ([Int64], [Value?]) throws(StoreError) -> Void
    ) throws(StoreError) {
        let id = SystemColumn.id.quotedName
        let sql =
            "SELECT \(id), \(column) FROM \(tree.table.quotedName) "
            + "WHERE \(id) > \(session.parameter(1)) AND \(column) IS NOT NULL"
            + (condition.map { " AND \($0)" } ?? "") + " ORDER BY \(id) LIMIT \(Self.batch)"
        var last: Int64 = .min
        while true {
            var (numbers, values): ([Int64], [Value?]) = ([], [])
            try session.forEachRow(sql, [.integer(last)]) { row in
                numbers.append(row.integer(0))
                values.append(row.value(1, StoreColumn.Kind(type)).flatMap(wider.widened))
            }
            try body(numbers, values)
            guard let end = numbers.last, numbers.count == Self.batch else { return }
            last = end
        }
    }
}
