#if canImport(PostgresTestSupport)
    import Foundation
    import ObjectGraphPostgres
    import PostgresTestSupport
    import TestSupport
    import Testing

    @Suite("mercator with a database", .needsPostgres, .endsInTime)
    struct DatabaseTests {
        private let workshop: Workshop

        init() throws {
            workshop = try Workshop()
            try workshop.addTimeline()
        }

        @Test func `commands that read answer as with a file`() throws {
            let file = try workshop.run("import", "timeline.json", "--into", "a.sqlite", "--json")
            try PostgresSchema.with { schema in
                let first = try workshop.run(
                    "import", "timeline.json", "--into", schema.url, "--json")
                #expect(first.status == 0, "\(first.errors)")
                #expect(first.output == file.output)
                let id = try workshop.rows("SELECT min(statusID) FROM Status", in: "a.sqlite")[0]
                let commands: [[String]] = [
                    ["schema", "STORE"], ["schema", "STORE", "--json"],
                    ["schema", "STORE", "--mermaid"], ["schema", "STORE", "--swift"],
                    ["show", "STORE"], ["show", "STORE", "Status"],
                    ["show", "STORE", "Status", "--json", "--limit", "500"],
                    ["show", "STORE", "Status", id, "--json"],
                    ["query", "STORE", "Status where user.followersCount > 100", "--csv"],
                    [
                        "query", "STORE", "User where name LIKE[cd] \"*A*\"", "--sort", "name",
                        "--lines",
                    ],
                    ["query", "STORE", "Status: user.screenName, count sort -count limit 5"],
                    [
                        "query", "STORE",
                        "Status group by user.screenName: count, max(retweetCount) having count > 1",
                        "--csv",
                    ],
                    ["query", "STORE", "Status: DISTINCT lang", "--lines"],
                    ["query", "STORE", "User: count where userID == 1", "--json"],
                    ["query", "STORE", "User sort -followersCount, userID limit 3", "--csv"],
                    ["explain", "timeline.json", "--into", "STORE"],
                ]
                for command in commands {
                    func run(_ store: String) throws -> Tool.Run {
                        try workshop.run(command.map { $0 == "STORE" ? store : $0 })
                    }
                    let (expected, found) = (try run("a.sqlite"), try run(schema.url))
                    #expect(expected.status == 0)
                    #expect(found.status == 0, "\(command): \(found.errors)")
                    #expect(found.output == expected.output, "\(command)")
                }
            }
        }

        @Test func `an import is repeated without effect, and a later page extends the store`()
            throws
        {
            try workshop.write(#"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#, to: "p.json")
            try workshop.write(#"[{"id": 2, "name": "b", "size": 3}]"#, to: "q.json")
            try PostgresSchema.with { schema in
                for _ in 0..<2 {
                    let run = try workshop.run("import", "p.json", "--into", schema.url)
                    #expect(run.status == 0, "\(run.errors)")
                    #expect(run.output.contains("\nDatabase: schema '\(schema.name)' of database "))
                    #expect(try schema.rows(#"SELECT sum(_version) FROM "P""#) == ["2"])
                }
                let later = try workshop.run("import", "q.json", "--into", schema.url)
                #expect(later.status == 0, "\(later.errors)")
                #expect(
                    try schema.rows(#"SELECT "pID", name, size, _version FROM "P" ORDER BY 1"#)
                        == ["1|a||1", "2|b|3|2"])
            }
        }

        @Test func `a seed, a tour and a report work`() throws {
            try workshop.write(#"[{"id": 1, "name": "a"}]"#, to: "p.json")
            try PostgresSchema.with { schema in
                let seed = try workshop.run("seed", "p.json", "--into", schema.url, "--replace")
                #expect(seed.status == 0, "\(seed.errors)")
                #expect(try schema.rows(#"SELECT count(*) FROM "P""#) == ["1"])
                let report = try workshop.run("report", schema.url, "--html", "page.html")
                #expect(report.status == 0, "\(report.errors)")
                #expect(try workshop.text(of: "page.html").contains("schema"))
            }
            try PostgresSchema.with { schema in
                let tour = try workshop.run("tour", "--into", schema.url)
                #expect(tour.status == 0, "\(tour.errors)")
                try #require(try workshop.run("tour", "--into", "tour.sqlite").status == 0)
                let articles = #"SELECT "articleID", title FROM "Article" ORDER BY 1"#
                #expect(try schema.rows(articles) == workshop.rows(articles, in: "tour.sqlite"))
            }
        }

        @Test func `the statements of a schema create its tables elsewhere`() throws {
            try PostgresSchema.with { schema in
                try #require(
                    try workshop.run("import", "timeline.json", "--into", schema.url).status == 0)
                let run = try workshop.run("schema", schema.url, "--sql")
                #expect(run.status == 0, "\(run.errors)")
                try PostgresSchema.with { other in
                    let connection = try other.connect()
                    try connection.execute("CREATE SCHEMA \"\(other.name)\"")
                    try connection.execute(run.output.replacing("\(schema.name).", with: ""))
                    let columns = """
                        SELECT table_name, column_name, data_type, collation_name, is_nullable
                        FROM information_schema.columns
                        WHERE table_schema = current_schema() ORDER BY 1, ordinal_position
                        """
                    #expect(try other.rows(columns) == schema.rows(columns))
                    let indexes = """
                        SELECT tablename, indexname, replace(indexdef, schemaname, '')
                        FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1, 2
                        """
                    #expect(try other.rows(indexes) == schema.rows(indexes))
                }
            }
        }

        @Test func `there is no store in a schema that does not exist`() throws {
            try PostgresSchema.with { schema in
                for command in [
                    ["show"], ["schema"], ["query", "User"], ["report", "--html", "a"],
                ] {
                    let run = try workshop.run([command[0], schema.url] + command.dropFirst())
                    #expect(run.status == 1)
                    #expect(run.errors.contains("schema '\(schema.name)' of database "))
                    #expect(run.errorLines.count == 1)
                }
                #expect(
                    try schema.rows(
                        "SELECT nspname FROM pg_namespace WHERE nspname = '\(schema.name)'") == [])
            }
        }

        @Test(arguments: ["Zoo & Tiere", "select", "ä\"b"])
        func `a schema can have any name`(name: String) throws {
            try workshop.write(#"[{"id": 1, "name": "a"}]"#, to: "p.json")
            let encoded = try #require(
                name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            try PostgresSchema.with { schema in
                let own = schema.name + " " + name
                let quoted = "\"" + own.replacing("\"", with: "\"\"") + "\""
                defer { try? schema.connect().execute("DROP SCHEMA \(quoted) CASCADE") }
                let url = schema.url + "%20" + encoded
                #expect(try workshop.run("import", "p.json", "--into", url).status == 0)
                #expect(try schema.rows("SELECT count(*) FROM \(quoted).\"P\"") == ["1"])
                let show = try workshop.run("show", url, "--lines")
                #expect(show.output.contains(#""entity":"P""#) || show.output.contains("\"P\""))
            }
        }

        @Test func `a dry run and a comparison write nothing, and say what a file says`() throws {
            try workshop.write(#"[{"id": 1, "name": "a"}]"#, to: "p.json")
            try workshop.write(#"[{"id": 1, "name": "b", "size": 3}, {"id": 2}]"#, to: "q.json")
            try PostgresSchema.with { schema in
                for store in ["a.sqlite", schema.url] {
                    let run = try workshop.run("import", "p.json", "--into", store)
                    try #require(run.status == 0, "\(run.errors)")
                }
                for command in [["import", "q.json", "--dry-run", "--json"], ["diff", "q.json"]] {
                    let expected = try workshop.run(command + ["--into", "a.sqlite"])
                    let found = try workshop.run(command + ["--into", schema.url])
                    #expect(found.status == 0, "\(found.errors)")
                    #expect(found.output == expected.output && !found.output.isEmpty)
                }
                #expect(
                    try schema.rows(#"SELECT name, _version FROM "P" ORDER BY 1"#) == ["a|1"])
            }
        }
    }
#endif
