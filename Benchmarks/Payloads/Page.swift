#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A generated payload, in the forms that the contenders take.
struct Page {
    let articles: [ArticleRecord]
    let bytes: [UInt8]
    /// The same bytes for Foundation.
    let data: Data

    /// Makes the page with so many articles.
    init(count: Int, version: PageVersion = .first) {
        let generator = ArticleGenerator(count: count, version: version)
        articles = (0..<count).map(generator.article(at:))
        bytes = PageWriter.page(articles)
        data = Data(bytes)
    }

    /// How many articles the page has.
    var count: Int { articles.count }
}
