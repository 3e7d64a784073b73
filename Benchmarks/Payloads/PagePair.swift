/// The same articles in both versions; each is made when somebody wants it.
package final class PagePair {
    /// How many articles each page has.
    let count: Int
    package private(set) lazy var first = Page(count: count, version: .first)
    private(set) lazy var second = Page(count: count, version: .second)

    package init(count: Int) {
        self.count = count
    }

    /// The articles of the first page, without the page.
    package var articles: some Collection<ArticleRecord> {
        ArticleGenerator(count: count, version: .first).articles
    }
}
