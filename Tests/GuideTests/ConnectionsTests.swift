import Mercator
import Testing

@Suite("Connections")
struct ConnectionsTests {
    struct Person: Entity {
        let personID = Attribute<Int64>("personID")
        let name = Attribute<String?>("name")
        let orders = ToMany<Order>("orders")
        let accountManager = ToOne<Person>("accountManager")
    }

    struct Order: Entity {
        let orderID = Attribute<Int64>("orderID")
        let customerID = Attribute<Int64?>("customerID")
        let isDraft = Attribute<Bool>("isDraft", default: false)
        let customer = ToOne<Person>("customer", inverse: \.orders)
        let lineIDs = Attribute<[Int64]?>("lineIDs")
        let lines = ToMany<OrderLine>("lines", isOrdered: true)
        let contact = ToOne<Person>("contact")
    }

    struct OrderLine: Entity {
        let lineID = Attribute<Int64>("lineID")
        let text = Attribute<String?>("text")
    }

    private let model: ManagedObjectModel
    private let container: PersistentContainer

    init() throws {
        model = try ManagedObjectModel(Person.self, Order.self, OrderLine.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    private func operation(
        _ mappings: [EntityMapping], _ root: PayloadPath, _ name: String
    ) throws -> MappingOperation {
        MappingOperation(
            try MappingPlan(MappingSet(mappings, roots: [root: name]), for: model))
    }

    @Test func `connections wait for what comes later`() throws {
        let ordersPayload = Array(
            #"""
            {"orders": [{"id": 100, "customer": 1}, {"id": 101, "customer": 2}]}
            """#.utf8)
        var orders = EntityMapping(for: Order.self)
        orders.addAttributeMappings(["id": "orderID", "customer": "customerID"])
        orders.addConnection(for: "customer", connectedBy: ["customerID": "personID"])
        var people = EntityMapping(for: Person.self)
        people.addAttributeMappings(["id": "personID", "name": "name"])
        let orderLoad = try operation([orders], "orders", "Order")
        let peopleLoad = try operation([people], "", "Person")
        try peopleLoad.run(#"{"id": 1}"#.utf8, in: container).requireNoIssues()
        let first = try orderLoad.run(ordersPayload, in: container)
        let open = first.unresolved.map(\.description)
        // ["Order.customer: 1 foreign key waits for 1 object that is not here yet"]
        let key = first.unresolved[0].keys[0].values  // ["personID": 2]
        #expect(open == ["Order.customer: 1 foreign key waits for 1 object that is not here yet"])
        #expect(key == ["personID": 2])
        let second = try peopleLoad.run(#"{"id": 2, "name": "Ben"}"#.utf8, in: container)
        let connected = second.counts["Order"]?.connected  // 1
        #expect(connected == 1)
        try container.perform { context in
            let order = context.insert(Order.self)
            order.orderID = 102
            order.customerID = 2
            try context.save()
        }
        let outcome = try ConnectionOperation().run(in: container)
        let made = outcome.connected  // 1
        #expect(made == 1)
        #expect(try ConnectionOperation().run(in: container).connected == 0)
        let some = try ConnectionOperation(only: ["Order.customer"]).run(in: container)
        let more = some.connected  // 0
        #expect(more == 0)
    }

    @Test func `the store says what it knows`() throws {
        var orders = EntityMapping(for: Order.self)
        orders.addAttributeMappings(["id": "orderID", "customer": "customerID"])
        orders.addConnection(for: "customer", connectedBy: ["customerID": "personID"])
        _ = try operation([orders], "", "Order")
            .run(#"{"id": 101, "customer": 2}"#.utf8, in: container)
        let waiting = try container.openConnections().map(\.description)
        // ["Order.customer: 1 foreign key waits for 1 object that is not here yet"]
        #expect(waiting.count == 1 && waiting[0].hasPrefix("Order.customer: 1 foreign key waits"))
        let names = try container.registeredConnections().map { "\($0.entity).\($0.relationship)" }
        // ["Order.customer"]
        let isRemoved = try container.removeConnection(for: "customer", of: "Order")  // true
        #expect(names == ["Order.customer"])
        #expect(isRemoved)
        #expect(try container.openConnections().isEmpty)
    }

    @Test func `a key path is followed`() throws {
        var orders = EntityMapping(for: Order.self)
        orders.addAttributeMappings(["id": "orderID", "customer": "customerID"])
        orders.addConnection(for: "customer", connectedBy: ["customerID": "personID"])
        orders.addConnection(for: "contact", keyPath: "customer.accountManager")
        var people = EntityMapping(for: Person.self)
        people.addAttributeMappings(["id": "personID", "name": "name"])
        people.addRelationshipMapping(from: "manager", to: "accountManager", using: "Person")
        let peopleLoad = try operation([people], "", "Person")
        let ordersPayload = #"[{"id": 100, "customer": 1}, {"id": 101, "customer": 2}]"#
        _ = try operation([orders], "", "Order").run(ordersPayload.utf8, in: container)
        let payload = #"{"id": 2, "manager": {"id": 9, "name": "Ida"}}"#
        let third = try peopleLoad.run(payload.utf8, in: container)
        let contacts = try container.perform { context in
            try context.fetch(Order.self).map { $0.contact?.name ?? "none" }
        }  // ["none", "Ida"]
        #expect(contacts == ["none", "Ida"])
        #expect(third.counts["Order"]?.connected == 2)
    }

    @Test func `the long form of a connection has options`() throws {
        var orders = EntityMapping(for: Order.self)
        orders.addAttributeMappings(["id": "orderID", "lines": "lineIDs", "draft": "isDraft"])
        orders.addConnection(
            ConnectionDescription(
                entity: "Order", relationship: "lines", connectedBy: ["lineIDs": "lineID"],
                sourcePredicate: .attribute("isDraft") == false, onMissing: .clear))
        var lines = EntityMapping(for: OrderLine.self)
        lines.identificationAttributes = ["lineID"]
        lines.addAttributeMappings(["id": "lineID", "text": "text"])
        let set = MappingSet(
            [orders, lines], roots: ["orders": "Order", "lines": "OrderLine"])
        let load = MappingOperation(try MappingPlan(set, for: model))
        let payload = #"""
            {"orders": [{"id": 1, "lines": [3, 2]}, {"id": 2, "lines": [2], "draft": true}],
             "lines": [{"id": 2, "text": "two"}, {"id": 3, "text": "three"}]}
            """#
        try load.run(payload.utf8, in: container).requireNoIssues()
        let texts = try container.perform { context in
            try context.fetch(Order.self).map { $0.lines.map(\.text) }
        }
        #expect(texts == [["three", "two"], []])
    }
}
