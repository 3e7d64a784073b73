/// The same articles in both versions, generated on access.
package final class PagePair {
    /// The number of articles per page.
    let count: Int
    package private(set) lazy var first = Page(count: count, version: .first)
    private(set) lazy var second = Page(count: count, version: .second)

    package init(count: Int) {
        self.count = count
    }

    /// The articles of the first page, without generating the page.
    package var articles: some Collection<ArticleRecord> {
        ArticleGenerator(count: count, version: .first).articles
    }
}
