import ObjectGraph
import Testing

@Suite("Finding positions by numbers")
struct IntegerTableTests {
    /// Numbers in a row, far apart, with the same low or high bits, and negative ones.
    private static let kinds: [@Sendable (Int64) -> Int64] = [
        { $0 }, { -$0 }, { $0 * 1_000_003 }, { $0 << 4 }, { $0 << 32 }, { $0 << 52 }, { .max - $0 },
        { .min + $0 * 4 },
    ]

    @Test(arguments: kinds.indices)
    func `every number keeps its position while the table grows`(kind: Int) {
        let keys = (Int64(0)..<3000).map(Self.kinds[kind])
        var table = IntegerTable()
        for (position, key) in keys.enumerated() {
            #expect(table[key] == nil)
            #expect(table.find(key, orInsert: position) == position)
        }
        #expect(table.count == keys.count)
        #expect(keys.enumerated().allSatisfy { table[$1] == $0 })
        for (position, key) in keys.enumerated() {
            #expect(table.find(key, orInsert: -1) == position)
            table.set(key, keys.count - position)
        }
        #expect(table.count == keys.count)
        #expect(keys.enumerated().allSatisfy { table[$1] == keys.count - $0 })
    }

    @Test func `room changes nothing but the time it takes`() {
        var table = IntegerTable()
        table.set(7, 0)
        table.reserve(1000)
        #expect(table[7] == 0)
        #expect(table[8] == nil)
        #expect(table.count == 1)
    }
}
