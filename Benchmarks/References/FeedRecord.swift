/// An item of the feed for `JSONDecoder`: an enumeration decoded by the rules of
/// ``Feed/dynamicOperation()``.
enum FeedRecord: Decodable {
    case article(ArticleItem)
    case video(VideoItem)
    case poll(PollItem)
    case offer(OfferItem)

    private enum CodingKeys: String, CodingKey {
        case kind, question, price
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        switch try values.decodeIfPresent(String.self, forKey: .kind) {
        case "article": self = .article(try ArticleItem(from: decoder))
        case "video": self = .video(try VideoItem(from: decoder))
        default:
            if values.contains(.question) {
                self = .poll(try PollItem(from: decoder))
            } else if try values.decode(Double.self, forKey: .price) > 0 {
                self = .offer(try OfferItem(from: decoder))
            } else {
                throw BenchmarkError("an item is of no kind")
            }
        }
    }

    struct ArticleItem: Decodable {
        let id: Int64
        let title, publishedAt, body: String
        let words: Int64

        enum CodingKeys: String, CodingKey {
            case id, title, body, words
            case publishedAt = "published_at"
        }
    }

    struct VideoItem: Decodable {
        let id: Int64
        let title, publishedAt, url: String
        let seconds: Int64
        let live: Bool

        enum CodingKeys: String, CodingKey {
            case id, title, url, seconds, live
            case publishedAt = "published_at"
        }
    }

    struct PollItem: Decodable {
        let id: Int64
        let question, publishedAt: String
        let options: [String]
        let votes: Int64

        enum CodingKeys: String, CodingKey {
            case id, question, options, votes
            case publishedAt = "published_at"
        }
    }

    struct OfferItem: Decodable {
        let id: Int64
        let title, publishedAt, currency: String
        let price: Double

        enum CodingKeys: String, CodingKey {
            case id, title, price, currency
            case publishedAt = "published_at"
        }
    }
}

/// The complete feed.
struct FeedPageRecord: Decodable {
    let items: [FeedRecord]
}
