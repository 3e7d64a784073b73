import ObjectGraph

/// The candidate rows of objects of the payload; usually one row for each object.
struct FoundRows {
    private var rows: [(object: ObjectIndex, position: Int)] = []

    /// The distinct objects.
    var objects: Set<ObjectIndex> { Set(rows.lazy.map(\.object)) }

    mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

    mutating func add(_ position: Int, for object: ObjectIndex) {
        rows.append((object, position))
    }

    /// Removes the rows whose positions do not satisfy a condition.
    mutating func keep(where isKept: (Int) -> Bool) { rows.removeAll { !isKept($0.position) } }

    /// Calls a closure for each object with its rows, in the order of the objects.
    ///
    /// Rows are passed in insertion order.
    func forEachObject(_ body: (ObjectIndex, _ positions: [Int]) throws -> Void) rethrows {
        // Sorting is stable.
        let rows = rows.sorted { $0.object < $1.object }
        var positions: [Int] = []
        for (index, row) in rows.enumerated() {
            positions.append(row.position)
            guard index + 1 == rows.count || rows[index + 1].object != row.object else { continue }
            try body(row.object, positions)
            positions.removeAll(keepingCapacity: true)
        }
    }
}

/// The claims of objects of the payload to rows, by inheritance tree and number.
struct RowClaims {
    private var objects: [IntegerTable]

    init(_ model: ManagedObjectModel) {
        objects = Array(repeating: IntegerTable(), count: model.entities.count)
    }

    /// Returns the object that claims a row; if there is none, records a claim of the given object.
    mutating func owner(of row: RowID, orElse object: ObjectIndex) -> ObjectIndex {
        ObjectIndex(objects[row.root].find(row.number, orInsert: object.position))
    }

    /// Tests whether an object claims a row.
    func isTaken(_ row: RowID) -> Bool { objects[row.root][row.number] != nil }
}
