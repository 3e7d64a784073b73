import Mercator

extension Title {
    /// The titles about observed results.
    static var observations: [Title] {
        [
            observation("observe", "one of them is renamed", .sorted, .oneRow),
            observation(
                "observe, one in front", "one is inserted at the front", .sorted, .oneInFront),
            observation(
                "observe, a load", "a thousand are renamed by a load", .sorted, .thousandRows),
            observation(
                "observe, to-one path", "one is renamed, with a condition on its author",
                .throughAuthor, .oneRow),
            observation(
                "observe, limit", "one of the first fifty is renamed, which are observed", .first,
                .oneRow),
        ]
    }

    private static func observation(
        _ name: String, _ work: String, _ list: ObservedShelf.List, _ change: ObservedShelf.Change
    ) -> Title {
        Title(
            name: name,
            summary: """
                As many articles in a SQLite file are observed in the order of their titles, and \
                \(work): the time from the end of the save to the delivered change; the reference \
                fetches the list again.
                """
        ) { pages in
            let folder = try TemporaryFolder()
            func shelf(_ name: String) throws -> ObservedShelf {
                ObservedShelf(
                    try Shelf(count: pages.count, in: SQLiteStore(folder.path(name))), list)
            }
            let (observed, fetched) = (try shelf("observed.sqlite"), try shelf("fetched.sqlite"))
            let mercator = Contender("Mercator") {
                observed.observe()
                try observed.save(change)
            } work: { _ in
                try require(observed.next() > 0, "the list is empty")
            }
            let reference = Contender("fetching again") {
                try fetched.save(change)
            } work: { _ in
                // The folder is removed when this closure is released.
                try withExtendedLifetime(folder) {
                    try require(try fetched.fetch() > 0, "the list is empty")
                }
            }
            return Workload(payloadBytes: observed.payloadBytes, [mercator, reference])
        }
    }
}
