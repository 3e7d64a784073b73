import Foundation
import TestSupport
import Testing

@testable import ObjectGraph

/// The structures of the in-memory store, beside those of the standard library.
@Suite("Structures of the in-memory store")
struct MemoryStructureTests {
    /// Keys with few hashes collide all the time.
    @Test(
        "numbers by hash are found, removed and exchanged like those of a dictionary",
        arguments: Seeds.upTo(20))
    func hashedNumbers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let hashes = random.pick([3, 200, 1 << 20])
        var table = HashedNumbers()
        var expected: [Int64: Int] = [:]
        var snapshots: [(HashedNumbers, [Int64: Int])] = []
        for _ in 0..<2000 {
            let number = Int64.random(in: 1...600, using: &random)
            switch (expected[number], Int.random(in: 0..<4, using: &random)) {
            case (nil, _):
                let hash = Int.random(in: -hashes..<hashes, using: &random)
                table.insert(number, hash: hash)
                expected[number] = hash
            case (let hash?, 0):
                let other = Int64.random(in: 601...900, using: &random)
                guard expected[other] == nil else { continue }
                table.exchange(number, for: other)
                (expected[number], expected[other]) = (nil, hash)
            case (_?, 1...2):
                table.remove(number)
                expected[number] = nil
            default: break
            }
            if Int.random(in: 0..<200, using: &random) == 0 { snapshots.append((table, expected)) }
        }
        for (table, expected) in snapshots + [(table, expected)] {
            for number in Int64(1)...900 {
                let hash = expected[number] ?? 0
                let found = table.number(hash: hash) { $0 == number }
                #expect((found == number) == (expected[number] != nil), "\(random): \(number)")
            }
        }
    }

    @Test("ranges contain the numbers that were added, in any order", arguments: Seeds.upTo(10))
    func numberRanges(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ranges = NumberRanges()
        var expected: Set<Int64> = []
        for _ in 0..<300 {
            let number = Int64.random(in: 1...400, using: &random)
            if expected.insert(number).inserted { ranges.insert(number) }
        }
        for number in Int64(0)...401 {
            #expect(ranges.contains(number) == expected.contains(number), "\(random): \(number)")
        }
    }

    @Test("a copy of a paged array keeps its elements")
    func pagedArray() {
        var array = PagedArray(filler: 0)
        array.reach(1000)
        for index in 0..<1000 { array[index] = index }
        let copy = array
        for index in stride(from: 0, to: 1000, by: 100) { array[index] = -1 }
        #expect(Array(copy.elements.prefix(1000)) == Array(0..<1000))
        #expect(array[100] == -1 && array[101] == 101 && array[1 << 20] == 0)
        array.reach(40_000)
        array[40_000] = 7
        #expect(array[40_000] == 7 && array[39_999] == 0 && copy[40_000] == 0)
    }

    @Test("named values are found and listed in order", arguments: Seeds.upTo(10))
    func namedValues(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var values = NamedValues<Int>()
        var expected: [String: Int] = [:]
        var snapshot = (values, expected)
        for round in 0..<6000 {
            let name = random.pick(["a:", "b:", "ö:"]) + String(random.next() % 1500)
            let value = random.next() % 3 == 0 ? nil : round
            values[name] = value
            expected[name] = value
            if round == 3000 { snapshot = (values, expected) }
        }
        for (values, expected) in [snapshot, (values, expected)] {
            for prefix in ["", "a:", "b:1", "ö:", "z", "c"] {
                let names = expected.keys.filter { $0.hasPrefix(prefix) }
                    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                #expect(values.names(behind: prefix) == names, "\(random)")
                let found = names.last { expected[$0]?.isMultiple(of: 8) == true }
                #expect(values.last(behind: prefix)?.name == names.last, "\(random)")
                #expect(
                    values.last(behind: prefix) { $0.isMultiple(of: 8) }?.name == found, "\(random)"
                )
                #expect(values.values(behind: prefix) == names.map { expected[$0] }, "\(random)")
            }
            #expect(expected.allSatisfy { values[$0.key] == $0.value } && values["none"] == nil)
        }
    }

    @Test("copied rows have the values of the rows, and those that replace them")
    func packing() {
        let rows: [Row] = [
            Row(["a", 1, .null]), Row(["é", .decimal(1.5), [1, 2]]), Row([]), Row([true]),
        ]
        var packer = RowPacker()
        for row in rows { packer.append(row) }
        packer.append(rows[0], replacing: [0, 2], from: Row(["b", 2, ["x": 1]]))
        let copies = packer.finish()
        #expect(copies == rows + [Row(["b", 1, ["x": 1]])])
        #expect(copies.map { $0.keyHash(Array($0.slots)) } == copies.map(\.values.keyHash))
    }

    @Test("more rows than a block has are copied in order")
    func packingMany() {
        let rows = (0..<1000).map { Row([.integer($0), .string("row \($0)")]) }
        var packer = RowPacker()
        for row in rows { packer.append(row) }
        #expect(packer.finish() == rows)
    }
}
