import Foundation
import Mercator
import Testing

@Suite("Recipes: Enumerations that grow")
struct GrowingEnumerationRecipeTests {
    enum State: String, AttributeValue { case open, closed, unknown }

    struct Kind: AttributeValue, Hashable {
        static var attributeType: AttributeType { .string }
        static let bug = Kind(name: "bug")
        let name: String

        init(name: String) { self.name = name }

        init?(attributeValue: Value) {
            guard case .string(let name) = attributeValue else { return nil }
            self.name = name
        }

        var attributeValue: Value { .string(name) }
    }

    struct Ticket: Entity {
        let ticketID = Attribute<Int64>(from: "id")
        let state = Attribute<State>(from: "state", default: .unknown)
        let kind = Attribute<Kind?>(from: "kind")
    }

    @Test func `unknown cases have a case, or are kept as text`() throws {
        let payload = #"""
            [{"id": 1, "state": "open", "kind": "bug"}, {"id": 2, "state": "parked", "kind": "epic"}]
            """#
        let tickets = EntityMapping(
            Ticket.self, .map("state", to: \.state, unknownCases: .fallback(State.unknown)))
        let container = try PersistentContainer(
            for: Ticket.self, in: InMemoryStore(), mappings: [tickets])
        try container.load(payload, as: Ticket.self)
        let kinds = try container.read { context in
            try context.fetch(Ticket.self) { $0.state == .unknown }.map { $0.kind?.name }
        }  // ["epic"]
        #expect(kinds == ["epic"])
        let known = try container.read {
            try $0.fetch(Ticket.self) { $0.kind == .bug }.map(\.state)
        }
        #expect(known == [.open])
    }
}

@Suite("Recipes: Translated texts")
struct TranslatedTextRecipeTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>(from: "id")
        let titles = Attribute<[String: String]>(from: "title", default: [:])
        let pages = ToMany<Page>(from: "pages", deleteRule: .cascade)
    }

    struct Page: Entity {
        let articleID = Attribute<Int64>(from: "@parent.id", isIdentity: true)
        let language = Attribute<String>(isIdentity: true)
        let body = Attribute<String?>()
        let article = ToOne<Article>(inverse: \.pages)
    }

    @Test func `translations are a dictionary, or objects`() throws {
        let payload = #"""
            [
              {"id": 7, "title": {"en": "Maps", "de": "Karten"}, "pages": {"en": {"body": "A map is …"}}},
              {"id": 8, "title": {"en": "Globes"}, "pages": {}}
            ]
            """#
        let pages = EntityMapping(
            Page.self, .set(\.forcesCollectionMapping, to: true),
            .mapKey(to: \.language), .map("{language}.body", to: \.body))
        let container = try PersistentContainer(
            for: Article.self, Page.self, in: InMemoryStore(), mappings: [pages])
        try container.load(payload, as: Article.self)
        let titles = try container.read { context in
            try context.fetch(Article.self).map { $0.titles["de"] ?? $0.titles["en"] }
        }  // ["Karten", "Globes"]
        let bodies = try container.read { context in
            try context.fetch(Page.self) { $0.language == "en" }.map(\.body)
        }  // ["A map is …"]
        #expect(titles == ["Karten", "Globes"])
        #expect(bodies == ["A map is …"])
    }
}

@Suite("Recipes: Money")
struct MoneyRecipeTests {
    struct Item: Entity {
        let itemID = Attribute<Int64>(from: "id")
        let amount = Attribute<Decimal?>(from: "price.amount")
        let currency = Attribute<String?>(from: "price.currency")
        let shipping = Attribute<Decimal?>(from: "shipping_cents", using: "cents")
        let label = Attribute<Decimal?>(from: "label", using: "dollars")
    }

    @Test func `amounts are exact`() throws {
        let payload = #"""
            [
              {"id": 1, "price": {"amount": "12.50", "currency": "EUR"}, "shipping_cents": 495},
              {"id": 2, "price": {"amount": 0.1, "currency": "EUR"}, "label": "$1,234.50"}
            ]
            """#
        let cents = ValueTransform("cents") { value in
            value.int64.map { .decimal(Decimal($0) / 100) }
        } reverse: { value in
            Decimal(attributeValue: value).map {
                .integer(NSDecimalNumber(decimal: $0 * 100).int64Value)
            }
        }
        let dollars = ValueTransform.number(prefix: "$", groupedBy: ",", fractionDigits: 2)
        let container = try PersistentContainer(
            for: Item.self, in: InMemoryStore(), transforms: [cents, dollars.named("dollars")])
        try container.load(payload, as: Item.self)
        let sums = try container.read { context in
            try context.select(Item.self, \.currency, \.amount.sum)
        }  // [("EUR", 12.6)]
        let shipping = try container.read { context in
            try context.fetch(Item.self).compactMap(\.shipping)
        }  // [4.95]
        #expect(sums.map(\.0) == ["EUR"])
        #expect(sums.map(\.1) == [Decimal(string: "12.6")])
        #expect(shipping == [Decimal(string: "4.95")])
        let labels = try container.read { try $0.fetch(Item.self).compactMap(\.label) }
        #expect(labels == [Decimal(string: "1234.5")])
    }
}
