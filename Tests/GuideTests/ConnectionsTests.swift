import Mercator
import Testing

@Suite("Connections")
struct ConnectionsTests {
    struct Person: Entity {
        let personID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let orders = ToMany<Order>()
        let accountManager = ToOne<Person>(from: "manager")
    }

    struct Order: Entity {
        let orderID = Attribute<Int64>(from: "id")
        let customerID = Attribute<Int64?>(from: "customer")
        let isDraft = Attribute<Bool>(from: "draft", default: false)
        let customer = ToOne<Person>(
            inverse: \.orders, connectedBy: \Order.customerID, \Person.personID)
        let lineIDs = Attribute<[Int64]?>(from: "lines")
        let lines = ToMany<OrderLine>(isOrdered: true)
        let contact = ToOne<Person>()
    }

    struct OrderLine: Entity {
        let lineID = Attribute<Int64>(from: "id", isIdentity: true)
        let text = Attribute<String?>(from: "text")
    }

    private func container(_ mappings: EntityMapping...) throws -> PersistentContainer {
        try PersistentContainer(
            for: Person.self, Order.self, OrderLine.self, in: InMemoryStore(), mappings: mappings)
    }

    @Test func `connections wait for what comes later`() throws {
        let ordersPayload = Array(
            #"""
            {"orders": [{"id": 100, "customer": 1}, {"id": 101, "customer": 2}]}
            """#.utf8)
        let container = try PersistentContainer(
            for: Person.self, Order.self, OrderLine.self, in: InMemoryStore())
        try container.load(#"{"id": 1}"#, as: Person.self)
        let first = try container.load(ordersPayload)
        let open = first.unresolved.map(\.description)
        // ["Order.customer: 1 foreign key waits for 1 object that is not here yet"]
        let key = first.unresolved[0].keys[0].values  // ["personID": 2]
        #expect(open == ["Order.customer: 1 foreign key waits for 1 object that is not here yet"])
        #expect(key == ["personID": 2])
        let second = try container.load(#"{"id": 2, "name": "Ben"}"#, as: Person.self)
        let connected = second.counts["Order"]?.connected  // 1
        #expect(connected == 1)
        try container.write { context in
            let order = context.insert(Order.self)
            order.orderID = 102
            order.customerID = 2
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
        let container = try container()
        try container.load(#"{"id": 101, "customer": 2}"#, as: Order.self)
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
        let orders = EntityMapping(
            Order.self, .connect(\.contact, keyPath: \.customer, \.accountManager))
        let container = try container(orders)
        try container.load(
            #"[{"id": 100, "customer": 1}, {"id": 101, "customer": 2}]"#, as: Order.self)
        let payload = #"{"id": 2, "manager": {"id": 9, "name": "Ida"}}"#
        let third = try container.load(payload, as: Person.self)
        let contacts = try container.read { context in
            try context.fetch(Order.self).map { $0.contact?.name ?? "none" }
        }  // ["none", "Ida"]
        #expect(contacts == ["none", "Ida"])
        #expect(third.counts["Order"]?.connected == 2)
    }

    @Test func `the long form of a connection has options`() throws {
        var orders = EntityMapping(for: Order.self)
        orders.addConnection(
            ConnectionDescription(
                for: \Order.lines, connectedBy: (\.lineIDs, \.lineID),
                sourcePredicate: .attribute("isDraft") == false, onMissing: .clear))
        let container = try container(orders)
        let payload = #"""
            {"orders": [{"id": 1, "lines": [3, 2]}, {"id": 2, "lines": [2], "draft": true}],
             "lines": [{"id": 2, "text": "two"}, {"id": 3, "text": "three"}]}
            """#
        try container.load(payload).requireNoIssues()
        let texts = try container.read { context in
            try context.fetch(Order.self).map { $0.lines.map(\.text) }
        }
        #expect(texts == [["three", "two"], []])
    }
}
