#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Items of four kinds: mixed in one list, and sorted into four lists.
///
/// Of ten items, four are articles, three videos, two polls and one an offer, in random order.
/// Polls and offers have no member that identifies their kind.
struct FeedPage {
    let count: Int
    /// A single list of all items.
    let mixed: [UInt8]
    /// The same bytes for Foundation.
    let mixedData: Data
    /// One list per kind, of the same records.
    let sorted: [UInt8]

    init(count: Int) {
        self.count = count
        var lists: [FeedKind: [String]] = [:]
        var items: [String] = []
        for index in 0..<count {
            let (kind, item) = Self.item(at: index)
            items.append(item)
            lists[kind, default: []].append(item)
        }
        mixed = Array(#"{"items":[\#(items.joined(separator: ","))]}"#.utf8)
        mixedData = Data(mixed)
        let sortedLists = FeedKind.allCases.map { kind in
            #""\#(kind.rawValue)":[\#((lists[kind] ?? []).joined(separator: ","))]"#
        }
        sorted = Array("{\(sortedLists.joined(separator: ","))}".utf8)
    }

    private static func item(at index: Int) -> (FeedKind, String) {
        var random = RandomNumbers(seed: index &* 2_654_435_761 &+ 77)
        let kind = random.pick(FeedKind.oftenAsTheyCome)
        let title = Vocabulary.sentence(random.number(4...8), &random)
        let date = InstantText.text(random.number(0...300_000_000))
        let shared = #""id":\#(1000 + index),"published_at":"\#(date)""#
        let item =
            switch kind {
            case .article:
                #"{"kind":"article",\#(shared),"title":"\#(title)","body":""#
                    + Vocabulary.sentence(random.number(25...35), &random)
                    + #"","words":\#(random.number(100...5000))}"#
            case .video:
                #"{"kind":"video",\#(shared),"title":"\#(title)","url":"#
                    + #""https://video.example.com/v/\#(index)","#
                    + #""seconds":\#(random.number(5...7200)),"live":\#(random.happens(50))}"#
            case .poll:
                #"{\#(shared),"question":"\#(title)","options":["#
                    + (0..<4).map { _ in #""\#(Vocabulary.sentence(2, &random))""# }
                    .joined(separator: ",") + #"],"votes":\#(random.number(0...90_000))}"#
            case .offer:
                #"{\#(shared),"title":"\#(title)","price":\#(random.number(1...900)).5,"#
                    + #""currency":"EUR"}"#
            }
        return (kind, item)
    }
}

/// The kind of an item; the raw value is the key of its list where items are sorted.
enum FeedKind: String, CaseIterable {
    case article = "articles"
    case video = "videos"
    case poll = "polls"
    case offer = "offers"

    /// The kinds, repeated by their frequency in ten items.
    static let oftenAsTheyCome: [FeedKind] = [
        .article, .article, .article, .article, .video, .video, .video, .poll, .poll, .offer,
    ]
}
