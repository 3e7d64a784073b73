import ObjectGraph
import TestSupport
import Testing

@Suite("Finding positions by numbers")
struct IntegerTableTests {
    /// The distribution of a sequence of keys.
    enum Shape: CaseIterable {
        case dense, descending, sparse, clusters, filledLater, extreme, mixed

        func keys(_ count: Int, _ random: inout SeededGenerator) -> [Int64] {
            switch self {
            case .dense: (0..<count).map { Int64($0) + 1_000_000 }
            case .descending: (0..<count).map { Int64(-$0) }
            case .sparse: (0..<count).map { _ in Int64(bitPattern: random.next()) }
            case .clusters: (0..<count).map { Int64($0 % 7) << 40 + Int64($0) }
            case .filledLater: (0..<count).map { Int64($0 * 7919 % count) }
            case .extreme: (0..<count).map { $0 % 2 == 0 ? .max - Int64($0) : .min + Int64($0) }
            case .mixed:
                (0..<count).map { $0 < count / 2 ? Int64($0) : Int64(random.next() % 1 << 20) }
            }
        }
    }

    @Test(arguments: Shape.allCases, [1, 2, 17, 300, 5000])
    func `it answers as a dictionary does`(shape: Shape, count: Int) {
        for seed in 0..<4 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var table = IntegerTable()
            var dictionary: [Int64: Int] = [:]
            let keys = shape.keys(count, &random)
            for (position, key) in keys.enumerated() {
                if random.next() % 64 == 0 { table.reserve(Int(random.next() % 100)) }
                if random.next() % 2 == 0 {
                    table.set(key, position)
                    dictionary[key] = position
                } else {
                    let known = dictionary[key]
                    #expect(
                        table.find(key, orInsert: position) == known ?? position, "seed \(seed)")
                    dictionary[key] = known ?? position
                }
            }
            #expect(table.count == dictionary.count, "seed \(seed)")
            for key in keys { #expect(table[key] == dictionary[key], "seed \(seed)") }
            for key in keys.lazy.map({ $0 &+ 1 }) + [0, .max, .min] {
                #expect(table[key] == dictionary[key], "seed \(seed)")
            }
        }
    }

    @Test func `an empty table has nothing, also with room`() {
        var table = IntegerTable()
        #expect(table[0] == nil)
        table.reserve(1000)
        #expect(table[0] == nil)
        #expect(table.count == 0)
    }

    @Test func `a copy stays as it was`() {
        var table = IntegerTable()
        table.set(5, 0)
        let copy = table
        table.set(6, 1)
        table.set(1 << 40, 2)
        #expect(copy[6] == nil)
        #expect(copy[1 << 40] == nil)
        #expect(table[5] == 0)
        #expect(table[6] == 1)
        #expect(table[1 << 40] == 2)
    }
}
