#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A generated payload.
///
/// Only the bytes are kept: a million articles are 750 MB as JSON, and twice that as records.
package struct Page {
    private let generator: ArticleGenerator
    package let bytes: [UInt8]

    /// Makes the page with so many articles.
    package init(count: Int, version: PageVersion = .first) {
        generator = ArticleGenerator(count: count, version: version)
        bytes = PageWriter.page(generator.articles)
    }

    /// How many articles the page has.
    package var count: Int { generator.count }

    /// The articles, each made when it is asked for.
    var articles: some Collection<ArticleRecord> { generator.articles }

    /// A copy of the bytes for Foundation; to be made before the clock runs.
    func makeData() -> Data { Data(bytes) }
}
