import Mercator

/// A store of articles, one in five of which is too old to match the request.
struct Shelf {
    /// The number of articles that match the request.
    let count: Int
    /// The lowest identifier that matches the request.
    let firstID: Int64
    /// The approximate size of the matching articles as JSON, by their share of all.
    let payloadBytes: Int
    let container: PersistentContainer
    private let total: Int

    private static let batchSize = 5000

    /// Fills a store in several commits, so that no payload is in memory as a whole.
    init(count: Int, in store: any PersistentStore, isSearchable: Bool = false) throws {
        self.count = count
        let operation = try Library.operation(isSearchable: isSearchable)
        container = try PersistentContainer(model: operation.plan.model, store: store)
        let older = count / 4
        total = count + older
        firstID = Int64(1000 + older)
        let articles = Self.articles(total)
        var size = 0
        for start in stride(from: 0, to: total, by: Self.batchSize) {
            let batch = (start..<min(start + Self.batchSize, total)).lazy.map(articles)
            let page = PageWriter.page(batch)
            size += page.count
            _ = try operation.run(page, in: container)
        }
        payloadBytes = size / total * count
    }

    /// All articles of the store as records.
    var records: [ArticleRecord] { (0..<total).map(Self.articles(total)) }

    /// Returns a function that generates the article at an index.
    private static func articles(_ total: Int) -> (Int) -> ArticleRecord {
        ArticleGenerator(count: total, version: .first).article(at:)
    }

    /// Fetches articles and reads three attributes of each.
    ///
    /// With `isWhole`, fetches the articles with all their attributes.
    func read(isWhole: Bool = false) throws -> Reading {
        let firstID = firstID
        return try container.perform { context in
            var reading = Reading()
            for article in try context.fetch(
                Library.Article.self, attributes: isWhole ? nil : [\.title, \.viewCount, \.rating],
                where: { $0.articleID >= firstID })
            {
                reading.add(article.title ?? "", article.viewCount ?? 0, article.rating ?? 0)
            }
            return reading
        }
    }

    /// A summary of the values read, for comparing two readers.
    struct Reading: Equatable, Sendable {
        private(set) var count = 0
        private var bytes = 0
        private var views: Int64 = 0
        private var rating: Int64 = 0

        mutating func add(_ title: String, _ viewCount: Int64, _ rating: Double) {
            count += 1
            bytes += title.utf8.count
            views += viewCount
            // A sum of fractions would depend on the order of addition.
            self.rating += Int64((rating * 10_000).rounded())
        }
    }
}
