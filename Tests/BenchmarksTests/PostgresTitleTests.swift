#if canImport(LocalPostgres)
    import Benchmarks
    import PostgresTestSupport
    import Testing

    @Suite("Titles about PostgreSQL", .needsPostgres)
    struct PostgresTitleTests {
        @Test(arguments: Title.all.map(\.name).filter { $0.hasPrefix("postgres") })
        func `every contender does its work twice, and every goal is measured`(
            name: String
        ) async throws {
            let goals = try #require(try await TitleRun.twice(name).goals)
            #expect(goals.allSatisfy { $0.measured > 0 })
        }

        @Test func `every goal of the store has a title`() throws {
            let titles = Title.all.filter { $0.name.hasPrefix("postgres") }
            let goals = try titles.flatMap { title in
                try title.workload(PagePair(count: 2)).goals.map(\.name)
            }
            #expect(Set(goals) == Set((1...8).map { "G\($0)" }))
        }
    }
#else
    import Benchmarks
    import Testing

    @Suite("Titles about PostgreSQL")
    struct PostgresTitleTests {
        @Test func `without the library of PostgreSQL, its titles are missing for a reason`() throws
        {
            let arguments = try Arguments(["--filter", "postgres"])
            let error = #expect(throws: BenchmarkError.self) { try arguments.titles() }
            #expect(
                error?.description
                    == "the benchmarks were built without libpq-fe.h: install libpq-dev")
        }
    }
#endif
