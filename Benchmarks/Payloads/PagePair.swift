/// The same articles in both versions; the second is made when somebody wants it.
final class PagePair {
    let first: Page
    private(set) lazy var second = Page(count: count, version: .second)

    init(count: Int) {
        first = Page(count: count, version: .first)
    }

    /// How many articles each page has.
    var count: Int { first.count }
}
