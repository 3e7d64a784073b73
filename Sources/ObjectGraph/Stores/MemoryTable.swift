/// The rows of one inheritance tree, by number.
///
/// Numbers are assigned densely, so the index of a row is computed from its number. A reserved
/// number that is never used costs an unused element.
struct MemoryTable: Sendable {
    /// The rows; a row's index is `number - 1 - base`.
    private var elements = PagedArray<StoredRow?>(filler: nil)
    /// The number of elements up to the highest row: that of the rows, or more if numbers were
    /// never used.
    private(set) var count = 0
    /// The count of lowest numbers without an element, because the table was emptied after them.
    private var base: Int64 = 0

    /// Returns the row with a number.
    subscript(number: Int64) -> StoredRow? {
        guard number > base else { return nil }
        return elements[Int(number - base) - 1]
    }

    /// Indicates whether no row was ever written, or none since the table was emptied.
    var isUntouched: Bool { count == 0 }

    /// The rows, by ascending number.
    var rows: Rows { Rows(elements: elements.elements) }

    /// The rows of a table, without the numbers that have none.
    struct Rows: Sequence, IteratorProtocol {
        fileprivate var elements: PagedArray<StoredRow?>.Elements

        mutating func next() -> StoredRow? {
            while let element = elements.next() {
                if let element { return element }
            }
            return nil
        }
    }

    /// Writes or removes the row with a reserved number.
    mutating func set(_ row: StoredRow?, at number: Int64) {
        if number <= base { makeElements(from: number) }
        let ordinal = Int(number - base)
        elements.reach(ordinal - 1)
        elements[ordinal - 1] = row
        count = max(count, ordinal)
    }

    /// Removes all rows; their numbers are not reused, and need no elements.
    mutating func removeAll() {
        base += Int64(count)
        count = 0
        elements = PagedArray(filler: nil)
    }

    /// Adds elements for numbers that were reserved before the table was emptied.
    ///
    /// A unit of work may reserve numbers before, and save after it.
    private mutating func makeElements(from number: Int64) {
        let rows = Array(rows)
        removeAll()
        base = number - 1
        for row in rows { set(row, at: row.number) }
    }
}
