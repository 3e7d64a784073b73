import Mercator
import Testing

@Suite("Identity and connections")
struct IdentityAndConnectionsTests {
    struct Person: Entity {
        let personID = Attribute<Int64>("personID")
        let name = Attribute<String?>("name")
        let age = Attribute<Int64?>("age")
        let updatedAt = Attribute<Timestamp?>("updatedAt")
        let isArchived = Attribute<Bool>("isArchived", default: false)
        let pets = ToMany<Pet>("pets", isOrdered: true)
        let orders = ToMany<Order>("orders")
    }

    struct Pet: Entity {
        let petID = Attribute<Int64>("petID")
        let name = Attribute<String?>("name")
        let isDeceased = Attribute<Bool>("isDeceased", default: false)
        let owner = ToOne<Person>("owner", inverse: \.pets)
    }

    struct Order: Entity {
        let orderID = Attribute<Int64>("orderID")
        let customerID = Attribute<Int64?>("customerID")
        let isDraft = Attribute<Bool>("isDraft", default: false)
        let customer = ToOne<Person>("customer", inverse: \.orders)
        let lineIDs = Attribute<[Int64]?>("lineIDs")
        let lines = ToMany<OrderLine>("lines", isOrdered: true)
    }

    struct OrderLine: Entity {
        let lineID = Attribute<Int64>("lineID")
        let text = Attribute<String?>("text")
    }

    private let model: ManagedObjectModel
    private let container: PersistentContainer

    init() throws {
        model = try ManagedObjectModel(Person.self, Pet.self, Order.self, OrderLine.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    private func operation(
        _ mappings: [EntityMapping], _ root: PayloadPath, _ name: String
    ) throws -> MappingOperation {
        MappingOperation(
            try MappingPlan(MappingSet(mappings, roots: [root: name]), for: model))
    }

    @Test func `identification is inferred and filtered`() throws {
        var people = EntityMapping(for: Person.self)
        people.addAttributeMappings(["id": "personID", "name": "name", "age": "age"])

        let inferred = people.identificationAttributes  // ["personID"]
        #expect(inferred == ["personID"])
        people.identificationAttributes = ["personID"]
        people.identificationPredicate = .attribute("isArchived") == false
        people.identificationPredicateBuilder = PredicateBuilder("not older") { person in
            person["age"]?.int64.map { .attribute("age") <= $0 }
        }
        people.modificationAttribute = "updatedAt"
        people.addAttributeMapping(from: "updated", to: "updatedAt")
        let load = try operation([people], "", "Person")
        let first = try load.run(
            #"{"id": 1, "age": 30, "updated": "2020-01-02"}"#.utf8, in: container)
        #expect(first.total.inserted == 1)
        let older = try load.run(
            #"{"id": "1", "age": 31, "updated": "2020-01-01"}"#.utf8, in: container)
        #expect(older.total.unchanged == 1)
        let younger = try load.run(#"{"id": 1, "age": 20}"#.utf8, in: container)
        #expect(younger.total.inserted == 1)
    }

    private struct Item: Entity {
        let identifier = Attribute<String>("identifier")
    }

    private struct Film: Entity {
        static var parent: (any Entity.Type)? { Item.self }
        let title = Attribute<String?>("title")
    }

    @Test func `inherited attributes identify, by name and by schema struct`() throws {
        let model = try ManagedObjectModel(Item.self, Film.self)
        let film = try #require(model["Film"])
        #expect(EntityMapping(for: film).identificationAttributes == ["identifier"])
        #expect(EntityMapping(for: Film.self).identificationAttributes == ["identifier"])
    }

    @Test func `nested records fill a relationship`() throws {
        var people = EntityMapping(for: Person.self)
        people.addAttributeMappings(["id": "personID", "name": "name"])
        people.addRelationshipMapping(
            from: "pets", to: "pets", using: "Pet", assignmentPolicy: .set)

        var pets = EntityMapping(for: Pet.self)
        pets.addAttributeMappings(["id": "petID", "name": "name"])

        let plan = try MappingPlan(MappingSet([people, pets], roots: ["": "Person"]), for: model)
        let first = #"""
            {
              "id": 1, "name": "Anna",
              "pets": [{"id": 5, "name": "Rex"}, {"id": 6, "name": "Mia"}]
            }
            """#
        try MappingOperation(plan).run(first.utf8, in: container).requireNoIssues()
        let second = #"""
            {"id": 1, "pets": [{"id": 6, "name": "Mia"}, {"id": 7, "name": "Ada"}]}
            """#
        try MappingOperation(plan).run(second.utf8, in: container).requireNoIssues()
        let names = try container.perform { context in
            try context.fetch(FetchRequest("Person"))[0][toMany: "pets"].map { $0["name"] }
        }  // ["Mia", "Ada"]
        #expect(names == ["Mia", "Ada"])
        let all = try container.perform { try $0.count(FetchRequest("Pet")) }
        #expect(all == 3)
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
        // ["Order.customer: 1 object waits for 1 that is not here yet"]
        let key = first.unresolved[0].keys[0].values  // ["personID": 2]
        #expect(open == ["Order.customer: 1 object waits for 1 that is not here yet"])
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

    @Test func `a deletion predicate deletes what meets it`() throws {
        var pets = EntityMapping(for: Pet.self)
        pets.addAttributeMappings(["id": "petID", "gone": "isDeceased"])
        pets.deletionPredicate = .attribute("isDeceased") == true
        let load = try operation([pets], "", "Pet")
        let result = try load.run(#"[{"id": 1}, {"id": 2, "gone": true}]"#.utf8, in: container)
        #expect(result.counts["Pet"]?.deleted == 1 || result.counts["Pet"]?.inserted == 1)
        #expect(try container.perform { try $0.count(FetchRequest("Pet")) } == 1)
    }
}
