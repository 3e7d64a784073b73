import Mercator
import Testing

/// Statements of the guide's tables without a block of their own.
extension ComingFromTSNRESTTests {
    struct Shoe: Entity {
        let shoeID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let makerID = Attribute<Int64?>(from: "brand_id")
        let maker = ToOne<Maker>(inverse: \.shoes, connectedBy: \Shoe.makerID)
    }

    struct Maker: Entity {
        let makerID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let shoes = ToMany<Shoe>()
    }

    @Test func `declarations are the shorter form`() throws {
        let shop = try PersistentContainer(
            for: Shoe.self, Maker.self, in: InMemoryStore(),
            roots: ["products": "Shoe", "brands": "Maker"])
        try shop.load(response)
        let shoes = try shop.read { context in
            try context.fetch(Shoe.self).map { "\($0.name ?? "?") by \($0.maker?.name ?? "?")" }
        }  // ["Chelsea Boots by Hunter"]
        #expect(shoes == ["Chelsea Boots by Hunter"])
    }

    /// Payloads for which TSNREST and Mercator differ, with Mercator's results.
    struct Difference: CustomTestStringConvertible, Sendable {
        let id: String
        let payloads: [String]
        /// The identifier, name, brand and images of each product.
        let products: [String]
        var issues: [MappingIssue.Code] = []

        var testDescription: String { id }
    }

    static let differences = [
        Difference(
            id: "one representation in place of a list",
            payloads: [#"{"products": {"id": 1, "name": "a"}}"#], products: ["1 a 0 []"]),
        Difference(
            id: "identifiers beyond 32 bits",
            payloads: Array(
                repeating: #"{"products": [{"id": 4294967297}, {"id": 1}]}"#, count: 2),
            products: ["1 - 0 []", "4294967297 - 0 []"]),
        Difference(
            id: "an absent to-one key says nothing",
            payloads: [
                #"{"products": [{"id": 1, "brand_id": 44}]}"#, #"{"products": [{"id": 1}]}"#,
            ],
            products: ["1 - 44 []"]),
        Difference(
            id: "representations in place of identifiers are linked",
            payloads: [#"{"products": [{"id": 1, "image_ids": [{"id": 5, "url": "u"}, 6]}]}"#],
            products: ["1 - 0 [5, 6]"]),
        Difference(
            id: "what does not fit is an issue",
            payloads: [#"{"products": [{"id": 1, "updated_at": "soon"}, {"id": 2}]}"#],
            products: ["2 - 0 []"], issues: [.invalidValue]),
        Difference(
            id: "seconds since 1970 are a date",
            payloads: [#"{"products": [{"id": 1, "updated_at": 1414057811}]}"#],
            products: ["1 - 0 []"]),
    ]

    @Test(arguments: differences, Place.allCases)
    func `what is different on purpose`(row: Difference, place: Place) throws {
        let container = try open(place)
        let operation = MappingOperation(try plan())
        var issues: [MappingIssue.Code] = []
        for payload in row.payloads {
            issues += try operation.run(payload.utf8, in: container).issues.map(\.code)
        }
        let lines = try container.perform { context in
            try context.fetch(Product.self, sortedBy: [.ascending("systemId")]).map { product in
                let images = product.images.compactMap(\.systemId).sorted()
                return "\(product.systemId ?? 0) \(product.name ?? "-") "
                    + "\(product.brand?.systemId ?? 0) \(images)"
            }
        }
        #expect(lines == row.products)
        #expect(issues == row.issues)
    }

    @Test func `an object without values is sent all the same`() throws {
        let container = try open(.memory)
        let requests = ResourceRequests(baseURL: "http://example.com", plan: try plan())
        let request = try container.perform { context in
            try requests.save(context.insert(Brand.self).managedObject).request
        }
        #expect(request?.description == "POST http://example.com/brands")
        #expect(request?.body == Array(#"{"brand":{}}"#.utf8))
    }

    @Test(
        arguments: [
            #"{"products": [{"id": 1, "name": "a"},]}"#,
            #"{"products": [{"id": 1, "name": "a",}],}"#,
        ])
    func `a comma before the end needs an option`(payload: String) throws {
        let container = try open(.memory)
        let load = MappingOperation(try plan())
        let error = #expect(throws: PayloadError.self) { try load.run(payload, in: container) }
        #expect(error?.description.contains("line 1") == true)
        let count = try container.perform { try $0.count(FetchRequest("Product")) }
        #expect(count == 0)
        let options = PayloadOptions(allowsTrailingComma: true)
        let document = try PayloadDocument(parsing: payload, options: options)
        try load.run(document, in: container).requireNoIssues()
        let names = try container.perform { try $0.fetch(Product.self).map(\.name) }
        #expect(names == ["a"])
    }
}
