import ObjectGraph
import ObjectGraphPostgres
import Testing

@Suite("The library of PostgreSQL")
struct LibraryTests {
    @Test func `a library without pipelines is refused with its version`() throws {
        let problem = try #require(PostgresLibrary(version: 130_011).problem)
        #expect(problem.code == .unsupported)
        #expect(problem.message.contains("libpq 14 or later"))
        #expect(problem.message.contains("13.11"))
        #expect(PostgresLibrary(version: 140_000).problem == nil)
        #expect(PostgresLibrary.current.problem == nil)
    }

    @Test func `a server before version 14 is refused with its version`() throws {
        let problem = try #require(
            PostgresServer(version: 130_016, encoding: "UTF8").problem(at: "database 'shop'"))
        #expect(problem.code == .unsupported)
        #expect(problem.message.contains("PostgreSQL 14 or later"))
        #expect(problem.message.contains("database 'shop' has 13.16"))
        #expect(PostgresServer(version: 140_000, encoding: "UTF8").problem(at: "") == nil)
    }

    @Test func `a database in another encoding is refused with its encoding`() throws {
        let problem = try #require(
            PostgresServer(version: 150_000, encoding: "SQL_ASCII").problem(at: "database 'old'"))
        #expect(problem.code == .cannotOpen)
        #expect(problem.message.contains("the encoding of database 'old' is SQL_ASCII"))
    }
}
