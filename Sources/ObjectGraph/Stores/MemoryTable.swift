/// The rows of one inheritance tree, by number.
///
/// Numbers are handed out densely, so a row is found by its place. A number that was reserved and
/// never used costs an empty place.
struct MemoryTable: Sendable {
    /// At `number - 1`.
    private var places: [StoredRow?] = []
    /// The next number to hand out.
    private var nextNumber: Int64 = 1

    /// The row of a number.
    subscript(number: Int64) -> StoredRow? {
        number > 0 && number <= places.count ? places[Int(number) - 1] : nil
    }

    /// Whether no row was ever written.
    var isUntouched: Bool { places.isEmpty }

    /// The rows, by ascending number.
    var rows: some Sequence<StoredRow> { places.lazy.compactMap(\.self) }

    /// Hands out numbers.
    mutating func reserve(_ count: Int) -> Range<Int64> {
        let first = nextNumber
        nextNumber += Int64(count)
        return first..<nextNumber
    }

    /// Whether a number was handed out.
    func isReserved(_ number: Int64) -> Bool { number > 0 && number < nextNumber }

    /// Writes or removes the row of a number that was handed out.
    mutating func set(_ row: StoredRow?, at number: Int64) {
        let missing = Int(number) - places.count
        if missing > 0 { places.append(contentsOf: repeatElement(nil, count: missing)) }
        places[Int(number) - 1] = row
    }
}
