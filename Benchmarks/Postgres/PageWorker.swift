import Foundation
import Mercator
import ObjectGraphPostgres

/// A process that maps and saves some of the ``CommonPages``, started by a ``PageProcess``.
///
/// It reads the connection string of the server from its input, prepares everything, and writes a
/// line; after a further line of input it maps and saves its pages, and writes another one.
struct PageWorker {
    /// The first argument, which no option of the benchmarks has.
    private static let argument = "import-pages"

    private let schema: String
    private let articles: Int
    private let first: Int
    private let step: Int

    /// Reads the arguments of a process; `nil` if they are others.
    init?(_ arguments: [String]) {
        guard arguments.count == 6, arguments[1] == Self.argument, let articles = Int(arguments[3]),
            let first = Int(arguments[4]), let step = Int(arguments[5])
        else { return nil }
        self.init(schema: arguments[2], articles: articles, first: first, step: step)
    }

    /// Creates a worker for every page with a distance of `step` from the first one.
    init(schema: String, articles: Int, first: Int, step: Int) {
        self.schema = schema
        self.articles = articles
        self.first = first
        self.step = step
    }

    /// The arguments of the process.
    var arguments: [String] { [Self.argument, schema, "\(articles)", "\(first)", "\(step)"] }

    /// Does the work of the process.
    func run() throws {
        guard let server = readLine() else { throw BenchmarkError("no server was named") }
        let pages = CommonPages(articles: articles)
        let documents = try stride(from: first, to: CommonPages.count, by: step).map { number in
            try PayloadDocument(parsing: pages.page(number))
        }
        let operation = try Library.operation()
        let container = try PersistentContainer(
            model: operation.plan.model,
            store: PostgresStore(server, options: .init(schema: schema)))
        try FileHandle.standardOutput.write(contentsOf: Data("ready\n".utf8))
        guard readLine() != nil else { return }
        for document in documents { _ = try operation.run(document, in: container) }
        try FileHandle.standardOutput.write(contentsOf: Data("done\n".utf8))
    }
}
