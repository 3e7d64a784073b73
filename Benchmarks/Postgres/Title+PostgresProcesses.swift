import Mercator
import ObjectGraphPostgres

extension Title {
    static var postgresProcesses: Title {
        Title(
            name: "postgres processes",
            summary: """
                Sixty-four parsed pages with half of their articles in common, mapped and saved into a \
                PostgreSQL database by eight processes; the reference is one process. Authors and tags \
                are there before.
                """,
            obstacle: MeasuredServer.obstacle
        ) { pages in
            let articles = CommonPages(articles: pages.count)
            let all = articles.all
            let library = try PostgresLibrary()
            try library.save(all)
            func contender(_ name: String, processes count: Int) -> Contender {
                Contender(name) {
                    try library.raw.execute(#"TRUNCATE "Article", "Article_tags""#)
                    let processes = try (0..<count).map { number in
                        try PageProcess(
                            PageWorker(
                                schema: library.schema.name, articles: pages.count,
                                first: number, step: count),
                            server: library.schema.server)
                    }
                    for process in processes { try process.require("ready") }
                    return processes
                } work: { processes in
                    for process in processes { try process.send("go") }
                    for process in processes { try process.require("done") }
                    let saved = try library.raw.number(#"SELECT count(*) FROM "Article""#)
                    try require(saved == articles.articleCount, "\(saved) articles were saved")
                    return processes
                }
            }
            let eight = contender("8 processes", processes: 8)
            let one = contender("1 process", processes: 1)
            return Workload(
                payloadBytes: all.count, handledRecords: articles.articleCount, [eight, one],
                goals: [
                    Goal(
                        "G7", "8 processes / 1", atMost: 0.75,
                        .time(of: eight.name, over: one.name))
                ])
        }
    }
}
