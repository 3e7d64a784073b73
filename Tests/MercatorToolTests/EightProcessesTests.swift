#if canImport(PostgresTestSupport)
    import ConnectionEvaluation
    import Foundation
    import ObjectGraph
    import ObjectGraphPostgres
    import ObjectGraphSQL
    import ObjectGraphSQLite
    import PostgresTestSupport
    import TestSupport
    import Testing

    @Suite("Eight processes and one database", .needsPostgres, .endsInTime)
    struct EightProcessesTests {
        private static let (processCount, pagesOfEach, recordCount) = (8, 4, 60)
        private let workshop: Workshop

        init() throws { workshop = try Workshop() }

        /// Writes pages that have a number of tenths in common with the next one: articles with
        /// tags, and the authors that they name by key.
        ///
        /// - Returns: The number of different articles.
        private func writePages(overlap: Int) throws -> Int {
            let step = Self.recordCount * (10 - overlap) / 10
            let pageCount = Self.processCount * Self.pagesOfEach
            for page in 0..<pageCount {
                let articles = (page * step..<(page * step + Self.recordCount)).map { number in
                    #"{"id": \#(number), "title": "t\#(number)", "authorId": \#(number % 11 + 1), "#
                        + #""tags": [{"id": \#(number % 5), "label": "l\#(number % 5)"}, "#
                        + #"{"id": \#(number % 7 + 5), "label": "l\#(number % 7 + 5)"}]}"#
                }
                let authors = (1...11).map { #"{"id": \#($0), "name": "a\#($0)"}"# }
                try workshop.write(
                    #"{"articles": [\#(articles.joined(separator: ", "))], "#
                        + #""authors": [\#(authors.joined(separator: ", "))]}"#,
                    to: "p\(page).json")
            }
            return (pageCount - 1) * step + Self.recordCount
        }

        private func words(_ process: Int, into store: String) -> [String] {
            let first = process * Self.pagesOfEach
            let pages = (first..<(first + Self.pagesOfEach)).map { "p\($0).json" }
            return ["import"] + pages + ["--into", store, "--mapping", "m.json", "--batch", "20"]
        }

        /// A process that imports, with the file that receives its messages.
        private struct Importer {
            let process: Process
            let errors: Capture

            init(_ words: [String], _ workshop: Workshop) throws {
                errors = try Capture(in: workshop.directory)
                process = Tool.process(words, in: workshop.directory)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = errors.handle
                try process.run()
            }

            /// Waits for the end; returns the messages of a failure.
            func wait() throws -> String? {
                process.waitUntilExit()
                let text = try errors.text()
                return process.terminationStatus == 0 ? nil : text
            }
        }

        /// The objects of a store by their keys, with those to which they refer, and the
        /// connections that it keeps.
        private func content(_ description: StoredDescription, _ store: any PersistentStore) throws
            -> [String]
        {
            let container = try PersistentContainer(model: description.model, store: store)
            func name(_ object: ManagedObject) -> String {
                let keys = description.identifications[object.entity.name] ?? []
                return
                    "\(object.entity.name) \(keys.map { "\(object[$0])" }.joined(separator: ", "))"
            }
            let objects = try container.perform { context in
                try description.model.entities.flatMap { entity in
                    try context.fetch(FetchRequest(entity.name)).map { object in
                        let values = entity.attributes.map { "\($0.name): \(object[$0.name])" }
                        let others = entity.relationships.map { relationship in
                            let found =
                                relationship.isToMany
                                ? object[toMany: relationship.name]
                                : object[toOne: relationship.name].map { [$0] } ?? []
                            return "\(relationship.name): \(found.map(name).sorted())"
                        }
                        return "\(name(object)) \(values) \(others)"
                    }
                }.sorted()
            }
            return objects + (try container.registeredConnections().map { "\($0)" }.sorted())
        }

        /// The pool has fewer connections to the server than there are processes, each of which
        /// wants two: to read, and to save or take numbers.
        @Test(.needsPooler, arguments: TestTier.pick(gate: [4], long: [2, 4, 6]))
        func `import overlapping pages behind a small pool in transaction mode`(
            size: Int
        ) throws {
            let count = try writePages(overlap: 5)
            try importAlone()
            try PostgresSchema.with { schema in
                let pooler = try PoolerServer(to: .shared(), .transaction, size: size)
                defer { pooler.stop() }
                let url = schema.url(pooler.connectionString) + "&preparesStatements=false"
                try importAtOnce(SeededGenerator(seed: UInt64(size))) { _ in url }
                try compare(schema, articles: count)
            }
        }

        /// The tables are reference tables, of which each of three nodes has a copy.
        @Test(.needsCitus) func `import overlapping pages into three nodes of Citus`() throws {
            let count = try writePages(overlap: 5)
            try importAlone()
            try PostgresSchema.with(on: CitusCluster.shared().connectionString) { schema in
                try importAtOnce(SeededGenerator(seed: 5)) { _ in
                    schema.url(schema.connectionString)
                }
                try compare(schema, articles: count)
            }
        }

        /// Finds a mapping, and imports all pages into a file, one after the other.
        private func importAlone() throws {
            let infer = try workshop.run("infer", "p0.json", "p1.json", "--save", "m.json")
            try #require(infer.status == 0, "\(infer.errors)")
            for process in 0..<Self.processCount {
                let run = try workshop.run(words(process, into: "alone.sqlite"))
                try #require(run.status == 0, "\(run.errors)")
            }
        }

        /// One process reaches the server through a slow network, and some are killed and repeated.
        @Test(arguments: TestTier.pick(gate: [5], long: [0, 5, 9]))
        func `import overlapping pages, and give what one after the other gives`(
            overlap: Int
        ) throws {
            let count = try writePages(overlap: overlap)
            try importAlone()
            try PostgresSchema.with { schema in
                let relay = PostgresTestServer.isExternal ? nil : try PostgresRelay(to: .shared())
                defer { relay?.stop() }
                relay?.delay(300)
                try importAtOnce(SeededGenerator(seed: UInt64(overlap))) { process in
                    relay.map { process == 7 ? schema.url($0.connectionString) : schema.url }
                        ?? schema.url
                }
                try compare(schema, articles: count)
            }
        }

        /// Imports all pages in eight processes, of which three are killed and repeated.
        private func importAtOnce(
            _ seed: SeededGenerator, into url: (Int) -> String
        ) throws {
            var random = seed
            let importers = try (0..<Self.processCount).map {
                try Importer(words($0, into: url($0)), workshop)
            }
            var killed: [Int] = []
            for process in [1, 4, 6] {
                usleep(UInt32.random(in: 50_000...400_000, using: &random))
                kill(importers[process].process.processIdentifier, SIGKILL)
                importers[process].process.waitUntilExit()
                if importers[process].process.terminationReason == .uncaughtSignal {
                    killed.append(process)
                }
            }
            let repeated = try killed.map { try Importer(words($0, into: url($0)), workshop) }
            for (process, importer) in importers.enumerated() where !killed.contains(process) {
                let failure = try importer.wait()
                #expect(failure == nil, "\(seed)")
            }
            for importer in repeated {
                let failure = try importer.wait()
                #expect(failure == nil, "\(seed)")
            }
            #expect(!killed.isEmpty)
        }

        private func compare(_ schema: PostgresSchema, articles: Int) throws {
            let database = PostgresStore(
                schema.connectionString, options: .init(schema: schema.name))
            let path = workshop.directory.appendingPathComponent("alone.sqlite").path
            let file = SQLiteStore(path, options: .init(isReadOnly: true))
            let found = try content(database.storedDescription(), database)
            let expected = try content(file.storedDescription(), file)
            #expect(found.count == expected.count)
            #expect(Set(found).symmetricDifference(expected).sorted() == [])
            for (table, key, rows) in [
                ("Article", "articleID", articles), ("Author", "authorID", 11),
                ("Tag", "tagID", 12),
            ] {
                let counts = try schema.rows(
                    "SELECT count(*), count(DISTINCT \"\(key)\") FROM \"\(table)\"")
                #expect(counts == ["\(rows)|\(rows)"])
            }
            let links = try schema.rows(
                "SELECT table_name FROM information_schema.tables WHERE table_name LIKE '%tags%' "
                    + "AND table_schema = current_schema()")
            let linkCount = try schema.rows("SELECT count(*) FROM \"\(links.first ?? "")\"")
            #expect(linkCount == ["\(articles * 2)"])
            let open = try schema.rows("SELECT count(*) FROM \"Article\" WHERE author IS NULL")
            #expect(open == ["0"])
        }
    }
#endif
