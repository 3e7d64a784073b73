import Mercator
import Testing

@Suite("Paths")
struct PathsTests {
    struct Tag: Entity {
        let name = Attribute<String>("name")
    }

    struct Order: Entity {
        let orderID = Attribute<Int64>("orderID")
        let total = Attribute<Double?>("total")
        let shop = Attribute<String?>("shop")
        let receivedAt = Attribute<Timestamp?>("receivedAt")
        let lines: ToMany<Line> = ToMany("lines", inverse: \.order)
    }

    struct Line: Entity {
        let orderID = Attribute<Int64>("orderID")
        let number = Attribute<Int64>("number")
        let name = Attribute<String?>("name")
        let order: ToOne<Order> = ToOne("order", inverse: \.lines)
    }

    struct User: Entity {
        let userID = Attribute<Int64>("userID")
        let name = Attribute<String>("name")
    }

    private let model: ManagedObjectModel
    private let container: PersistentContainer

    init() throws {
        model = try ManagedObjectModel(Tag.self, Order.self, Line.self, User.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    @discardableResult
    private func load(
        _ payload: String, _ mapping: EntityMapping, at root: PayloadPath = ""
    ) throws -> MappingResult {
        let set = MappingSet([mapping], roots: [root: mapping.name])
        return try MappingOperation(try MappingPlan(set, for: model))
            .run(payload.utf8, in: container)
    }

    @Test func `components need no escapes`() {
        let path = PayloadPath([.key("a.b"), .key("c")])
        let written = path.description  // a\.b.c
        #expect(written == #"a\.b.c"#)
    }

    @Test(arguments: [
        ("", []), ("headline.text", ["headline", "text"]), (#"a\.b.c"#, ["a.b", "c"]),
        (#""a.b".c"#, ["a.b", "c"]), (#""@id""#, ["@id"]), (#"\@id"#, ["@id"]), ("self", []),
    ])
    func `a path is read as the table says`(written: String, keys: [String]) throws {
        #expect(try PayloadPath(written).components.map(\.key) == keys)
    }

    @Test func `the empty path maps a record that is no object`() throws {
        let payload = #"""
            {"tags": ["swift", "sql"]}
            """#
        var tags = EntityMapping(for: Tag.self)
        tags.identificationAttributes = ["name"]
        tags.addAttributeMapping(from: "", to: "name")
        #expect(try load(payload, tags, at: "tags").counts["Tag"]?.inserted == 2)
    }

    @Test(arguments: [
        ("lines.price", "[1.5,2.5,null]"), ("lines.@count", "3"), ("lines.@sum.price", "4"),
        ("lines.@avg.price", "2"), ("lines.@min.price", "1.5"), ("lines.@max.price", "2.5"),
        ("lines.@first.price", "1.5"), ("lines.@unionOfArrays.tags", #"["a","b","a"]"#),
        ("lines.@distinctUnionOfArrays.tags", #"["a","b"]"#),
        ("lines.@unionOfObjects.price", "[1.5,2.5]"),
    ])
    func `operators make one value of many`(path: String, json: String) throws {
        let payload = #"""
            {"lines": [{"price": 1.5, "tags": ["a"]}, {"price": 2.5, "tags": ["b", "a"]}, {}]}
            """#
        let value = try PayloadDocument(parsing: payload).root.value(at: PayloadPath(path))
        #expect(value.map { String(decoding: $0.jsonBytes(), as: UTF8.self) } == json)
    }

    @Test func `paths begin around a record`() throws {
        let status = 200
        let payload = Array(
            #"""
            {"shop": "Mercator", "orders": [
              {"id": 7, "lines": [{"name": "Map", "price": 19.9}, {"name": "Pin", "price": 0.25}]}
            ]}
            """#.utf8)
        var orders = EntityMapping(for: Order.self)
        orders.addAttributeMappings([
            "id": "orderID",
            "lines.@sum.price": "total",
            "@root.shop": "shop",
            "@metadata.response.Date": "receivedAt",
        ])
        orders.addRelationshipMapping(from: "lines", to: "lines", using: "Line")

        var lines = EntityMapping(for: Line.self)
        lines.identificationAttributes = ["orderID", "number"]
        lines.addAttributeMappings([
            "@parent.id": "orderID",
            "@metadata.mapping.collectionIndex": "number",
            "name": "name",
        ])

        let plan = try MappingPlan(
            MappingSet([orders, lines], roots: ["orders": "Order"]), for: model)
        var operation = MappingOperation(plan)
        operation.metadata = [
            "response": ["Date": "2014-08-31T00:29:15Z", "status": Value(status)]
        ]
        _ = try operation.run(payload, in: container)
        let order = try container.perform { context in
            let order = try context.fetch(FetchRequest("Order"))[0]
            let names = order[toMany: "lines"].map { $0["name"] }
            return ["total", "shop", "receivedAt"].map { order[$0] } + names
        }  // [20.15, "Mercator", 2014-08-31T00:29:15Z, "Map", "Pin"]
        #expect("\(order)" == #"[20.15, "Mercator", 2014-08-31T00:29:15Z, "Map", "Pin"]"#)
        let again = try operation.run(payload, in: container)
        #expect(again.total.unchanged == 3)
    }

    @Test func `paths in variables are checked with the plan`() throws {
        var mapping = EntityMapping(for: Order.self)
        let table = ["id": "orderID", "shop..name": "shop"]
        for (source, attribute) in table.sorted(by: <) {
            mapping.addAttributeMapping(from: source, to: attribute)
        }
        #expect(mapping.attributeMappings.map(\.destination) == ["orderID", "shop"])
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(MappingSet([mapping], roots: ["": "Order"]), for: model)
        }
        #expect(error?.problems.map(\.code) == [.path])
        #expect(throws: PayloadPathError.self) { try PayloadPath("shop." + ".name") }
    }

    @Test func `a key is a value`() throws {
        let payload = #"""
            {"users": {"blake": {"id": 1}, "rachit": {"id": 7}}}
            """#
        var users = EntityMapping(for: User.self)
        users.forcesCollectionMapping = true
        users.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        users.addAttributeMapping(from: "{name}.id", to: "userID")
        try load(payload, users, at: "users").requireNoIssues()
        let shown = try container.perform { context in
            try context.fetch(FetchRequest("User")).map { ["\($0["name"])", "\($0["userID"])"] }
        }
        #expect(shown == [[#""blake""#, "1"], [#""rachit""#, "7"]])
    }
}
