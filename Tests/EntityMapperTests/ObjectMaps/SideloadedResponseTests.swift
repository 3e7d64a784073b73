import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Responses with a list for each entity")
struct SideloadedResponseTests {
    private static let shops = ["2247", "2249", "2263"]

    @Test(arguments: StoreKind.allCases)
    func `loads products with stubs for what they lead to`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            let result = try shop.load(ShopPayloads.products)
            try result.requireNoIssues()
            #expect(result["products"].count == 10)
            #expect(try shop.lines("Product", "systemId").count == 10)
            #expect(try shop.lines("Shop", "systemId") == Self.shops)
            #expect(try shop.lines("Brand", "systemId").count == 8)
            #expect(
                try shop.lines("Image", "systemId", "dirty", "sha1", "product.systemId")
                    == [7065, 7066, 7067, 7068].map { "\($0) | 2 | nil | 7063" })
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `fills the stubs later`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            try shop.load(ShopPayloads.products)
            let result = try shop.load(ShopPayloads.images)
            try result.requireNoIssues()
            #expect(result.counts["Image"]?.inserted == 9)
            #expect(result.counts["Image"]?.updated == 4)
            let lines = try shop.lines("Image", "dirty", "width")
            #expect(lines == Array(repeating: "0 | 1140", count: 13))
            #expect(
                try shop.lines("Product", "systemId", "images.systemId").contains(
                    "7063 | [7065, 7066, 7067, 7068]"))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `loads several responses at once without duplicates`(kind: StoreKind) async throws {
        let model = try ShopFixture.model()
        let plan = try MappingPlan(ShopFixture.maps(), for: model)
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(model: model, store: store)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for json in [ShopPayloads.brands, ShopPayloads.products] {
                    group.addTask {
                        _ = try MappingOperation(plan).run(Array(json.utf8), in: container)
                    }
                }
                try await group.waitForAll()
            }
            let counts = try container.perform { context in
                try ["Brand", "Product"].map { try context.count(FetchRequest($0)) }
            }
            #expect(counts == [8, 10])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `skips and reports an element without identification`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            _ = try shop.insert("Product", ["name": "draft"])
            let result = try shop.load(#"{"products":[{"name":"No-id"}]}"#)
            #expect(result.issues.map(\.path) == ["products[0]"])
            #expect(try shop.lines("Product", "systemId", "name") == [#"nil | "draft""#])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an empty response maps nothing`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            let result = try shop.load("{}")
            #expect(result.issueCount == 0 && result.array.isEmpty)
            #expect(try shop.lines("Product", "systemId").isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `reports a key that no list has`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            let result = try shop.load(#"{"product":{"id":1}}"#)
            #expect(result.issues.map(\.code) == [.unknownRoot])
            #expect(result.issues[0].description.contains("did you mean 'products'?"))
            #expect(try shop.lines("Product", "systemId").isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `says where a payload is broken`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            let error = #expect(throws: PayloadError.self) {
                try shop.load(ShopPayloads.invalid)
            }
            let location = try #require(error?.location)
            #expect((location.line, location.column) == (1, 78))
            #expect(try shop.lines("Product", "systemId").isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `takes an object that is there twice for one`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            let result = try shop.load(#"{"products":[{"id":1,"name":"a"},{"id":1,"name":"b"}]}"#)
            #expect(result.counts["Product"]?.repeated == 1)
            #expect(try shop.lines("Product", "systemId", "name") == [#"1 | "b""#])
        }
    }

    private static let lists = [
        #""products":[{"id":1,"brand_id":44}]"#, #""brands":[{"id":44,"name":"B"}]"#,
        #""meta":{"page":1}"#, #""statusCode":200"#,
    ]

    @Test(arguments: [[0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 1, 3, 0]])
    func `takes the lists in any order`(order: [Int]) throws {
        for kind in StoreKind.allCases {
            try Shop.with(kind) { shop in
                let json = order.map { Self.lists[$0] }.joined(separator: ",")
                try shop.load("{\(json)}").requireNoIssues()
                #expect(
                    try shop.lines("Product", "systemId", "brand.name", "dirty") == [
                        #"1 | "B" | 0"#
                    ])
                #expect(try shop.lines("Brand", "systemId") == ["44"])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `tells large identifications apart`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            let ids = ["9007199254740993", "9007199254740992", "3000000000"]
            let json = #"{"products":[{"id":\#(ids.joined(separator: #"},{"id":"#))}]}"#
            try shop.load(json)
            let again = try shop.load(json)
            #expect(again.total.inserted == 0)
            #expect(again.total.unchanged == 3)
            #expect(
                try shop.lines("Product", "systemId")
                    == ids.reversed())
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `fills a stub that a key made`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            try shop.load(#"{"products":[{"id":1,"brand_id":44}]}"#)
            #expect(
                try shop.lines("Brand", "systemId", "name", "products.systemId")
                    == ["44 | nil | [1]"])
            try shop.load(#"{"brands":[{"id":44,"name":"B"}]}"#)
            #expect(
                try shop.lines("Brand", "systemId", "name", "products.systemId")
                    == [#"44 | "B" | [1]"#])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `marks stubs of entities that have an attribute for it`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            try shop.load(#"{"images":[{"id":5,"product_id":7}]}"#)
            #expect(try shop.lines("Product", "systemId", "dirty") == ["7 | 2"])
            try shop.load(#"{"products":[{"id":7,"name":"P"}]}"#)
            #expect(try shop.lines("Product", "systemId", "dirty", "name") == [#"7 | 0 | "P""#])
        }
    }

    @Test(arguments: [
        (#","brand_id":45"#, "45"), (#","brand_id":null"#, "none"), ("", "44"),
    ])
    func `a to-one key that is absent says nothing`(json: String, brand: String) throws {
        for kind in StoreKind.allCases {
            try Shop.with(kind) { shop in
                try shop.load(#"{"products":[{"id":1,"brand_id":44}]}"#)
                try shop.load(#"{"products":[{"id":1,"name":"x"\#(json)}]}"#)
                #expect(
                    try shop.lines("Product", "name", "brand.systemId") == [#""x" | \#(brand)"#])
            }
        }
    }

    @Test(arguments: [
        (#","image_ids":[6,7]"#, "[6, 7]"), (#","image_ids":[]"#, "[]"),
        (#","image_ids":null"#, "[]"), ("", "[5, 6]"),
    ])
    func `a to-many key says which objects there are`(json: String, images: String) throws {
        for kind in StoreKind.allCases {
            try Shop.with(kind) { shop in
                try shop.load(#"{"products":[{"id":1,"image_ids":[5,6]}]}"#)
                try shop.load(#"{"products":[{"id":1\#(json)}]}"#)
                #expect(try shop.lines("Product", "images.systemId") == [images])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `links representations in place of identifiers`(kind: StoreKind) throws {
        let product = try ShopFixture.map("Product") {
            $0.mapObjectKey("images", toWebKey: "images")
        }
        try Shop.with(kind, try ShopFixture.maps(product)) { shop in
            try shop.load(#"{"products":[{"id":1,"images":[{"id":5,"width":10},6]}]}"#)
            #expect(
                try shop.lines("Image", "systemId", "width", "product.systemId", "dirty")
                    == ["5 | 10 | 1 | 0", "6 | 0 | 1 | 2"])
        }
    }

    @Test(arguments: [
        (#""2014-10-23T09:50:11+00:00""#, "2014-10-23T09:50:11Z"),
        (#""2014-10-23T09:50:11.25Z""#, "2014-10-23T09:50:11.25Z"),
        (#""2014-W43-4T00:00:00Z""#, "2014-10-23T00:00:00Z"),
        (#""2014-296""#, "2014-10-23T00:00:00Z"),
        ("1414057811", "2014-10-23T09:50:11Z"),
        ("null", "nil"),
    ])
    func `reads dates in many forms`(json: String, date: String) throws {
        try Shop.with(.inMemory) { shop in
            let result = try shop.load(#"{"images":[{"id":1,"created_at":\#(json)}]}"#)
            try result.requireNoIssues()
            #expect(try shop.lines("Image", "createdAt") == [date])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `says what is no date`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            let result = try shop.load(#"{"images":[{"id":1,"created_at":"soon"},{"id":2}]}"#)
            #expect(result.issues.map(\.expected) == ["ISO 8601 date or seconds since 1970"])
            #expect(try shop.lines("Image", "systemId") == ["2"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `reads texts of numbers, and truth values without a declaration`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            _ = try shop.insert("Product", ["systemId": 1, "priceGross": 5])
            let result = try shop.load(
                #"{"products":[{"id":1,"price_gross":"34900","visible":true}]}"#)
            #expect(result.total.updated == 1)
            #expect(try shop.lines("Product", "priceGross", "visible") == ["34900 | true"])
            try shop.load(#"{"products":[{"id":1,"visible":0}]}"#)
            #expect(try shop.lines("Product", "priceGross", "visible") == ["34900 | false"])
        }
    }
}
