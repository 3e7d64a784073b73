import ObjectGraph

/// The candidate rows of objects of the payload; usually one row for each object.
struct FoundRows {
    /// The indices of objects with the positions of rows.
    private var rows: [(object: Int32, position: Int)] = []

    /// The distinct objects.
    var objects: Set<Int32> { Set(rows.lazy.map(\.object)) }

    mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

    mutating func add(_ position: Int, for object: Int32) { rows.append((object, position)) }

    /// Removes the rows whose positions do not satisfy a condition.
    mutating func keep(where isKept: (Int) -> Bool) { rows.removeAll { !isKept($0.position) } }

    /// Calls a closure for each object with its rows, in the order of the objects; rows are in the
    /// order in which they were added.
    func forEachObject<Failure>(
        _ body: (Int32, _ positions: [Int]) throws(Failure) -> Void
    ) throws(Failure) {
        // Sorting is stable.
        let rows = rows.sorted { $0.object < $1.object }
        var positions: [Int] = []
        for (place, row) in rows.enumerated() {
            positions.append(row.position)
            guard place + 1 == rows.count || rows[place + 1].object != row.object else { continue }
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
    mutating func owner(of number: Int64, root: Int, orElse object: Int32) -> Int32 {
        Int32(objects[root].find(number, orInsert: Int(object)))
    }

    /// Tests whether an object claims a row.
    func isTaken(_ number: Int64, root: Int) -> Bool { objects[root][number] != nil }
}
