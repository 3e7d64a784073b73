import Foundation
import ObjectGraph
import ObjectGraphPostgres
import ObjectGraphSQL
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Values in PostgreSQL", .needsPostgres)
struct ValueTests {
    private static func decimal(_ text: String) throws -> Value {
        .decimal(try #require(Decimal(string: text)))
    }

    /// The values at the ends of each kind.
    private static func ends(_ kind: StoreColumn.Kind) throws -> [Value] {
        switch kind {
        case .boolean: [.boolean(true), .boolean(false)]
        case .integer: [0, 1, -1, .integer(.max), .integer(.min)]
        case .double:
            [
                .double(0), .double(.infinity), .double(-.infinity),
                .double(.greatestFiniteMagnitude), .double(-.greatestFiniteMagnitude),
                .double(.leastNonzeroMagnitude), .double(-.leastNonzeroMagnitude), .double(0.1),
            ]
        case .decimal:
            try [
                String(repeating: "9", count: 38), "-" + String(repeating: "9", count: 38),
                "1E127", "1E-127", "0.1", "0", "10000", "99990000", "0.0001", "0.00012345",
                "1234567.8901", "-12345.6789", "9." + String(repeating: "9", count: 37),
            ].map(decimal)
        case .text:
            [
                "", "a\0b", "\0", "\u{1}", "\u{1}\u{2}", "\u{2}", "\0\u{1}\0", "é", "e\u{301}",
                "\u{FFFF}\u{10FFFF}", "'\"\\%_$1", .string(String(repeating: "x\0", count: 40)),
            ]
        case .date:
            [
                .date(.distantPast), .date(.distantFuture),
                .date(try #require(Timestamp(seconds: 0, nanoseconds: 1))),
                .date(try #require(Timestamp("2014-08-31T00:29:15.25Z"))),
            ]
        case .data:
            [
                .data([]), .data([0]), .data(Array(0...255)),
                .data(Array(repeating: 7, count: 5_000_000)),
            ]
        case .uuid:
            [
                .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
                .uuid(try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))),
            ]
        case .json:
            [
                [], [:], ["a\0b"], [9_007_199_254_740_993, 1.5], ["k\u{1}": [["x": .null]]],
                (0..<100).reduce([] as Value) { inner, _ in [inner] },
            ]
        }
    }

    static let kinds: [StoreColumn.Kind] = [
        .boolean, .integer, .double, .decimal, .text, .date, .data, .uuid, .json,
    ]

    /// The declared type of a kind.
    private static func sql(_ kind: StoreColumn.Kind) -> String {
        switch kind {
        case .boolean: "boolean"
        case .integer: "bigint"
        case .double: "float8"
        case .decimal: "numeric"
        case .text, .date, .json: "text COLLATE \"C\""
        case .data: "bytea"
        case .uuid: "uuid"
        }
    }

    /// Returns the values of the column `v` of a table, in order, read in each of the three ways.
    private func read(
        _ kind: StoreColumn.Kind, _ connection: PostgresConnection
    ) throws -> [Value?] {
        let sql = "SELECT v FROM t ORDER BY i"
        let values = try connection.query(sql).map { $0.value(0, kind) }
        var streamed: [Value?] = []
        var rows = RowBlockBuilder(width: 1)
        try connection.forEachRow(sql, PostgresParameters()) { row in
            streamed.append(row.value(0, kind))
            #expect(row.append(0, kind, to: &rows))
            rows.endRow()
        }
        #expect(streamed == values)
        let block = rows.block()
        #expect(values.indices.map { Row(block, at: $0)[0] } == values)
        return values
    }

    @Test(
        "values at the ends of a type are kept exactly",
        arguments: kinds)
    func parameters(kind: StoreColumn.Kind) throws {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (i bigint, v \(Self.sql(kind)))")
            let values = try Self.ends(kind) + [.null]
            for (index, value) in values.enumerated() {
                var parameters = PostgresParameters()
                parameters.append(Int64(index))
                let isOfKind = parameters.append(value, kind)
                #expect(isOfKind)
                try connection.query("INSERT INTO t VALUES ($1, $2)", parameters)
                #expect(connection.changeCount == 1)
            }
            #expect(try read(kind, connection) == values)
        }
    }

    @Test(arguments: kinds)
    func `an array has each of its elements, also null`(kind: StoreColumn.Kind) throws {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (i bigint, v \(Self.sql(kind)))")
            let values = try Self.ends(kind) + [.null, .null]
            var parameters = PostgresParameters()
            parameters.append(values.indices.map(Int64.init))
            parameters.append(values, of: kind)
            let type = Self.sql(kind).split(separator: " ")[0]
            let sql = "INSERT INTO t SELECT * FROM unnest($1::bigint[], $2::\(type)[])"
            try connection.query(sql, parameters)
            #expect(connection.changeCount == values.count)
            #expect(try read(kind, connection) == values)

            var none = PostgresParameters()
            none.append([] as [Int64])
            none.append([], of: kind)
            try connection.query(sql, none)
            #expect(connection.changeCount == 0)
        }
    }

    @Test(arguments: kinds)
    func `COPY keeps each value`(kind: StoreColumn.Kind) throws {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (i bigint, v \(Self.sql(kind)))")
            let values = try Self.ends(kind) + [.null]
            let row = Row(values)
            try connection.copy(into: "t (i, v)", columns: 2) { (rows) throws(StoreError) in
                for slot in row.slots {
                    rows.beginRow()
                    rows.cells.append(Int64(slot))
                    rows.cells.append(row, slot, kind)
                    try rows.endRow()
                }
            }
            #expect(connection.changeCount == values.count)
            #expect(try read(kind, connection) == values)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random values are kept by parameters, arrays and COPY`(seed: UInt64) throws {
        try withConnection { connection in
            var random = SeededGenerator(seed: seed)
            let columns = Self.kinds.enumerated().map { "c\($0) \(Self.sql($1))" }
            try connection.execute("CREATE TABLE r (i bigint, \(columns.joined(separator: ", ")))")
            let rows = (0..<300).map { _ in
                Row(
                    Self.kinds.map { kind in random.chance(0.1) ? .null : Self.random(kind, &random)
                    })
            }
            let all = 0..<Self.kinds.count
            let places = all.map { "$\($0 + 2)" }.joined(separator: ", ")
            for (index, row) in rows[..<100].enumerated() {
                var parameters = PostgresParameters()
                parameters.append(Int64(index))
                for slot in all { parameters.append(row[slot], Self.kinds[slot]) }
                try connection.query("INSERT INTO r VALUES ($1, \(places))", parameters)
            }
            var arrays = PostgresParameters()
            arrays.append((100..<200).map(Int64.init))
            for slot in all {
                arrays.append(rows[100..<200].map { $0[slot] }, of: Self.kinds[slot])
            }
            try connection.query("INSERT INTO r SELECT * FROM unnest($1, \(places))", arrays)
            let names = all.map { "c\($0)" }.joined(separator: ", ")
            try connection.copy(into: "r (i, \(names))", columns: all.count + 1) {
                (copy) throws(StoreError) in
                for index in 200..<300 {
                    copy.beginRow()
                    copy.cells.append(Int64(index))
                    for slot in all { copy.cells.append(rows[index], slot, Self.kinds[slot]) }
                    try copy.endRow()
                }
            }
            let stored = try connection.query("SELECT \(names) FROM r ORDER BY i").map { row in
                Row(all.map { row.value(Int32($0), Self.kinds[$0]) ?? "misfit" })
            }
            #expect(stored == rows, "\(random)")
        }
    }

    private static func random(
        _ kind: StoreColumn.Kind, _ random: inout SeededGenerator
    ) -> Value {
        switch kind {
        case .boolean: return .boolean(random.chance(0.5))
        case .integer:
            return .integer(Int64(bitPattern: random.next()) >> random.pick(Array(0..<64)))
        case .double:
            let number = Double(bitPattern: random.next())
            return .double(number.isNaN ? 0.5 : number + 0)
        case .decimal:
            let digits = (0..<random.pick(Array(1...38))).map { _ in
                String(random.next() % 10)
            }.joined()
            let number = Decimal(string: digits) ?? 0
            return .decimal(
                Decimal(
                    sign: random.chance(0.5) && !number.isZero ? .minus : .plus,
                    exponent: random.pick(Array(-80...80)), significand: number))
        case .text:
            let scalars: [Unicode.Scalar] = ["\0", "\u{1}", "\u{2}", "a", "é", "😀", "'", "\\"]
            var text = String.UnicodeScalarView()
            for _ in 0..<random.pick(Array(0..<40)) { text.append(random.pick(scalars)) }
            return .string(String(text))
        case .date:
            let seconds = Int64.random(
                in: Timestamp.distantPast.seconds...Timestamp.distantFuture.seconds, using: &random)
            let nanoseconds = Int32.random(in: 0..<1_000_000_000, using: &random)
            return Timestamp(seconds: seconds, nanoseconds: nanoseconds).map(Value.date) ?? .null
        case .data:
            return .data((0..<random.pick(Array(0..<50))).map { _ in UInt8(random.next() % 256) })
        case .uuid: return Value(uuidWords: random.next(), random.next())
        case .json: return [.integer(Int64(random.next() % 100)), ["k": random.pick(["\0", "b"])]]
        }
    }

    @Test func `a negative zero is stored as zero`() throws {
        try withConnection { connection in
            var parameters = PostgresParameters([
                .double(-0.0), .decimal(Decimal(string: "-0") ?? 1),
            ])
            parameters.append([.double(-0.0)], of: .double)
            try connection.query("SELECT $1::text, $2::text, ($3)[1]::text", parameters).forEachRow
            {
                #expect([$0.text(0), $0.text(1), $0.text(2)] == ["0", "0", "0"])
            }
        }
    }

    @Test func `a value that is none in the model reads as a misfit`() throws {
        try withConnection { connection in
            let sql = """
                SELECT 'NaN'::float8, 'NaN'::numeric, 'Infinity'::numeric, '1e200'::numeric,
                    '99999999999999999999999999999999999999999'::numeric, 'soon'::text, '{'::text
                """
            let kinds: [StoreColumn.Kind] = [
                .double, .decimal, .decimal, .decimal, .decimal, .date, .json,
            ]
            try connection.query(sql).forEachRow { row in
                for (column, kind) in kinds.enumerated() {
                    var rows = RowBlockBuilder(width: 1)
                    #expect(row.value(Int32(column), kind) == nil, "\(column)")
                    #expect(!row.append(Int32(column), kind, to: &rows), "\(column)")
                }
                #expect(row.double(0).isNaN)
            }
        }
    }

    @Test func `the code of texts keeps their order and finds no false part`() throws {
        try withConnection { connection in
            try connection.execute("CREATE TABLE t (v text COLLATE \"C\")")
            let texts = [
                "\0", "\0\0", "\0a", "\u{1}", "\u{1}\0", "\u{2}", "a", "a\0", "a\u{1}", "",
            ]
            var parameters = PostgresParameters()
            parameters.append(texts)
            try connection.query("INSERT INTO t SELECT unnest($1)", parameters)
            let sorted = texts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
            #expect(try connection.texts("SELECT v FROM t ORDER BY v") == sorted)
            // The code of U+0001 U+0000 ends as that of U+0001 begins, but is none.
            for part in ["\0", "\u{1}", "\u{2}"] {
                var pattern = PostgresParameters()
                pattern.append(part)
                let found = try connection.query(
                    "SELECT v FROM t WHERE starts_with(v, $1) ORDER BY v", pattern
                ).map { $0.text(0) }
                #expect(found == sorted.filter { $0.utf8.starts(with: part.utf8) })
            }
        }
    }

    @Test func `a date is readable in SQL, and casts`() throws {
        try withConnection { connection in
            let date = try #require(Timestamp("2014-08-31T00:29:15.25Z"))
            let parameters = PostgresParameters([.date(date)])
            let texts = try connection.query(
                "SELECT $1::text, ($1::timestamp + interval '1 hour')::text", parameters
            ).map { [$0.text(0), $0.text(1)] }
            #expect(texts == [["2014-08-31 00:29:15.25", "2014-08-31 01:29:15.25"]])
        }
    }

    @Test func `a row of forty texts of 3 kB is kept`() throws {
        try withConnection { connection in
            let names = (0..<40).map { "c\($0)" }
            try connection.execute(
                "CREATE TABLE wide (\(names.map { $0 + " text" }.joined(separator: ", ")))")
            let texts = names.map { String(repeating: $0 + "é", count: 600) }
            try connection.copy(into: "wide", columns: 40) { (rows) throws(StoreError) in
                rows.beginRow()
                for text in texts { rows.cells.append(text) }
                try rows.endRow()
            }
            let stored = try connection.query("SELECT * FROM wide").map { row in
                (0..<40).map { row.text($0) }
            }
            #expect(stored == [texts])
        }
    }

    @Test func `a value of another kind is NULL, and told`() {
        var parameters = PostgresParameters()
        let isOfKind = [
            parameters.append("1", .integer), parameters.append(1, .text),
            parameters.append([1], .text), parameters.append(1, .boolean),
        ]
        #expect(isOfKind == [false, false, false, false])
    }
}
