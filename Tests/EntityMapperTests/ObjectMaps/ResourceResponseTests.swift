import EntityMapper
import HTTPValues
import MappingConventions
import MercatorPayload
import ObjectGraph
import ResourceMapping
import TestSupport
import Testing

@Suite("Responses to requests for objects")
struct ResourceResponseTests {
    /// An operation, a status, and the resulting action.
    struct Row: Sendable, CustomTestStringConvertible {
        let operation: ResourceOperation
        let status: Int
        let action: ResponseAction

        init(_ operation: ResourceOperation, _ status: Int, _ action: ResponseAction) {
            (self.operation, self.status, self.action) = (operation, status, action)
        }

        var testDescription: String { "\(operation) \(status)" }
    }

    @Test(arguments: [
        Row(.save, 200, .apply), Row(.save, 201, .apply), Row(.save, 204, .apply),
        Row(.save, 205, .fail(status: 205)), Row(.save, 199, .fail(status: 199)),
        Row(.save, 404, .deleteLocally), Row(.save, 422, .fail(status: 422)),
        Row(.delete, 204, .deleteLocally), Row(.delete, 404, .deleteLocally),
        Row(.delete, 500, .fail(status: 500)), Row(.refresh, 200, .apply),
        Row(.refresh, 404, .deleteLocally), Row(.refresh, 410, .deleteLocally),
        Row(.list, 200, .apply), Row(.list, 404, .fail(status: 404)),
        Row(.save, 401, .authenticate), Row(.delete, 401, .authenticate),
        Row(.list, 401, .authenticate),
    ])
    func `a status means what the operation makes of it`(row: Row) {
        #expect(row.operation.action(forStatus: row.status) == row.action)
    }

    @Test func `a file has its status in its body`() throws {
        let found = try PayloadDocument(parsing: #"{"statusCode":200}"#)
        let bare = try PayloadDocument(parsing: "{}")
        #expect(ResourceOperation.list.action(forBody: found) == .apply)
        #expect(ResourceOperation.list.action(forBody: bare) == .fail(status: 0))
    }

    private func maps() throws -> MappingSet {
        MappingSet(
            sideloading: [
                try ShopFixture.map("Order"), try ShopFixture.map("Person"),
            ], in: try ShopFixture.model())
    }

    private func handle(
        _ operation: ResourceOperation, _ status: Int, _ json: String?,
        _ object: ManagedObjectID, _ shop: Shop
    ) throws -> ResponseOutcome {
        try ResourceResponses(MappingOperation(shop.plan)).handle(
            operation, status: status, body: try json.map { try PayloadDocument(parsing: $0) },
            for: object, in: shop.container)
    }

    private static let edited: Value = SynchronizationState.edited.attributeValue

    @Test(arguments: StoreKind.allCases)
    func `the object that was sent becomes the one of the response`(kind: StoreKind) throws {
        try Shop.with(kind, try maps()) { shop in
            let order = try shop.insert("Order", ["note": "mine", "dirty": Self.edited])
            let outcome = try handle(
                .save, 201,
                """
                {"people":[{"id":1,"name":"A"},{"id":2}],
                 "orders":[{"id":9,"buyer_id":1,"note":"ours"}]}
                """,
                order, shop)
            #expect(outcome.binding == .bound(9))
            #expect(outcome.result?["orders"] == [order])
            #expect(
                try shop.lines("Order", "systemId", "note", "dirty", "buyer.name")
                    == [#"9 | "ours" | 0 | "A""#])
            #expect(try shop.lines("Person", "systemId") == ["1", "2"])
            // Saved again, it is known.
            let again = try handle(.save, 200, #"{"orders":[{"id":9}]}"#, order, shop)
            #expect(again.binding == .known)
            #expect(try shop.lines("Order", "systemId") == ["9"])
        }
    }

    @Test(arguments: [
        (#"{"orders":[{"id":8},{"id":9}],"people":[]}"#, "one representation of Order, found 2"),
        (#"{"orders":[],"people":[{"id":1}]}"#, "one representation of Order, found 0"),
        (#"{"people":[{"id":1}]}"#, "one representation of Order, found 0"),
        (#"{"orders":[{"note":"x"}]}"#, "a value for 'systemId' of Order at 'id'"),
        (#"{"orders":[{"id":7}]}"#, "a new Order, found the identification of another object"),
    ])
    func `an object is not bound to what may be another one`(json: String, reason: String) throws {
        for kind in StoreKind.allCases {
            try Shop.with(kind, try maps()) { shop in
                _ = try shop.insert("Order", ["systemId": 7, "note": "other"])
                let order = try shop.insert("Order", ["note": "mine", "dirty": Self.edited])
                let outcome = try handle(.save, 201, json, order, shop)
                #expect(outcome.binding == .unbound("expected " + reason))
                let values = try shop.use(order) { [$0["systemId"], $0["note"], $0["dirty"]] }
                #expect(values == [.null, "mine", 0])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the map of an ancestor speaks for objects of sub-entities`(kind: StoreKind) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Order", attributes: [.init("systemId", .integer64), .init("dirty", .integer16)]),
            EntityDescription("GiftOrder", parent: "Order"),
        ])
        let maps = MappingSet(
            sideloading: [EntityMapping(autogeneratedForEntityNamed: "Order", in: model)])
        try kind.withContainer(model) { container in
            let shop = Shop(container: container, maps: maps)
            _ = try shop.insert("Order", ["systemId": 7])
            let gift = try shop.insert("GiftOrder", ["dirty": Self.edited])
            let taken = try handle(.save, 201, #"{"orders":[{"id":7}]}"#, gift, shop)
            #expect(
                taken.binding
                    == .unbound(
                        "expected a new GiftOrder, found the identification of another object"))
            let outcome = try handle(.save, 201, #"{"orders":[{"id":9}]}"#, gift, shop)
            #expect(outcome.binding == .bound(9))
            #expect(try shop.lines("Order", "systemId") == ["7", "9"])
            #expect(try shop.lines("GiftOrder", "systemId", "dirty") == ["9 | 0"])
        }
    }

    @Test func `a single representation at the root of the list is as good`() throws {
        try Shop.with(.inMemory, try maps()) { shop in
            let order = try shop.insert("Order")
            let outcome = try handle(.save, 200, #"{"orders":{"id":9}}"#, order, shop)
            #expect(outcome.binding == .bound(9))
            #expect(try shop.lines("Order", "systemId") == ["9"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a response without a body only makes the object clean`(kind: StoreKind) throws {
        try Shop.with(kind, try maps()) { shop in
            let order = try shop.insert("Order", ["systemId": 9, "dirty": Self.edited])
            let outcome = try handle(.save, 204, nil, order, shop)
            #expect(outcome.action == .apply && outcome.binding == nil)
            #expect(outcome.result == nil)
            #expect(try shop.lines("Order", "systemId", "dirty") == ["9 | 0"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what is gone on the server is deleted here`(kind: StoreKind) throws {
        try Shop.with(kind, try maps()) { shop in
            let rows: [(ResourceOperation, Int)] = [(.delete, 204), (.delete, 404), (.save, 404)]
            for (operation, status) in rows {
                let order = try shop.insert("Order", ["systemId": 9])
                let outcome = try handle(operation, status, nil, order, shop)
                #expect(outcome.action == .deleteLocally)
                #expect(try shop.lines("Order", "systemId").isEmpty)
                // The object is already deleted the second time.
                #expect(try handle(operation, status, nil, order, shop).action == .deleteLocally)
            }
        }
    }

    @Test(arguments: [401, 500])
    func `a failure changes nothing`(status: Int) throws {
        for kind in StoreKind.allCases {
            try Shop.with(kind, try maps()) { shop in
                let order = try shop.insert("Order", ["dirty": Self.edited])
                let outcome = try handle(.save, status, #"{"orders":[{"id":9}]}"#, order, shop)
                #expect(outcome.binding == nil && outcome.result == nil)
                #expect(try shop.lines("Order", "systemId", "dirty") == ["nil | 1"])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a payload that cannot be mapped changes nothing`(kind: StoreKind) throws {
        try Shop.with(kind, try maps()) { shop in
            let order = try shop.insert("Order", ["dirty": Self.edited])
            var operation = MappingOperation(try shop.plan)
            operation.options.failurePolicy = .fail
            let responses = ResourceResponses(operation)
            let body = try PayloadDocument(parsing: #"{"orders":[{"id":9,"state":"x"}]}"#)
            let isClean = try shop.container.perform { context in
                #expect(throws: MappingError.self) {
                    try responses.handle(.save, status: 200, body: body, for: order, in: context)
                }
                return !context.hasChanges
            }
            #expect(isClean)
            #expect(try shop.lines("Order", "systemId", "dirty") == ["nil | 1"])
        }
    }
}
