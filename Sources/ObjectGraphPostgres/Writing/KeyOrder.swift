import ObjectGraph
import ObjectGraphSQL

/// The order of inserting new rows, equal in all processes and collations.
///
/// Two transactions with the same keys then wait for each other in one direction only. One key in
/// sixty-four, chosen by a hash, precedes the remaining ones, which are sorted by bytes.
/// Transactions that share many keys meet at one of these, before most of their rows are inserted
/// in vain.
struct KeyOrder {
    let columns: [(slot: Int, kind: StoreColumn.Kind)]

    /// Returns rows in the order; rows with equal keys keep theirs.
    ///
    /// - Complexity: O(*n*) if the rows are sorted by their keys already, else O(*n* log *n*).
    func sorted(_ rows: [StoredRow]) -> [StoredRow] {
        var cells = CellBuffer()
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(rows.count)
        for row in rows {
            let start = cells.count
            for (slot, kind) in columns { cells.append(row.row, slot, kind) }
            ranges.append(start..<cells.count)
        }
        let (early, late): ([Int], [Int]) = unsafe cells.withBytes { bytes in
            func precedes(_ first: Int, _ second: Int) -> Bool {
                unsafe bytes[ranges[first]].lexicographicallyPrecedes(bytes[ranges[second]])
            }
            var order = Array(rows.indices)
            if order.dropFirst().contains(where: { precedes($0, $0 - 1) }) {
                order.sort(by: precedes)
            }
            let isEarly = ranges.map { unsafe Self.hash(bytes[$0]) % 64 == 0 }
            return (order.filter { isEarly[$0] }, order.filter { !isEarly[$0] })
        }
        return (early + late).map { rows[$0] }
    }

    /// Returns the hash of a key, equal in all processes.
    ///
    /// Source: 64-bit FNV-1a, with the upper bits mixed into the lower ones.
    private static func hash(_ key: Slice<UnsafeRawBufferPointer>) -> UInt64 {
        let hash = unsafe key.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return hash ^ hash >> 32
    }
}
