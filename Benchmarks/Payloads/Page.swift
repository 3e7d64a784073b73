#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A generated payload of articles.
///
/// Only the bytes are kept in memory: a million articles take 750 MB as JSON, and twice
/// that as records.
package struct Page {
    private let generator: ArticleGenerator
    package let bytes: [UInt8]

    /// Generates a page with a number of articles.
    package init(count: Int, version: PageVersion = .first) {
        generator = ArticleGenerator(count: count, version: version)
        bytes = PageWriter.page(generator.articles)
    }

    /// The number of articles.
    package var count: Int { generator.count }

    /// The articles, generated on access.
    var articles: some Collection<ArticleRecord> { generator.articles }

    /// Returns a copy of the bytes for Foundation, to be created before timing starts.
    func makeData() -> Data { Data(bytes) }
}
