import Mercator

extension Title {
    static var mapAgainUnchanged: Title {
        Title(
            name: "map again unchanged",
            summary: """
                The same bytes into the file that has them already; no row is written. With a \
                memory, the load before has changed nothing either.
                """,
            largest: 300_000
        ) { pages in
            let files = try SavedFiles(pages)
            let mercator = Contender("Mercator", statements: files.statements) {
                try files.openMercator()
            } work: { container in
                let total = try files.operation.run(pages.first.bytes, in: container).total
                try require(total.inserted + total.updated == 0, "something was written")
                return container
            }
            var poll = files.operation
            let memory = LoadMemory()
            poll.memory = memory
            let polled = try files.openMercator()
            _ = try poll.run(pages.first.bytes, in: polled)
            let remembering = Contender("Mercator, with a memory", statements: files.statements) {
                let hits = memory.hitCount
                _ = try poll.run(pages.first.bytes, in: polled)
                try require(memory.hitCount == hits + 1, "the payload was mapped")
            }
            let rows = RawRows(pages.first)
            let raw = Contender("raw SQLite, upserts WHERE … IS NOT") {
                try files.openRaw()
            } work: { library in
                try library.upsert(rows)
                try require(library.changeCount == 0, "something was written")
                return library
            }
            return Workload(
                payloadBytes: pages.first.bytes.count, [mercator, remembering, raw])
        }
    }

    static var mapAgainChanged: Title {
        Title(
            name: "map again changed",
            summary: """
                Bytes with every article changed into a file; the two versions of the page take turns.
                """,
            largest: 300_000
        ) { pages in
            let files = try SavedFiles(pages)
            var mercatorPages = Alternation(pages.second, pages.first)
            let mercator = Contender("Mercator", statements: files.statements) {
                (try files.openMercator(), mercatorPages.next())
            } work: { container, page in
                let counts = try files.operation.run(page.bytes, in: container).counts
                try require(counts["Article"]?.updated == page.count, "too few were changed")
                return container
            }
            var rawRows = Alternation(RawRows(pages.second), RawRows(pages.first))
            let raw = Contender("raw SQLite, upserts of decoded values") {
                (try files.openRaw(), rawRows.next())
            } work: { library, rows in
                try library.upsert(rows)
                try require(library.changeCount >= rows.articles.count, "too few were changed")
                return library
            }
            return Workload(payloadBytes: pages.first.bytes.count, [mercator, raw])
        }
    }
}

/// Files with the first version of a page, one per contender.
private struct SavedFiles {
    private let folder: TemporaryFolder
    let operation: MappingOperation
    /// Counts the statements of Mercator's file.
    let statements = StatementCounter()

    init(_ pages: PagePair) throws {
        folder = try TemporaryFolder()
        operation = try Library.operation()
        _ = try operation.run(pages.first.bytes, in: openMercator())
        try openRaw().insert(RawRows(pages.first))
    }

    func openMercator() throws -> PersistentContainer {
        try PersistentContainer(
            model: operation.plan.model,
            store: SQLiteStore(folder.path("mercator.sqlite"), options: statements.options))
    }

    func openRaw() throws -> RawLibrary { try RawLibrary(path: folder.path("raw.sqlite")) }
}

/// Alternates between two elements.
private struct Alternation<Element> {
    private var upcoming: Element
    private var other: Element

    init(_ first: Element, _ second: Element) {
        upcoming = first
        other = second
    }

    mutating func next() -> Element {
        defer { swap(&upcoming, &other) }
        return upcoming
    }
}
