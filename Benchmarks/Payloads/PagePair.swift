/// The same articles in both versions.
struct PagePair {
    let first: Page
    let second: Page

    init(count: Int) {
        first = Page(count: count, version: .first)
        second = Page(count: count, version: .second)
    }

    /// How many articles each page has.
    var count: Int { first.count }
}
