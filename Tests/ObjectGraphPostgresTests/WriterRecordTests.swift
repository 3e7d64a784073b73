import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Rows of writers", .needsPostgres)
struct WriterRecordTests {
    private static let question = "SELECT count(*) FROM mercator_writers WHERE id <> 0"

    @Test func `those of processes that were killed are removed, and counted as before`() throws {
        try PostgresSchema.with { schema in
            let store = PostgresStore(schema.connectionString, options: .init(schema: schema.name))
            let fixture = try StoreFixture(store)
            try fixture.insert("Tag", ["name": "a"])
            let connection = try schema.connect()
            let today = try WriterRecord.today(connection)
            for age in 0..<5 as Range<Int64> {
                for _ in 0..<40 {
                    var record = WriterRecord(day: today - age)
                    try record.raise(connection)
                    record.remember()
                }
            }
            let total = try WriterRecord.total(connection)
            #expect(total == 201)
            let version = try fixture.backend.foreignVersion()
            // Those of today and yesterday may be in use.
            let other = try StoreFixture(store)
            #expect(try connection.number(Self.question) == 81)
            #expect(try WriterRecord.total(connection) == total)
            #expect(try fixture.backend.foreignVersion() == version)
            try other.insert("Tag", ["name": "b"])
            #expect(try fixture.backend.foreignVersion() != version)
            try fixture.insert("Tag", ["name": "c"])
            #expect(try WriterRecord.total(connection) == total + 2)
        }
    }

    @Test func `a store that is only read leaves them`() throws {
        try PostgresSchema.with { schema in
            let options = PostgresStore.Options(schema: schema.name)
            _ = try StoreFixture(PostgresStore(schema.connectionString, options: options))
            let connection = try schema.connect()
            try WriterRecord(day: 1).raise(connection)
            var reading = options
            reading.isReadOnly = true
            _ = try StoreFixture(PostgresStore(schema.connectionString, options: reading))
            #expect(try connection.number(Self.question) == 1)
        }
    }
}
