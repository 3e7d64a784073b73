import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import Testing

@Suite("COPY", .needsPostgres)
struct CopyTests {
    private func fill(
        _ connection: PostgresConnection, _ numbers: Range<Int>, stopAt stop: Int? = nil
    ) throws {
        try connection.copy(into: "t (id, name, extra)", columns: 3) { (rows) throws(StoreError) in
            for number in numbers {
                if number == stop { throw StoreError(.corrupt, "row \(number) cannot be made") }
                rows.beginRow()
                rows.cells.append(Int64(number))
                rows.cells.append("name of \(number)")
                if number.isMultiple(of: 3) {
                    rows.cells.appendNull()
                } else {
                    rows.cells.append(data: Array(repeating: 1, count: number % 200))
                }
                try rows.endRow()
            }
        }
    }

    private func withTable(_ body: (PostgresConnection) throws -> Void) throws {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (id bigint PRIMARY KEY, name text, extra bytea)")
            try body(connection)
        }
    }

    @Test func `ten thousand rows arrive`() throws {
        try withTable { connection in
            try fill(connection, 0..<10_000)
            #expect(connection.changeCount == 10_000)
            let sql = "SELECT count(*), sum(id), count(extra), sum(length(extra)) FROM t"
            let sums = try connection.query(sql.replacing("sum(id)", with: "sum(id)::bigint")).map {
                [$0.integer(0), $0.integer(1), $0.integer(2), $0.integer(3)]
            }
            let bytes = (0..<10_000).filter { !$0.isMultiple(of: 3) }.reduce(0) { $0 + $1 % 200 }
            #expect(sums == [[10_000, 49_995_000, 6666, Int64(bytes)]])
        }
    }

    @Test(arguments: [0, 1, 9_999])
    func `rows that cannot be made leave none behind`(stop: Int) throws {
        try withTable { connection in
            let error = storeError { try fill(connection, 0..<10_000, stopAt: stop) }
            #expect(error?.message == "row \(stop) cannot be made")
            #expect(try connection.number("SELECT count(*) FROM t") == 0)
            try fill(connection, 0..<10)
            #expect(try connection.number("SELECT count(*) FROM t") == 10)
        }
    }

    @Test func `a duplicate is named by its index, not by its value`() throws {
        try withTable { connection in
            try fill(connection, 5000..<5001)
            let error = storeError { try fill(connection, 0..<10_000) }
            #expect(error?.code == .uniqueness)
            #expect(connection.failure?.constraint == "t_pkey")
            #expect(error.map { !"\($0)".contains("5000") } == true)
            #expect(try connection.number("SELECT count(*) FROM t") == 1)
        }
    }

    @Test func `a refused COPY leaves a usable connection`() throws {
        try withTable { connection in
            let error = storeError { try connection.copy(into: "missing", columns: 1) { _ in } }
            #expect(error?.code == .corrupt)
            try connection.execute("BEGIN")
            _ = storeError { try fill(connection, 0..<10, stopAt: 5) }
            #expect(connection.hasFailedTransaction)
            try connection.execute("ROLLBACK")
            #expect(try connection.copy(into: "t", columns: 3) { _ in } == 0)
        }
    }
}
