import Payload

/// The values of a candidate for an identity while the records are read; see ``KeyTable``.
struct CandidateTable {
    /// The columns of the candidate: one or two; none for the key of a map.
    let key: [Int32]
    /// Indicates whether the name is of the classes A to C.
    let isStrong: Bool
    /// The number of columns of the records.
    let width: Int
    /// The number of words that tell where a record was read.
    let originWidth: Int
    private let capacity: Int

    var present = 0
    var missing = 0
    private var repeatsWithinParent = 0
    private var valuesOfSeveralParents = 0
    private var orderedLists = 0
    private var unorderedLists = 0
    private var agreeing: [Int]
    private var differing: [Int]
    private var conflict: (column: Int, first: [UInt32], second: [UInt32])?

    private(set) var bound = UInt64.max
    private var slots: [Int32] = []
    private var hashes: [UInt64] = []
    private var counts: [Int32] = []
    private var parents: [Int] = []
    private var hasSeveral: [Bool] = []
    private var rows: [UInt32] = []
    private var origins: [UInt32] = []
    /// The order of the values in the array that is being read.
    var list: ListOrder?

    init(key: [Int32], isStrong: Bool, width: Int, originWidth: Int, capacity: Int) {
        self.key = key
        self.isStrong = isStrong
        self.width = width
        self.originWidth = originWidth
        self.capacity = max(capacity, 16)
        agreeing = [Int](repeating: 0, count: width)
        differing = agreeing
    }

    /// Adds a record with a value whose hash is below the bound.
    mutating func add(_ hash: UInt64, parent: Int, row: [UInt32], origin: [UInt32]) {
        let index = index(of: hash)
        guard index < 0 else { return addRepeat(index, parent: parent, row: row, origin: origin) }
        if 2 * (hashes.count + 1) > slots.count { rebuild(max(16, 2 * slots.count)) }
        place(hash, Int32(hashes.count))
        hashes.append(hash)
        counts.append(1)
        parents.append(parent)
        hasSeveral.append(false)
        rows.append(contentsOf: row)
        origins.append(contentsOf: origin)
        while hashes.count > capacity { halve() }
    }

    private mutating func addRepeat(
        _ index: Int, parent: Int, row: [UInt32], origin: [UInt32]
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
        let start = index * width
        for column in 0..<width where row[column] != 0 {
            let first = rows[start + column]
            if first == row[column] {
                agreeing[column] += 1
            } else if first == 0 {
                rows[start + column] = row[column]
            } else {
                differing[column] += 1
                if conflict == nil {
                    let origins = Array(origins[index * originWidth..<(index + 1) * originWidth])
                    conflict = (column, origins, origin)
                }
            }
        }
    }

    private func index(of hash: UInt64) -> Int {
        guard !slots.isEmpty else { return -1 }
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] >= 0 {
            if hashes[Int(slots[slot])] == hash { return Int(slots[slot]) }
            slot = (slot + 1) & mask
        }
        return -1
    }

    private mutating func place(_ hash: UInt64, _ index: Int32) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = index
    }

    private mutating func rebuild(_ size: Int) {
        slots = [Int32](repeating: -1, count: size)
        for (index, hash) in hashes.enumerated() { place(hash, Int32(index)) }
    }

    /// Keeps the half of the values with the lower hashes.
    private mutating func halve() {
        bound = bound / 2 + 1
        let kept = hashes.indices.filter { hashes[$0] < bound }
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
        hashes = filtered(hashes, 1)
        rebuild(slots.count)
    }

    mutating func endList() {
        defer { list = nil }
        guard let list, list.count >= 3, !list.isBroken else { return }
        if list.isAscending { orderedLists += 1 } else { unorderedLists += 1 }
    }

    /// Indicates whether no value is repeated.
    var isUnique: Bool { present > 0 && counts.allSatisfy { $0 == 1 } }

    /// The table of a profile; `text` tells an origin in words.
    func result(_ text: ([UInt32]) -> String) -> KeyTable {
        var table = KeyTable(columns: key.map { PlaceIndex(Int($0)) })
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
        for (index, hash) in hashes.enumerated() {
            table.entries[hash] = KeyTable.Entry(
                count: counts[index], hashes: Array(rows[index * width..<(index + 1) * width]))
        }
        return table
    }
}

/// The order of a candidate's values in an array.
struct ListOrder {
    private(set) var count = 0
    /// The value before, on the tape.
    private var last = -1
    private(set) var isAscending = true
    /// Indicates whether a record lacks a value, or values cannot be compared.
    var isBroken = false

    /// Compares the value of a record with that of the record before it.
    mutating func add(_ position: Int, _ tape: PayloadTape) {
        count += 1
        defer { last = position }
        guard last >= 0, isAscending else { return }
        if let left = tape.int64(at: last), let right = tape.int64(at: position) {
            isAscending = left <= right
        } else if tape.isString(at: last), tape.isString(at: position) {
            isAscending =
                !tape.text(at: position).lexicographicallyPrecedes(tape.text(at: last))
        } else {
            isBroken = true
        }
    }
}

/// The records by the value of a discriminator while they are read; see ``VariantTable``.
struct VariantState {
    let column: Int32
    let width: Int
    private let candidates: Int
    private var indices: [UInt64: Int] = [:]
    private var texts: [String] = []
    private var counts: [Int] = []
    private var presence: [Int] = []
    private var keys: [HashSample] = []
    private var isFull = false

    static let mostValues = 400
    static let longestValue = 60

    init(column: Int32, width: Int, candidates: Int) {
        self.column = column
        self.width = width
        self.candidates = candidates
    }

    /// Adds a record; `keys` has the hashes of the candidates' values, 0 if one has none.
    mutating func add(
        _ hash: UInt64, isLong: Bool, row: [UInt32], keys hashes: [UInt64], _ text: () -> String
    ) {
        guard !isFull else { return }
        guard !isLong else { return close() }
        var index = indices[hash] ?? -1
        if index < 0 {
            guard counts.count < Self.mostValues else { return close() }
            index = counts.count
            indices[hash] = index
            texts.append(text())
            counts.append(0)
            presence += [Int](repeating: 0, count: width)
            keys += [HashSample](repeating: HashSample(capacity: 256), count: candidates)
        }
        counts[index] += 1
        for column in 0..<width where row[column] != 0 { presence[index * width + column] += 1 }
        for candidate in 0..<candidates where hashes[candidate] != 0 {
            keys[index * candidates + candidate].insert(hashes[candidate])
        }
    }

    private mutating func close() {
        self = VariantState(column: column, width: width, candidates: candidates)
        isFull = true
    }

    /// The table of a profile, with the first candidates.
    func result(candidates kept: Int) -> VariantTable {
        var table = VariantTable(column: PlaceIndex(Int(column)))
        guard !isFull else {
            table.variants = nil
            return table
        }
        for (index, text) in texts.enumerated() {
            var variant = VariantTable.Variant()
            variant.count = counts[index]
            variant.presence = Array(presence[index * width..<(index + 1) * width])
            variant.keys = keys[index * candidates..<index * candidates + kept].map(\.result)
            table.variants?[text] = variant
        }
        return table
    }
}
