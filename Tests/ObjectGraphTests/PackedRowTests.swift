import Foundation
import ObjectGraph
import Testing

@Suite("Rows that lie in a block")
struct PackedRowTests {
    static let values: [Value] = [
        .null, true, false, 0, .integer(.min), .integer(.max), 0.0, .double(-0.0), 1.5,
        .double(.infinity), .date(.distantPast), .date(.distantFuture), "", "a", "Grüße 👩‍👩‍👧",
        "a\u{0}b", "e\u{301}", "é", .data([]), .data(Array(repeating: 7, count: 100_000)),
        .decimal(Decimal(sign: .minus, exponent: -3, significand: 5)), .uuid(UUID()), [], [1, -2],
        ["a", "b"], [1, "two", .null, [2.5]], [:], ["a": 1],
    ]

    /// Returns rows of two slots, built cell by cell: a value, and the index of the row.
    private func block(_ values: [Value]) -> RowBlock {
        var builder = RowBlockBuilder(width: 2)
        for (number, value) in values.enumerated() {
            builder.appendValue(value)
            builder.append(RowCell.integer(Int64(number)))
            builder.endRow()
        }
        return builder.takeBlock(goesOn: false)
    }

    @Test(arguments: values)
    func `every kind of value comes back`(value: Value) {
        let row = Row(block(["before", value, "after"]), at: 1)
        #expect(row.count == 2 && row.values == [value, 1])
        #expect(row[0] == value && row.isNull(0) == value.isNull)
        #expect(row.has(value, in: 0) && row.detached.values == row.values)
    }

    @Test(arguments: values)
    func `a row equals the one of plain values, and no other`(value: Value) {
        let all = PackedRowTests.values
        let packed = Row(block([value]), at: 0)
        let others = block(all)
        for (place, other) in all.enumerated() {
            let plain = Row([other, 0])
            let isSame = value == other
            #expect((packed == plain) == isSame && (plain == packed) == isSame, "\(other)")
            #expect(packed.has(other, in: 0) == isSame, "\(other)")
            #expect(packed.isSame(0, as: Row(others, at: place)) == isSame, "\(other)")
            #expect(
                !isSame || value.hashValue != other.hashValue || packed.hashValue == plain.hashValue
            )
        }
    }

    @Test
    func `writing to a row leaves its neighbours alone`() {
        let block = block(["a", "b", "c"])
        var row = Row(block, at: 1)
        let copy = row
        row[0] = "new"
        row[1] = .null
        #expect(row.values == ["new", .null] && copy.values == ["b", 1])
        #expect(Row(block, at: 0).values == ["a", 0] && Row(block, at: 2).values == ["c", 2])
    }

    @Test
    func `texts and lists are the bytes that were appended`() {
        var builder = RowBlockBuilder(width: 2)
        for text in ["", "Grüße", "a\u{0}b"] {
            builder.appendText(.ownText, text.utf8)
            builder.appendText(.ownList, "[1,\"\(text.count)\"]".utf8)
            builder.endRow()
        }
        let block = builder.takeBlock(goesOn: false)
        #expect(Row(block, at: 0).values == ["", [1, "0"]])
        #expect(Row(block, at: 1).values == ["Grüße", [1, "5"]])
        #expect(Row(block, at: 2).values == ["a\u{0}b", [1, "3"]])
        #expect(Row(block, at: 1).has([1, "5"], in: 1) && !Row(block, at: 1).has([1], in: 1))
    }

    @Test(arguments: [false, true])
    func `a block that was taken is not changed by the next one`(goesOn: Bool) {
        var builder = RowBlockBuilder(width: 1)
        builder.appendValue("first")
        builder.endRow()
        let first = builder.takeBlock(goesOn: goesOn)
        #expect(builder.count == 0)
        builder.appendValue("second")
        builder.endRow()
        let second = builder.takeBlock(goesOn: false)
        #expect(Row(first, at: 0).values == ["first"] && Row(second, at: 0).values == ["second"])
    }

    @Test
    func `rows without slots have a block, too`() {
        var builder = RowBlockBuilder(width: 0)
        builder.endRow()
        builder.endRow()
        #expect(builder.count == 2)
        #expect(Row(builder.takeBlock(goesOn: false), at: 1).values == [])
    }

    #if os(macOS) || os(Linux)
        @Test
        func `a row that lacks a cell is a mistake`() async {
            await #expect(processExitsWith: .failure) {
                var builder = RowBlockBuilder(width: 2)
                builder.append(RowCell.null)
                builder.endRow()
            }
        }
    #endif
}
