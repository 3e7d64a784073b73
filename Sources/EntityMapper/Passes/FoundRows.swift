import ObjectGraph

/// The rows of a table that objects of the payload may be, by object: mostly one for each.
struct FoundRows {
    /// The object of the payload, and the position of a row.
    private var rows: [(object: Int32, position: Int)] = []

    /// All objects, each once.
    var objects: Set<Int32> { Set(rows.lazy.map(\.object)) }

    mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

    mutating func add(_ position: Int, for object: Int32) { rows.append((object, position)) }

    /// Drops rows by their positions.
    mutating func keep(where isKept: (Int) -> Bool) { rows.removeAll { !isKept($0.position) } }

    /// Shows each object with its rows, in the order of the objects; rows keep the order in which they
    /// were added.
    func forEachObject<Failure>(
        _ body: (Int32, _ positions: [Int]) throws(Failure) -> Void
    ) throws(Failure) {
        // Sorting keeps the order of equal elements.
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

/// Which objects of the payload rows were given to, by tree and number.
struct RowOwners {
    private var objects: [IntegerTable]

    init(_ model: ManagedObjectModel) {
        objects = Array(repeating: IntegerTable(), count: model.entities.count)
    }

    /// The object that a row was given to; the one that is named if that was nobody.
    mutating func owner(of number: Int64, root: Int, orElse object: Int32) -> Int32 {
        Int32(objects[root].find(number, orInsert: Int(object)))
    }

    /// Whether a row was given to an object.
    func isTaken(_ number: Int64, root: Int) -> Bool { objects[root][number] != nil }
}
