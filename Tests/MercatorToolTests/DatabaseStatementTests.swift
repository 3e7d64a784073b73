#if canImport(PostgresTestSupport)
    import Foundation
    import PostgresTestSupport
    import TestSupport
    import Testing

    @Suite("mercator query --sql with a database", .needsPostgres, .endsInTime)
    struct DatabaseStatementTests {
        private let workshop: Workshop

        init() throws {
            workshop = try Workshop()
            try workshop.write(
                #"[{"id": 1, "name": "a", "price": 1.5}, {"id": 2, "name": "b\u0000c"}]"#,
                to: "Product.json")
        }

        /// Calls a closure with a schema that has two products.
        private func withProducts(_ body: (PostgresSchema) throws -> Void) throws {
            try PostgresSchema.with { schema in
                let run = try workshop.run("import", "Product.json", "--into", schema.url)
                try #require(run.status == 0, "\(run.errors)")
                try body(schema)
            }
        }

        @Test func `values have their kind`() throws {
            try withProducts { schema in
                let run = try workshop.run(
                    "query", schema.url,
                    """
                    SELECT "productID" AS id, name, price, 2 > 1 AS yes, NULL AS nothing,
                      '\\x00ff'::bytea AS bytes, 1.50::numeric AS decimal, '[1]'::jsonb AS json,
                      DATE '2026-01-02' AS day, 'NaN'::float8 AS nan, 3::smallint AS small
                    FROM "Product" ORDER BY 1
                    """, "--sql", "--lines")
                #expect(run.status == 0, "\(run.errors)")
                let rows = try run.output.split(separator: "\n").map {
                    try #require(
                        JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
                }
                #expect(rows.count == 2)
                let first = try #require(rows.first)
                #expect(first["id"] as? Int == 1)
                #expect(first["price"] as? Double == 1.5)
                #expect(first["yes"] as? Bool == true)
                #expect(first["nothing"] is NSNull)
                #expect(first["bytes"] as? String == "AP8=")
                #expect("\(first["decimal"] ?? "")".hasPrefix("1.5"))
                #expect(first["json"] as? String == "[1]")
                #expect(first["day"] as? String == "2026-01-02")
                #expect(first["nan"] as? String == "NaN")
                #expect(first["small"] as? Int == 3)
                #expect(rows.last?["name"] as? String == "b\0c")
            }
        }

        @Test(
            arguments: [
                (
                    "SELECT * FROM Product",
                    #"relation "product" does not exist; names have quotation marks: "Product""#
                ),
                (
                    #"SELECT * FROM "Produkt""#,
                    #"relation "Produkt" does not exist; did you mean 'Product'?"#
                ),
                ("SELEC", #"syntax error at or near "SELEC""#),
                ("SELECT $1", "expected a statement that returns rows, without parameters"),
                (
                    "SELECT 1; DELETE FROM \"Product\"",
                    "cannot insert multiple commands into a prepared statement"
                ),
                ("", "expected a statement that returns rows, without parameters"),
            ] as [(String, String)])
        func `a mistake is shown in the server's words`(sql: String, message: String) throws {
            try withProducts { schema in
                let run = try workshop.run("query", "--sql", "--", schema.url, sql)
                #expect(run.status == 64)
                #expect(run.output == "")
                #expect(run.errorLines == ["mercator: --sql: \(message)"])
            }
        }

        @Test func `nothing that writes is run`() throws {
            try withProducts { schema in
                for sql in [
                    "DELETE FROM \"Product\"", "DELETE FROM \"Product\" RETURNING 1",
                    "UPDATE \"Product\" SET name = 'x' RETURNING name", "DROP TABLE \"Product\"",
                    "CREATE TABLE x (y int)", "CREATE TEMP TABLE x (y int)", "VACUUM", "COMMIT",
                    "SET TRANSACTION READ WRITE", "COPY \"Product\" TO STDOUT",
                    "COPY \"Product\" FROM STDIN", "TRUNCATE \"Product\"", "DO 'BEGIN END'",
                    "WITH x AS (DELETE FROM \"Product\" RETURNING 1) SELECT * FROM x",
                    "SELECT set_config('transaction_read_only', 'off', true)",
                    "SELECT nextval('x')", "NOTIFY x", "SELECT * FROM \"Product\" FOR UPDATE",
                ] {
                    let run = try workshop.run("query", "--sql", "--", schema.url, sql)
                    #expect(run.status != 0, "\(sql)")
                    #expect(run.output == "", "\(sql)")
                    #expect(run.errorLines.count == 1, "\(sql): \(run.errors)")
                }
                #expect(
                    try schema.rows(#"SELECT count(*), sum(_version) FROM "Product""#) == ["2|2"])
            }
        }
    }
#endif
