import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import Testing

@Suite("Connections against an adversary")
struct AdversaryConnectionTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Market.model()
    }

    private func set(_ change: (inout Market.Mappings) -> Void = { _ in }) throws -> MappingSet {
        var mappings = try Market.Mappings(model)
        change(&mappings)
        return mappings.set
    }

    @Test(arguments: StoreKind.allCases)
    func `a key path may lead through what another one fills, in whichever order they are said`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let mappings = try set {
            $0.order.addConnection(for: "boss", keyPath: "contact.manager")
            $0.order.addConnection(for: "contact", keyPath: "customer.manager")
        }
        let payload = """
            {"people": [{"id": 1, "manager": {"id": 2, "manager": {"id": 3}}}],
             "orders": [{"id": 10, "customer": {"id": 1}}]}
            """
        try bench.load(payload, mappings)
        #expect(
            try bench.lines("Order", "contact.personID", "boss.personID") == ["[2] | [3]"])
        #expect(try bench.load(payload, mappings).total.connected == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `a change on the way reaches what is behind a path that another one fills`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let mappings = try set {
            $0.order.addConnection(for: "boss", keyPath: "contact.manager")
            $0.order.addConnection(for: "contact", keyPath: "customer.manager")
        }
        try bench.load(
            """
            {"people": [{"id": 1, "manager": {"id": 2, "manager": {"id": 3}}}],
             "orders": [{"id": 10, "customer": {"id": 1}}]}
            """, mappings)
        try bench.load(
            #"{"people": [{"id": 1, "manager": {"id": 4, "manager": {"id": 5}}}]}"#, mappings)
        #expect(
            try bench.lines("Order", "contact.personID", "boss.personID") == ["[4] | [5]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that leaves a relationship is no longer followed`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mappings = try set {
            $0.person.addRelationshipMapping(from: "orders", to: "orders", using: "Order")
            $0.order.addConnection(for: "contact", keyPath: "customer.manager")
        }
        try bench.load(
            #"{"people": [{"id": 1, "manager": {"id": 2}, "orders": [{"id": 10}, {"id": 11}]}]}"#,
            mappings)
        #expect(try bench.lines("Order", "contact.personID") == ["[2]", "[2]"])
        try bench.load(#"{"people": [{"id": 1, "orders": [{"id": 11}]}]}"#, mappings)
        #expect(try bench.lines("Order", "contact.personID") == ["[]", "[2]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `nothing leads through an object that the same load deletes`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mappings = try set {
            $0.person.deletionPredicate = .attribute("isGone") == true
            $0.order.addConnection(for: "contact", keyPath: "customer.manager")
        }
        try bench.load(
            """
            {"people": [{"id": 1, "manager": {"id": 2}}],
             "orders": [{"id": 10, "customer": {"id": 1}}]}
            """, mappings)
        #expect(try bench.lines("Order", "contact.personID") == ["[2]"])
        try bench.load(#"{"people": [{"id": 1, "gone": true}]}"#, mappings)
        #expect(try bench.lines("Order", "customer.personID", "contact.personID") == ["[] | []"])
    }

    @Test(arguments: StoreKind.allCases)
    func `nothing leads through an orphan that the same load deletes`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mappings = try set {
            $0.order.addConnection(for: "contact", keyPath: "customer.manager")
        }
        try bench.load(
            """
            {"people": [{"id": 1, "manager": {"id": 2}}, {"id": 3}],
             "orders": [{"id": 10, "customer": {"id": 1}}]}
            """, mappings)
        try bench.load(
            #"{"people": [{"id": 2}, {"id": 3}], "orders": [{"id": 10, "customer": null}]}"#,
            mappings, deleting: OrphanDeletion(of: [FetchRequest("Person")]))
        #expect(try bench.lines("Person", "personID") == ["2", "3"])
        #expect(try bench.lines("Order", "contact.personID") == ["[]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a key that changes before the first save lets go as one that changes later`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let plan = try MappingPlan(
            try set {
                $0.order.addConnection(for: "customer", connectedBy: ["customerCode": "code"])
            }, for: model)
        let operation = MappingOperation(plan)
        try bench.container.perform { context in
            for payload in [
                #"{"people": [{"id": 1, "code": "A"}], "orders": [{"id": 10, "code": "A"}]}"#,
                #"{"people": [{"id": 1, "code": "B"}]}"#,
            ] {
                _ = try operation.run(PayloadDocument(parsing: payload), in: context)
            }
            try context.save()
        }
        #expect(try bench.lines("Order", "customer.personID") == ["[]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a foreign key that a route writes connects as any other`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mappings = try set {
            $0.order.addConnection(for: "contact", connectedBy: ["customerCode": "code"])
            $0.person.addRelationshipMapping(from: "partner", to: "partner", using: "Person")
            $0.person.addAttributeMapping(from: "partner_code", to: "partner.code")
        }
        try bench.load(
            #"{"people": [{"id": 1}], "orders": [{"id": 10, "code": "A"}]}"#, mappings)
        try bench.load(
            #"{"people": [{"id": 2, "partner": {"id": 1}, "partner_code": "A"}]}"#, mappings)
        #expect(try bench.lines("Order", "contact.personID") == ["[1]"])
        try bench.load(
            #"{"people": [{"id": 2, "partner": {"id": 1}, "partner_code": "B"}]}"#, mappings)
        #expect(try bench.lines("Order", "contact.personID") == ["[]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a part of a compound key that is nil matches nil, in either order`(
        kind: StoreKind
    ) throws {
        // E106
        let mappings = try set {
            $0.order.addConnection(
                for: "customer", connectedBy: ["customerCode": "code", "region": "region"])
        }
        let pages = [
            #"{"people": [{"id": 1, "code": "A"}, {"id": 2, "code": "A", "region": 5}]}"#,
            #"{"orders": [{"id": 10, "code": "A"}, {"id": 11, "code": "A", "region": 5}]}"#,
        ]
        for order in [pages, pages.reversed()] {
            let bench = try Workbench(kind, model)
            for page in order { try bench.load(page, mappings) }
            #expect(
                try bench.lines("Order", "orderID", "customer.personID") == [
                    "10 | [1]", "11 | [2]",
                ])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the next of several destinations takes the place of one that the load deletes`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let mappings = try set {
            $0.person.deletionPredicate = .attribute("isGone") == true
            $0.order.addConnection(for: "customer", connectedBy: ["customerCode": "code"])
        }
        try bench.load(
            """
            {"people": [{"id": 1, "code": "A"}, {"id": 2, "code": "A"}],
             "orders": [{"id": 10, "code": "A"}]}
            """, mappings)
        #expect(try bench.lines("Order", "customer.personID") == ["[1]"])
        try bench.load(#"{"people": [{"id": 1, "gone": true}]}"#, mappings)
        #expect(try bench.lines("Order", "customer.personID") == ["[2]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `sources that fight for one destination come to rest`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mappings = try set {
            $0.person.addConnection(for: "partner", connectedBy: ["partnerID": "personID"])
        }
        let payload = """
            {"people": [{"id": 1}, {"id": 2, "partnerID": 1}, {"id": 3, "partnerID": 1}]}
            """
        try bench.load(payload, mappings)
        let before = try bench.content()
        let again = try bench.load(payload, mappings)
        #expect(try bench.content() == before)
        #expect(again.total.updated == 0)
    }
}
