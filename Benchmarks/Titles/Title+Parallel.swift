import Mercator

extension Title {
    /// The throughput of several mapping tasks, and the time one of them waits for its turn.
    static var parallel: [Title] {
        let stores = [true, false]
        return ParallelPages.Share.allCases.flatMap { share in
            stores.map { throughput(share, isSQLite: $0) } + [wait(share)]
        }
    }

    private static func throughput(_ share: ParallelPages.Share, isSQLite: Bool) -> Title {
        Title(
            name: "parallel, \(share.rawValue)" + (isSQLite ? "" : ", in memory"),
            summary: """
                Sixteen parsed pages, \(share.explanation), mapped and saved into a new store by so \
                many tasks at once; the reference does so one after the other, each in a unit of work.
                """
        ) { pages in
            let work = try ParallelPages(pages, share)
            let folder = try TemporaryFolder()
            let fresh: () throws -> PersistentContainer = {
                guard isSQLite else { return try work.container(InMemoryStore()) }
                return try work.container(SQLiteStore(folder.freshPath("parallel.sqlite")))
            }
            let tasks = [1, 2, 4, 8].map { count in
                Contender(count == 1 ? "1 task" : "\(count) tasks") {
                    try fresh()
                } work: { container in
                    try work.run(tasks: count, in: container)
                    return container
                }
            }
            let reference = Contender("one after the other") {
                try fresh()
            } work: { container in
                try work.run(in: container)
                return container
            }
            return Workload(payloadBytes: work.byteCount, tasks + [reference])
        }
    }

    private static func wait(_ share: ParallelPages.Share) -> Title {
        Title(
            name: "parallel wait, \(share.rawValue)",
            summary: """
                One parsed page of sixteen, \(share.explanation), mapped and saved into a SQLite file while \
                other tasks save such pages all the time; fair is a maximum near the median.
                """
        ) { pages in
            let work = try ParallelPages(pages, share)
            let folder = try TemporaryFolder()
            let contenders = [7, 3, 1, 0].map { others in
                Contender("among \(others + 1)") {
                    let store = SQLiteStore(try folder.freshPath("parallel.sqlite"))
                    return try ParallelLoad(work, tasks: others, in: work.container(store))
                } work: { load in
                    try load.runFirstPage()
                    return load
                }
            }
            return Workload(payloadBytes: work.byteCount / ParallelPages.pageCount, contenders)
        }
    }
}
