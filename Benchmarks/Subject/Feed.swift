import Mercator

/// A feed with items of four entities, distinguished by the contents of each record.
enum Feed {
    struct Item: Entity {
        static let isAbstract = true
        let itemID = Attribute<Int64>("itemID")
        let title = Attribute<String?>("title")
        let publishedAt = Attribute<Timestamp?>("publishedAt")
    }

    struct Article: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let body = Attribute<String?>("body")
        let wordCount = Attribute<Int64?>("wordCount")
    }

    struct Video: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let url = Attribute<String?>("url")
        let duration = Attribute<Int64?>("duration")
        let isLive = Attribute<Bool?>("isLive")
    }

    struct Poll: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let options = Attribute<[String]?>("options")
        let voteCount = Attribute<Int64?>("voteCount")
    }

    struct Offer: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let price = Attribute<Double?>("price")
        let currency = Attribute<String?>("currency")
    }

    /// Creates the operation that chooses a mapping per record: two kinds by a table of values, one
    /// by the presence of a question, one by a predicate.
    static func dynamicOperation() throws -> MappingOperation {
        var items = DynamicMapping(named: "Item")
        items.add(.table(at: "kind", ["article": "Article", "video": "Video"]))
        items.add(.kind(at: "question", is: .string, use: "Poll"))
        items.add(.predicate(.value(at: "price") > 0, use: "Offer"))
        let mappings = MappingSet(
            mappings(), dynamicMappings: [items], roots: ["items": "Item"])
        return MappingOperation(try MappingPlan(mappings, for: model()))
    }

    /// Creates the operation for the same records in four lists, which require no choice.
    static func fixedOperation() throws -> MappingOperation {
        let mappings = MappingSet(
            mappings(),
            roots: ["articles": "Article", "videos": "Video", "polls": "Poll", "offers": "Offer"])
        return MappingOperation(try MappingPlan(mappings, for: model()))
    }

    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(Item.self, Article.self, Video.self, Poll.self, Offer.self)
    }

    private static func mappings() -> [EntityMapping] {
        var articles = mapping(Article.self, title: "title")
        articles.addAttributeMappings(["body": "body", "words": "wordCount"])
        var videos = mapping(Video.self, title: "title")
        videos.addAttributeMappings(["url": "url", "seconds": "duration", "live": "isLive"])
        var polls = mapping(Poll.self, title: "question")
        polls.addAttributeMappings(["options": "options", "votes": "voteCount"])
        var offers = mapping(Offer.self, title: "title")
        offers.addAttributeMappings(["price": "price", "currency": "currency"])
        return [articles, videos, polls, offers]
    }

    /// Returns a mapping with the properties that all items have.
    private static func mapping(_ entity: any Entity.Type, title: PayloadPath) -> EntityMapping {
        var mapping = EntityMapping(for: entity)
        mapping.identificationAttributes = ["itemID"]
        mapping.addAttributeMappings(["id": "itemID", "published_at": "publishedAt"])
        mapping.addAttributeMapping(from: title, to: "title")
        return mapping
    }
}
