import EntityMapper
import HTTPValues
import MappingConventions
import MercatorPayload
import ObjectGraph
import ResourceMapping
import TestSupport
import Testing

@Suite("Closures of object maps")
struct MapHookTests {
    @Test(arguments: StoreKind.allCases)
    func `finish an object, seeing what was mapped and the representation`(
        kind: StoreKind
    ) throws {
        let product = try ShopFixture.map("Product") {
            $0.mapObjectKey("priceGross", toWebKey: "price")
            $0.didMap = MappingHook("reduction") { product, representation in
                guard case .integer(let price) = product["priceGross"],
                    case .integer(let calls) = product["inventory"],
                    let salePrice = representation["salePrice"]?.int64
                else { return }
                product["descr"] = .string("\(price - salePrice)")
                product["inventory"] = .integer(calls + 1)
            }
        }
        try Shop.with(kind, try ShopFixture.maps(product)) { shop in
            try shop.load(#"{"products":[{"id":1,"price":100,"salePrice":80}]}"#)
            #expect(try shop.lines("Product", "descr", "inventory") == [#""20" | 1"#])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `finish a representation, once`(kind: StoreKind) throws {
        let uploaded = try #require(Timestamp("2015-02-03T04:05:06Z"))
        let brand = try ShopFixture.map("Brand") {
            $0.didWrite = WritingHook("upload") { _, members in
                members["uploads"] = .integer(members["uploads"] == nil ? 1 : 2)
                members["uploaded_at"] = .date(uploaded)
            }
        }
        try Shop.with(kind, try ShopFixture.maps(brand)) { shop in
            let requests = ResourceRequests(baseURL: "http://example.com", plan: try shop.plan)
            let object = try shop.insert("Brand", ["systemId": 1])
            let request = try shop.use(object) { try requests.save($0) }.request
            #expect(
                request?.body.map { String(decoding: $0, as: UTF8.self) } == """
                    {"brand":{"id":1,"uploaded_at":"2015-02-03T04:05:06Z","uploads":1}}
                    """)
        }
    }
}
