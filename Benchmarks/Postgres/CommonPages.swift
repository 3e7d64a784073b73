import Mercator

/// Sixty-four pages, half of each of which is on seven others as well.
///
/// Processes that take every eighth page meet in the common half, if they are equally fast.
struct CommonPages {
    static let count = 64
    private static let sharing = 8

    private let half: Int
    private let generator: ArticleGenerator

    /// Creates pages with about a number of different articles.
    init(articles: Int) {
        let parts = Self.count + Self.count / Self.sharing
        half = max(1, articles / parts)
        generator = ArticleGenerator(count: half * parts, version: .first)
    }

    /// The number of different articles on all pages.
    var articleCount: Int { generator.count }

    /// All articles, on one page.
    var all: [UInt8] { PageWriter.page(generator.articles) }

    /// Returns the bytes of a page.
    func page(_ number: Int) -> [UInt8] {
        let own = number * half
        let common = (Self.count + number / Self.sharing) * half
        let indexes = Array(own..<own + half) + Array(common..<common + half)
        return PageWriter.page(indexes.map(generator.article))
    }
}
