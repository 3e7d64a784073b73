import MercatorCSQLite
import ObjectGraphSQLite
import Testing

@Suite("The SQLite library")
struct SQLiteLibraryTests {
    @Test(arguments: [
        (3_036_000, true, "SQLite 3.37.0 or later is needed, this process is linked with 3.36.0"),
        (3_008_011, false, "this process is linked with 3.8.11; link a newer one"),
        (3_037_000, false, "SQLite needs its JSON functions"),
        (3_053_000, false, "SQLite needs its JSON functions"),
    ])
    func `a library that lacks something is refused with what to do`(
        version: Int, hasJSON: Bool, message: String
    ) throws {
        let problem = SQLiteLibrary(version: version, hasJSON: hasJSON).problem
        #expect(try #require(problem).contains(message))
    }

    @Test(arguments: [3_037_000, 3_038_000, 3_053_001, 4_000_000])
    func `a library that has everything is taken`(version: Int) {
        #expect(SQLiteLibrary(version: version, hasJSON: true).problem == nil)
    }

    @Test func `the library of this process is the one that is asked`() throws {
        #expect(SQLiteLibrary.current.version == Int(sqlite3_libversion_number()))
        #expect(SQLiteLibrary.current.hasJSON)
        #expect(SQLiteLibrary.current.problem == nil)
    }
}
