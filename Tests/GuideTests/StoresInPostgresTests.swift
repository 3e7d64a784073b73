#if canImport(PostgresTestSupport)
    import Mercator
    import ObjectGraphPostgres
    import PostgresTestSupport
    import Testing

    /// The questions of the guide *Stores*, with the quotation marks that PostgreSQL requires.
    @Suite("Stores in PostgreSQL", .needsPostgres)
    struct StoresInPostgresTests {
        @Test func `the questions of the guide have the same answers in psql`() throws {
            try PostgresSchema.with { schema in
                let model = try ManagedObjectModel(
                    StoresTests.Article.self, StoresTests.Author.self, StoresTests.Tag.self)
                let container = try PersistentContainer(
                    model: model,
                    store: PostgresStore(
                        schema.connectionString, options: .init(schema: schema.name)))
                try MappingOperation(StoresTests.plan(model)).run(
                    StoresTests.payload.utf8, in: container
                ).requireNoIssues()
                let guide = try Guide("Guides/Stores.md")
                let questions = guide.blocks.filter { $0.language == "sql" }.map(\.text)
                #expect(questions.count == guide.texts.count && questions.count > 2)
                for (question, answer) in zip(questions, guide.texts) {
                    let sql = "SET search_path = \(schema.name); \(quoted(question))"
                    let found = try PostgresShell.run(sql, schema.connectionString)
                    #expect(lines(found, question) == lines(answer, question))
                }
            }
        }

        /// Returns a question with quotation marks around the names of tables, unless they are
        /// texts.
        private func quoted(_ question: String) -> String {
            question.split(separator: "'", omittingEmptySubsequences: false).enumerated()
                .map { index, part in
                    guard index % 2 == 0 else { return String(part) }
                    return String(
                        part.replacing(/\b(Article_tags|Article|Tag)\b/.wordBoundaryKind(.simple)) {
                            "\"\($0.1)\""
                        })
                }
                .joined(separator: "'")
        }

        /// Returns the lines of an answer, whose order matters only if the question has one.
        private func lines(_ answer: String, _ question: String) -> [Substring] {
            let lines = answer.split(separator: "\n")
            return question.contains("ORDER BY") ? lines : lines.sorted()
        }
    }
#endif
