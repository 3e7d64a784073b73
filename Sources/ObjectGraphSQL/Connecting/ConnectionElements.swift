import ObjectGraph

/// The elements of arrays of keys, for databases that cannot take the arrays apart in a statement.
///
/// The arrays are read with one statement, and their elements are sent back as lists.
struct ConnectionElements {
    /// The number of elements that are sent with one statement.
    private static let batch = 1 << 20

    let session: any SQLSession
    let tables: ConnectionTables
    /// The column of the arrays, and the sources with their rows.
    let array: String
    let sources: String

    /// Fills the table of elements; a `NULL` array has one element that is `NULL`.
    func fill(as type: AttributeType) throws(StoreError) {
        var fitting = List(), others = List()
        try session.forEachRow("SELECT s.id, \(array) \(sources) WHERE \(array) IS NOT NULL", []) {
            (row) throws(StoreError) in
            guard case .array(let elements)? = ValueJSON.value(row.text(1)) else {
                throw StoreError(.corrupt, "a foreign-key array is no JSON array")
            }
            let keys = ElementKeys(elements, for: type)
            fitting.append(keys.fitting, of: row.integer(0))
            others.append(
                keys.mismatches.map { .string(ValueJSON.text($0)) }, of: row.integer(0))
        }
        try insert(fitting, into: "value")
        try insert(others, into: "mismatch")
        try session.execute(
            "INSERT INTO \(tables.elements) (source, key) SELECT s.id, 0 \(sources) "
                + "WHERE \(array) IS NULL")
        try tables.finish(.elements)
    }

    /// Elements with the numbers of their sources and their positions in the arrays.
    private struct List {
        var sources: [Int64] = []
        var positions: [Int64] = []
        var values: [Value] = []

        mutating func append(_ elements: [Value], of source: Int64) {
            for (position, element) in elements.enumerated() {
                sources.append(source)
                positions.append(Int64(position))
                values.append(element)
            }
        }
    }

    private func insert(_ list: List, into column: String) throws(StoreError) {
        let lists = (1...3).map(session.parameter).joined(separator: ", ")
        for start in stride(from: 0, to: list.values.count, by: Self.batch) {
            let range = start..<min(start + Self.batch, list.values.count)
            try session.execute(
                "INSERT INTO \(tables.elements) (source, key, \(column)) "
                    + "SELECT * FROM unnest(\(lists))",
                [
                    .numbers(Array(list.sources[range])), .numbers(Array(list.positions[range])),
                    .list(Array(list.values[range])),
                ])
        }
    }
}
