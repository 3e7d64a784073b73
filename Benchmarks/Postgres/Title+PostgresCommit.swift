import Mercator
import ObjectGraphPostgres

extension Title {
    static var postgresCommitNew: Title {
        Title(
            name: "postgres commit, new",
            summary: """
                New articles, authors and tags with their links, committed to empty tables of a \
                PostgreSQL database: from a set of changes, from a context, from bytes; the reference \
                copies rows with numbers into the same tables.
                """,
            obstacle: MeasuredServer.obstacle
        ) { pages in
            let page = pages.first
            let library = try PostgresLibrary()
            let rows = NumberedRows(RawRows(page))
            let raw = try RawPostgresLibrary(library.schema)
            try requireSameRows(library, page) { try raw.insert(rows) }
            let commits = try CommitContenders(library, page.bytes) { try library.empty() }
            let whole = Contender("Mercator, map and save", statements: library.statements) {
                try library.empty()
                return try library.container()
            } work: { container in
                let counts = try library.operation.run(page.bytes, in: container).counts
                try require(counts["Article"]?.inserted == page.count, "saved too little")
                return container
            }
            let reference = Contender("COPY of the same rows, one check of the ends") {
                try library.empty()
            } work: {
                try raw.insert(rows)
            }
            return Workload(
                payloadBytes: page.bytes.count, commits.contenders + [whole, reference],
                goals: commits.goals("G1", over: reference, tables: 4))
        }
    }

    static var postgresCommitChanged: Title {
        Title(
            name: "postgres commit, changed",
            summary: """
                Five columns of each article changed, committed to a PostgreSQL database: from a set \
                of changes, and from a context; the reference updates the rows from arrays, and checks \
                their versions.
                """,
            obstacle: MeasuredServer.obstacle
        ) { pages in
            let library = try PostgresLibrary()
            try library.save(pages.first.bytes)
            try library.keepArticles()
            let changed = zip(pages.first.articles, pages.second.articles).map { old, new in
                var article = new
                (article.author, article.tags) = (old.author, old.tags)
                return article
            }
            let bytes = PageWriter.page(changed)
            let commits = try CommitContenders(library, bytes) { try library.restoreArticles() }
            let raw = try RawPostgresLibrary(library.schema)
            let numbers = try library.articleNumbers()
            let rows = changed.map { record in
                NumberedRows.Article(
                    number: numbers[record.id] ?? 0, values: RawRows.Article(record), author: 0)
            }
            let reference = Contender("UPDATE … FROM unnest, versions checked") {
                try library.restoreArticles()
            } work: {
                try raw.update(rows)
            }
            return Workload(
                payloadBytes: bytes.count, commits.contenders + [reference],
                goals: commits.goals("G2", over: reference, tables: 1))
        }
    }

    /// Checks that the reference writes what Mercator writes.
    private static func requireSameRows(
        _ library: PostgresLibrary, _ page: Page, _ insert: () throws -> Void
    ) throws {
        try library.save(page.bytes)
        let digest = try library.digest()
        try library.empty()
        try insert()
        try require(try library.digest() == digest, "the reference writes other rows")
    }
}

/// The contenders that commit the changes of a page: as a set, and by a context.
private struct CommitContenders {
    let contenders: [Contender]
    private let trips = LastNumber()
    private let library: PostgresLibrary

    init(
        _ library: PostgresLibrary, _ bytes: [UInt8], restore: @escaping () throws -> Void
    ) throws {
        self.library = library
        let document = try PayloadDocument(parsing: bytes)
        let trips = trips
        let commit = Contender("Mercator, commit", statements: library.statements) {
            try restore()
            let context = try library.context(with: document)
            let changes = context.changeSet()
            context.closeReader()
            return changes
        } work: { changes in
            let before = library.backend.roundTrips
            try library.backend.commit(changes)
            trips.value = library.backend.roundTrips - before
        }
        let save = Contender("Mercator, save", statements: library.statements) {
            try restore()
            return try library.context(with: document)
        } work: { context in
            try context.save()
            return context
        }
        contenders = [commit, save]
    }

    /// The goals of the time and the round trips of a commit to a number of tables.
    func goals(_ name: String, over reference: Contender, tables: Int) -> [Goal] {
        let trips = trips
        return [
            Goal(
                name, "commit / \(reference.name)", atMost: 1.25,
                .time(of: "Mercator, commit", over: reference.name)),
            Goal(
                "G8", "round trips of the commit", atMost: Double(3 + tables),
                .number { trips.value }),
        ]
    }
}

/// The number of the last sample.
private final class LastNumber {
    var value: Int?
}
