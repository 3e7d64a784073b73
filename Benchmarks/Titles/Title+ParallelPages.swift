import Mercator

/// Sixteen pages that several tasks map into one container.
struct ParallelPages {
    /// The overlap between the pages.
    enum Share: String, CaseIterable {
        case none = "disjoint"
        case half = "overlapping"

        var explanation: String {
            switch self {
            case .none: "with articles, authors and tags of their own"
            case .half: "half of each in the next one as well, with common authors and tags"
            }
        }
    }

    static let pageCount = 16

    /// The total number of bytes of all pages.
    let byteCount: Int
    private let operation: MappingOperation
    private let documents: [PayloadDocument]
    /// The same articles with changed values.
    private let changedDocuments: [PayloadDocument]
    private let articleCount: Int

    /// Splits a page into sixteen.
    init(_ pages: PagePair, _ share: Share) throws {
        let first = Self.split(pages.first, share)
        let bytes = first.map(PageWriter.page)
        operation = try Library.operation()
        documents = try bytes.map { try PayloadDocument(parsing: $0) }
        changedDocuments = try Self.split(pages.second, share).map { page in
            try PayloadDocument(parsing: PageWriter.page(page))
        }
        byteCount = bytes.reduce(0) { $0 + $1.count }
        articleCount = Set(first.joined().map(\.id)).count
    }

    private static func split(_ page: Page, _ share: Share) -> [[ArticleRecord]] {
        let articles = Array(page.articles)
        return (0..<pageCount).map { number in
            let start = articles.count * number / pageCount
            let end = articles.count * (number + 1) / pageCount
            switch share {
            case .none: return articles[start..<end].map { separate($0, page: number) }
            case .half: return Array(articles[start..<min(articles.count, (3 * end - start) / 2)])
            }
        }
    }

    /// Returns an article with an author and tags that no other page has.
    private static func separate(_ article: ArticleRecord, page: Int) -> ArticleRecord {
        let base = Int64(page + 1) * 10_000_000
        var article = article
        article.author.id += base
        for index in article.tags.indices { article.tags[index].id += base }
        return article
    }

    /// Creates a container for a store.
    func container(_ store: any PersistentStore) throws -> PersistentContainer {
        try PersistentContainer(model: operation.plan.model, store: store)
    }

    /// Maps and saves all pages sequentially on the calling thread.
    func run(in container: PersistentContainer) throws {
        for document in documents { _ = try operation.run(document, in: container) }
        try check(container)
    }

    /// Maps and saves all pages in a number of concurrent tasks.
    func run(tasks count: Int, in container: PersistentContainer) throws {
        try Waiting.result { [documents, operation] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<count {
                    group.addTask {
                        for number in stride(from: task, to: documents.count, by: count) {
                            _ = try await operation.runInBackground(
                                documents[number], in: container)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try check(container)
    }

    /// Maps and saves one page, with all values changed in every other round.
    func save(
        page: Int, round: Int, in container: PersistentContainer
    ) -> @Sendable () async throws -> Void {
        let document = (round.isMultiple(of: 2) ? documents : changedDocuments)[page]
        return { [operation] in _ = try await operation.runInBackground(document, in: container) }
    }

    private func check(_ container: PersistentContainer) throws {
        let count = try container.perform { try $0.count(FetchRequest("Article")) }
        try Title.require(
            count == articleCount, "\(count) articles were saved instead of \(articleCount)")
    }
}
