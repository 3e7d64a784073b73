/// The records by the value of a discriminator while they are read; see ``VariantTable``.
struct VariantState {
    let column: SchemaNodeID
    let width: Int
    private let candidates: Int
    private var values = HashIndex()
    private var texts: [String] = []
    private var counts: [Int] = []
    private var presence: [Int] = []
    private var keys: [HashSample] = []
    private var isFull = false

    static let mostValues = 400
    static let longestValue = 60

    init(column: SchemaNodeID, width: Int, candidates: Int) {
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
        let known = values.index(of: hash)
        let index = known ?? counts.count
        if known == nil {
            guard counts.count < Self.mostValues else { return close() }
            values.append(hash)
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
        var table = VariantTable(column: column)
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
