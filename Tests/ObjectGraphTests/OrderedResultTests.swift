import ObjectGraph
import TestSupport
import Testing

@Suite("Rows in order")
struct OrderedResultTests {
    /// The rows of a list that is sorted again after each change.
    private struct NaiveResult {
        var rows: [ResultRow] = []

        mutating func sort() {
            rows.sort { left, right in
                for (index, isAscending) in [true, false].enumerated() {
                    switch left.values[index].order(to: right.values[index]) {
                    case .before: return isAscending
                    case .after: return !isAscending
                    case .same: continue
                    }
                }
                return left.number < right.number
            }
        }
    }

    private static func sorter() throws -> RowSorter {
        let model = try ContractModel.make()
        return try RowSorter(
            [.ascending("title"), .descending("small")],
            entity: try #require(model.index(ofEntity: "Article")), model: model)
    }

    private static func row(_ number: Int64, _ generator: inout SeededGenerator) -> ResultRow {
        let title: Value =
            generator.chance(0.1) ? .null : .string("\(Int.random(in: 0..<40, using: &generator))")
        return ResultRow(
            number: number, version: Int64.random(in: 1...9, using: &generator),
            values: [
                title, .integer(Int64.random(in: 0..<5, using: &generator)),
                .integer(Int64.random(in: 0..<3, using: &generator)),
            ])
    }

    private static func expectSame(
        _ rows: OrderedResult, _ naive: NaiveResult, _ seed: UInt64,
        _ generator: inout SeededGenerator
    ) {
        #expect(rows.count == naive.rows.count)
        let numbers = naive.rows.map(\.number)
        let list = rows.list(0..<rows.count)
        #expect(list.numbers == numbers, "seed \(seed)")
        #expect(list.versions == naive.rows.map(\.version), "seed \(seed)")
        #expect(rows.last == naive.rows.last, "seed \(seed)")
        let lower = Int.random(in: 0...rows.count, using: &generator)
        let part = lower..<lower + Int.random(in: 0...700, using: &generator)
        #expect(rows.list(part).numbers == Array(numbers[part.clamped(to: 0..<numbers.count)]))
        rows.withIndices { indices in
            for _ in 0..<20 {
                let number = Int64.random(in: 0..<6000, using: &generator)
                let index = numbers.firstIndex(of: number)
                #expect(indices[number] == index, "seed \(seed)")
                #expect(rows.row(number) == index.map { naive.rows[$0] }, "seed \(seed)")
                if let index { #expect(rows.number(at: index) == number, "seed \(seed)") }
            }
        }
    }

    @Test(arguments: Seeds.upTo(40))
    func `are those of a sorted array`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sorter = try Self.sorter()
        var naive = NaiveResult()
        for number in 0..<Int64(generator.pick([0, 10, 800, 3000])) {
            naive.rows.append(Self.row(number, &generator))
        }
        naive.sort()
        var rows = OrderedResult(naive.rows, orderedBy: sorter, columns: 1)
        var next = Int64(naive.rows.count)
        for _ in 0..<12 {
            // Runs of one kind make chunks that are divided, and others that are united.
            let kind = generator.pick([0, 1, 2, 3])
            for _ in 0..<generator.pick([1, 20, 400]) {
                if kind == 0 || naive.rows.isEmpty {
                    let row = Self.row(next, &generator)
                    next += 1
                    naive.rows.append(row)
                    rows.insert(row)
                    continue
                }
                let index = Int.random(in: naive.rows.indices, using: &generator)
                var row = naive.rows[index]
                switch kind {
                case 1:
                    naive.rows.swapAt(index, naive.rows.count - 1)
                    naive.rows.removeLast()
                    rows.remove(row.number)
                case 2:
                    row = Self.row(row.number, &generator)
                    naive.rows[index] = row
                    rows.remove(row.number)
                    rows.insert(row)
                default:
                    (row.version, row.values[2]) = (row.version + 1, .integer(7))
                    naive.rows[index] = row
                    rows.replace(row)
                }
            }
            naive.sort()
            Self.expectSame(rows, naive, seed, &generator)
        }
        let rest = naive.rows.count / 3
        rows.removeAll(after: rest)
        naive.rows = Array(naive.rows.prefix(rest))
        Self.expectSame(rows, naive, seed, &generator)
    }
}
