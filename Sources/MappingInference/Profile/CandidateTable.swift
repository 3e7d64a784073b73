import MercatorPayload

/// The values of a candidate for an identity while the records are read; see ``KeyTable``.
struct CandidateTable {
    /// The columns of the candidate; none for the key of a map.
    let columns: [SchemaNodeID]
    /// Indicates whether the name is of the classes A to C.
    let isStrong: Bool
    /// The number of columns of the records.
    let width: Int
    /// The number of words in the origin of a record.
    let originWidth: Int
    private let capacity: Int

    private(set) var present = 0
    private(set) var missing = 0
    private var repeatsWithinParent = 0
    private var valuesOfSeveralParents = 0
    private var orderedLists = 0
    private var unorderedLists = 0
    private var agreeing: [Int]
    private var differing: [Int]
    private var conflict: (column: Int, first: [UInt32], second: [UInt32])?

    private(set) var bound = UInt64.max
    private var hashes = HashIndex()
    private var counts: [Int32] = []
    private var parents: [Int] = []
    private var hasSeveral: [Bool] = []
    private var rows: [UInt32] = []
    private var origins: [UInt32] = []
    /// The order of the values in the array that is being read.
    private var list: ListOrder?

    init(columns: [SchemaNodeID], isStrong: Bool, width: Int, originWidth: Int, capacity: Int) {
        self.columns = columns
        self.isStrong = isStrong
        self.width = width
        self.originWidth = originWidth
        self.capacity = max(capacity, 16)
        agreeing = [Int](repeating: 0, count: width)
        differing = agreeing
    }

    /// Counts a record without a value that fits.
    mutating func addMissing() {
        missing += 1
        list?.isBroken = true
    }

    /// Counts a record with a value of its only column, at a position on the tape.
    mutating func addPresent(at position: Int, _ tape: PayloadTape) {
        present += 1
        list?.add(position, tape)
    }

    /// Counts a record with a value; `held` is the value of its only column.
    mutating func addPresent(_ held: HeldScalar?, _ tape: PayloadTape) {
        present += 1
        if let held { list?.add(held, tape) }
    }

    /// Keeps the last value of the array that is being read beyond the tape.
    mutating func holdList(_ tape: PayloadTape) { list?.hold(tape) }

    /// Adds a record with a value whose hash is below the bound; `row` begins with its columns.
    mutating func add(_ hash: UInt64, parent: Int, row: [UInt32], origin: RecordOrigin) {
        if let index = hashes.index(of: hash) {
            return addRepeat(index, parent: parent, row: row, origin: origin)
        }
        hashes.append(hash)
        counts.append(1)
        parents.append(parent)
        hasSeveral.append(false)
        for column in 0..<width { rows.append(row[column]) }
        origins.append(origin.source)
        origins.append(origin.document)
        for index in origin.steps { origins.append(index) }
        while hashes.count > capacity { halve() }
    }

    private mutating func addRepeat(
        _ index: Int, parent: Int, row: [UInt32], origin: RecordOrigin
    ) {
        counts[index] &+= 1
        if parents[index] == parent {
            repeatsWithinParent += 1
        } else {
            parents[index] = parent
            if !hasSeveral[index] {
                hasSeveral[index] = true
                valuesOfSeveralParents += 1
            }
        }
        let differing = Self.compare(
            row.span.extracting(first: width), with: &rows, from: index * width, &agreeing,
            &self.differing)
        if conflict == nil, let differing {
            let first = origins[index * originWidth..<(index + 1) * originWidth]
            conflict = (differing, Array(first), origin.words)
        }
    }

    /// Compares a record's columns with the columns of the first record with its value.
    ///
    /// Returns the first column that differs.
    private static func compare(
        _ row: Span<UInt32>, with rows: inout [UInt32], from start: Int,
        _ agreeing: inout [Int], _ differing: inout [Int]
    ) -> Int? {
        var firstDiffering: Int?
        // Spans, so that the arrays are not tested for other owners at each column.
        var rows = rows.mutableSpan
        var agreeing = agreeing.mutableSpan
        var differing = differing.mutableSpan
        for column in row.indices where row[column] != 0 {
            let first = rows[start + column]
            if first == row[column] {
                agreeing[column] += 1
            } else if first == 0 {
                rows[start + column] = row[column]
            } else {
                differing[column] += 1
                firstDiffering = firstDiffering ?? column
            }
        }
        return firstDiffering
    }

    /// Keeps the half of the values with the lower hashes.
    private mutating func halve() {
        bound = bound / 2 + 1
        let kept = hashes.hashes.indices.filter { hashes.hashes[$0] < bound }
        func filtered<Element>(_ all: [Element], _ width: Int) -> [Element] {
            var some: [Element] = []
            some.reserveCapacity(kept.count * width)
            for index in kept { some += all[index * width..<(index + 1) * width] }
            return some
        }
        rows = filtered(rows, width)
        origins = filtered(origins, originWidth)
        counts = filtered(counts, 1)
        parents = filtered(parents, 1)
        hasSeveral = filtered(hasSeveral, 1)
        hashes.keep(kept)
    }

    mutating func beginList() { list = ListOrder() }

    mutating func endList() {
        defer { list = nil }
        guard let list, list.count >= 3, !list.isBroken else { return }
        if list.isAscending { orderedLists += 1 } else { unorderedLists += 1 }
    }

    /// Indicates whether no value is repeated.
    var isUnique: Bool { present > 0 && counts.allSatisfy { $0 == 1 } }

    /// Returns the table for a profile; `text` formats an origin.
    func result(_ text: ([UInt32]) -> String) -> KeyTable {
        var table = KeyTable(columns: columns)
        table.present = present
        table.missing = missing
        table.distinct =
            bound == .max
            ? hashes.count
            : isUnique
                ? present : min(ValueSample.estimate(hashes.count, below: bound), present - 1)
        table.repeatsWithinParent = repeatsWithinParent
        table.valuesOfSeveralParents = valuesOfSeveralParents
        table.orderedLists = orderedLists
        table.unorderedLists = unorderedLists
        table.agreeing = agreeing
        table.differing = differing
        if let conflict {
            table.conflict = (conflict.column, text(conflict.first), text(conflict.second))
        }
        table.bound = bound
        table.entries.reserveCapacity(hashes.count)
        for (index, hash) in hashes.hashes.enumerated() {
            table.entries[hash] = KeyTable.Entry(
                count: counts[index], hashes: Array(rows[index * width..<(index + 1) * width]))
        }
        return table
    }
}
