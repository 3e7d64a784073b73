/// The rows of one inheritance tree, by number.
///
/// Numbers are handed out densely, so a row is found by its place. A number that was reserved and
/// never used costs an empty place.
struct MemoryTable: Sendable {
    /// At `number - 1 - base`.
    private var places: [StoredRow?] = []
    /// How many numbers have no place any more, because the table was emptied behind them.
    private var base: Int64 = 0
    /// The next number to hand out.
    private var nextNumber: Int64 = 1

    /// The row of a number.
    subscript(number: Int64) -> StoredRow? {
        guard number > base else { return nil }
        let place = number - base
        return place <= places.count ? places[Int(place) - 1] : nil
    }

    /// Whether no row was ever written, or none since the table was emptied.
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
        if number <= base { makePlaces(from: number) }
        let place = Int(number - base)
        let missing = place - places.count
        if missing > 0 { places.append(contentsOf: repeatElement(nil, count: missing)) }
        places[place - 1] = row
    }

    /// Removes every row; their numbers stay used, and cost no place any more.
    mutating func removeAll() {
        base += Int64(places.count)
        places = []
    }

    /// A unit of work may have reserved a number before the table was emptied, and save it after.
    private mutating func makePlaces(from number: Int64) {
        places.insert(contentsOf: repeatElement(nil, count: Int(base - number + 1)), at: 0)
        base = number - 1
    }
}
