import Mercator

extension Title {
    /// Titles for each share of known accounts in each kind of store; contenders are
    /// lookup strategies.
    static var identify: [Title] {
        Accounts.Share.allCases.flatMap { share in
            [identify(share, isSQLite: true), identify(share, isSQLite: false)]
        }
    }

    private static func identify(_ share: Accounts.Share, isSQLite: Bool) -> Title {
        Title(
            name: "identify \(share.rawValue), " + (isSQLite ? "SQLite" : "in memory"),
            summary: """
                A parsed payload of 1000 accounts mapped into a context, not saved; the store has as \
                many as the size says. The index is loaded before.
                """,
            largest: 1_000_000
        ) { pages in
            let store = try StoredAccounts(pages.count, isSQLite: isSQLite)
            let bytes = Accounts.page(share.ids(stored: pages.count))
            let document = try PayloadDocument(parsing: bytes)
            let cache = IdentityCache(for: store.container)
            try cache.load(for: store.operation.plan)
            var ways: [(String, IdentityLookup)] = [
                ("preloaded", .preloaded(cache)), ("per batch", .perBatch),
            ]
            if share == .new { ways.insert(("insert only", .insertOnly), at: 1) }
            let contenders = ways.map { name, lookup in
                Contender(name, statements: store.statements) {
                    let inserted = try store.insertedCount(document, lookup)
                    let expected = share.ids(stored: pages.count).count { $0 > pages.count }
                    try require(inserted == expected, "found other accounts than there are")
                }
            }
            return Workload(
                payloadBytes: bytes.count, handledRecords: Accounts.Share.pageCount, contenders)
        }
    }

    static var preload: Title {
        Title(
            name: "preload",
            summary: """
                Loading the index of a file with as many accounts as the size says, by a number and \
                by a text; the payload is the accounts as JSON.
                """,
            largest: 1_000_000
        ) { pages in
            let store = try StoredAccounts(pages.count, isSQLite: true)
            let contenders = [["accountID"], ["accountID", "email"], ["email"]].map { attributes in
                Contender(attributes.joined(separator: ", "), statements: store.statements) {
                    IdentityCache(for: store.container)
                } work: { cache in
                    let index = try cache.index(of: "Account", by: attributes)
                    try require(try index.load(), "loaded nothing")
                    try require(index.count == pages.count, "loaded too little")
                    return cache
                }
            }
            return Workload(payloadBytes: store.byteCount, contenders)
        }
    }
}

/// A store with accounts from 1 to a number.
private struct StoredAccounts {
    private let folder: TemporaryFolder
    let container: PersistentContainer
    let operation: MappingOperation
    let byteCount: Int
    /// Counts the statements of a store in a file.
    let statements: StatementCounter?

    init(_ count: Int, isSQLite: Bool) throws {
        folder = try TemporaryFolder()
        var operation = try Accounts.operation()
        operation.options.identityLookup = .insertOnly
        let statements = isSQLite ? StatementCounter() : nil
        self.statements = statements
        let store: any PersistentStore =
            if let statements {
                SQLiteStore(folder.path("accounts.sqlite"), options: statements.options)
            } else {
                InMemoryStore()
            }
        container = try PersistentContainer(model: operation.plan.model, store: store)
        let bytes = Accounts.page(1...count)
        let inserted = try operation.run(bytes, in: container).total.inserted
        try Title.require(inserted == count, "saved too little")
        self.operation = operation
        byteCount = bytes.count
    }

    /// Maps a payload without saving, and returns the number of new objects.
    func insertedCount(_ document: PayloadDocument, _ lookup: IdentityLookup) throws -> Int {
        var operation = operation
        operation.options.identityLookup = lookup
        return try container.perform { context in
            try operation.run(document, in: context).total.inserted
        }
    }
}
