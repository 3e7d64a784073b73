import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import TestSupport
import Testing

@Suite("Writing objects by object maps")
struct MapWritingTests {
    private func json(
        _ maps: MappingSet, _ values: [String: Value], including included: Set<String> = [],
        excluding excluded: Set<String> = []
    ) throws -> String {
        var json = ""
        try Shop.with(.inMemory, maps) { shop in
            let writer = try RepresentationWriter(
                try shop.plan, mapping: "Product", profile: .create, including: included,
                excluding: excluded)
            let bytes = try shop.use(try shop.insert("Product", values)) {
                try writer.jsonBytes(for: $0)
            }
            json = String(decoding: bytes, as: UTF8.self)
        }
        return json
    }

    private func maps(_ change: (inout EntityMapping) -> Void) throws -> MappingSet {
        try ShopFixture.maps(ShopFixture.map("Product", change))
    }

    @Test(arguments: StoreKind.allCases)
    func `writes identification, attributes and to-one identifiers`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            let created = try #require(Timestamp("2015-02-03T04:05:59.6Z"))
            try shop.load(#"{"products":[{"id":42,"shop_id":43,"brand_id":44,"image_ids":[1]}]}"#)
            let writer = try RepresentationWriter(
                try shop.plan, mapping: "Product", profile: .create)
            let bytes = try shop.container.perform { context in
                let product = try context.fetch(FetchRequest("Product"))[0]
                product["name"] = "Testproduct"
                product["descr"] = "Testproduct description"
                product["visible"] = true
                product["priceGross"] = 199_000
                product["inventory"] = 42
                product["createdAt"] = .date(created)
                return try writer.jsonBytes(for: product)
            }
            #expect(
                String(decoding: bytes, as: UTF8.self) == """
                    {"id":42,"created_at":"2015-02-03T04:05:59Z",\
                    "descr":"Testproduct description","inventory":42,"name":"Testproduct",\
                    "price_gross":199000,"visible":1,"brand_id":44,"shop_id":43}
                    """)
        }
    }

    @Test func `writes truth values as numbers unless they are declared`() throws {
        let plain = try ShopFixture.maps()
        let declared = try maps { $0.addBooleans(["visible"]) }
        let visible: [String: Value] = ["visible": true, "priceGross": .null, "inventory": .null]
        #expect(try json(plain, visible) == #"{"visible":1}"#)
        #expect(try json(declared, visible) == #"{"visible":true}"#)
        let hidden = visible.merging(["visible": .null]) { $1 }
        #expect(try json(plain, hidden) == "{}")
        #expect(try json(declared, hidden) == #"{"visible":null}"#)
    }

    @Test func `writes whole numbers as truth values where they are declared so`() throws {
        let declared = try maps { $0.addBoolean("inventory") }
        #expect(
            try json(declared, ["inventory": 1, "priceGross": .null]) == #"{"inventory":true}"#)
        #expect(throws: MappingError.self) { try json(declared, ["inventory": 2]) }
        try Shop.with(.inMemory, declared) { shop in
            try shop.load(#"{"products":[{"id":1,"inventory":true},{"id":2,"inventory":0}]}"#)
            #expect(try shop.lines("Product", "inventory") == ["1", "0"])
        }
    }

    private static let note: [String: Value] = [
        "descr": "n", "name": "N", "priceGross": .null, "inventory": .null,
    ]

    @Test func `writes optional keys on request, and leaves out what is excluded`() throws {
        let maps = try maps { $0.addOptionalKeys(["descr", "brand"]) }
        #expect(try json(maps, Self.note) == #"{"name":"N"}"#)
        #expect(
            try json(maps, Self.note, including: ["descr"]) == #"{"descr":"n","name":"N"}"#)
        #expect(try json(maps, Self.note, excluding: ["name"]) == "{}")
        #expect(
            try json(maps, Self.note, including: ["descr"], excluding: ["descr"])
                == #"{"name":"N"}"#)
    }

    @Test func `knows what can be included`() throws {
        let plan = try MappingPlan(ShopFixture.maps(), for: try ShopFixture.model())
        let error = #expect(throws: MappingPlanError.self) {
            try RepresentationWriter(
                plan, mapping: "Product", including: ["desc"], excluding: ["dirty"])
        }
        let start = "Product: nothing is mapped to a property "
        #expect(
            error?.problems.map(\.description) == [
                start + "'desc' that could be included or left out; did you mean 'descr'?",
                start + "'dirty' that could be included or left out",
            ])
    }

    @Test func `never writes read-only keys, and leaves out nil`() throws {
        let maps = try maps { $0.addReadOnlyKeys(["descr", "brand"]) }
        #expect(try json(maps, Self.note) == #"{"name":"N"}"#)
        #expect(try json(maps, Self.note.merging(["name": .null]) { $1 }) == "{}")
        // The order of the settings does not matter.
        let later = try self.maps {
            $0.addReadOnlyKey("descr")
            $0.mapObjectKey("descr", toWebKey: "text")
        }
        #expect(try json(later, Self.note) == #"{"name":"N"}"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `what was written changes nothing when it is read`(kind: StoreKind) throws {
        try Shop.with(kind) { shop in
            try shop.load(ShopPayloads.products)
            try shop.load(ShopPayloads.images)
            let writers = try ["Product", "Image"].map {
                try RepresentationWriter(
                    try shop.plan, mapping: $0, root: PayloadPath([.key($0.lowercased() + "s")]))
            }
            let document = try shop.container.perform { context in
                try RepresentationWriter.document(
                    joining: writers.map { writer in
                        let name = writer.root == "products" ? "Product" : "Image"
                        return try writer.part(for: try context.fetch(FetchRequest(name)))
                    })
            }
            let result = try MappingOperation(shop.plan).run(document, in: shop.container)
            try result.requireNoIssues()
            #expect(result.counts["Product"]?.unchanged == 10)
            #expect(result.counts["Image"]?.unchanged == 13)
            #expect(result.total.updated == 0)
        }
    }
}
