import Mercator

extension Title {
    /// The titles about selections.
    static var selections: [Title] {
        [
            selection(
                "select", "three attributes of each are selected", .attributes),
            selection(
                "select, row by row",
                "three attributes of each are selected and passed to a closure, without keeping them",
                .attributesByRow),
            selection(
                "select, to-one path", "an attribute of each and of its author are selected",
                .authors),
            selection(
                "select, groups", "their number and their most views are selected for each author",
                .groups),
        ]
    }

    private static func selection(
        _ name: String, _ work: String, _ selection: Shelf.Selection
    ) -> Title {
        Title(
            name: name,
            summary: """
                As many articles as the size says satisfy a condition in a SQLite file, and \(work); \
                the reference loops over the rows of the same statement.
                """,
            largest: 1_000_000
        ) { pages in
            let folder = try TemporaryFolder()
            let path = folder.path("articles.sqlite")
            let statements = StatementCounter()
            let shelf = try Shelf(
                count: pages.count, in: SQLiteStore(path, options: statements.options))
            let raw = try RawShelf(path: path)
            let expected = try raw.read(selection, from: shelf.firstID)
            try require(expected.count > 0, "the statement finds nothing")
            let mercator = Contender("Mercator", statements: statements) {
                // The folder is removed when this closure is released.
                try withExtendedLifetime(folder) {
                    try require(try shelf.read(selection) == expected, "selected something else")
                }
            }
            let reference = Contender("raw SQLite, a loop over rows") {
                try require(
                    try raw.read(selection, from: shelf.firstID) == expected,
                    "read something else")
            }
            guard let keepsRows = selection.keepsRows else {
                return Workload(payloadBytes: shelf.payloadBytes, [mercator, reference])
            }
            let checked = Contender("raw SQLite, types checked" + (keepsRows ? ", rows kept" : ""))
            {
                try require(
                    try raw.readChecked(from: shelf.firstID, keepsRows: keepsRows) == expected,
                    "read something else")
            }
            return Workload(payloadBytes: shelf.payloadBytes, [mercator, checked, reference])
        }
    }
}
