#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A hand-written feed: one class per kind, one instance per identity.
struct HandWrittenFeed {
    class Item {
        let id: Int64
        var title = ""
        var publishedAt = Date.distantPast

        required init(id: Int64) { self.id = id }
    }

    final class Article: Item {
        var body = ""
        var wordCount: Int64 = 0
    }

    final class Video: Item {
        var url = ""
        var duration: Int64 = 0
        var isLive = false
    }

    final class Poll: Item {
        var options: [String] = []
        var voteCount: Int64 = 0
    }

    final class Offer: Item {
        var price = 0.0
        var currency = ""
    }

    private(set) var items: [Int64: Item] = [:]

    /// Creates a feed from decoded records.
    init(_ page: FeedPageRecord) throws {
        items.reserveCapacity(page.items.count)
        for record in page.items { try apply(record) }
    }

    private mutating func apply(_ record: FeedRecord) throws {
        switch record {
        case .article(let record):
            let article: Article = try item(record.id, record.title, record.publishedAt)
            article.body = record.body
            article.wordCount = record.words
        case .video(let record):
            let video: Video = try item(record.id, record.title, record.publishedAt)
            video.url = record.url
            video.duration = record.seconds
            video.isLive = record.live
        case .poll(let record):
            let poll: Poll = try item(record.id, record.question, record.publishedAt)
            poll.options = record.options
            poll.voteCount = record.votes
        case .offer(let record):
            let offer: Offer = try item(record.id, record.title, record.publishedAt)
            offer.price = record.price
            offer.currency = record.currency
        }
    }

    /// Returns the item with an identifier; as in Mercator, two kinds with one
    /// identifier are an error.
    private mutating func item<Kind: Item>(
        _ id: Int64, _ title: String, _ publishedAt: String
    ) throws -> Kind {
        let known = items[id] ?? Kind(id: id)
        guard let item = known as? Kind else {
            throw BenchmarkError("item \(id) is of two kinds")
        }
        items[id] = item
        item.title = title
        item.publishedAt = try FixedDate.date(publishedAt)
        return item
    }
}
