import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import TestSupport
import Testing

@Suite("Conflicts of entities against an adversary")
struct AdversaryConflictTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Market.model()
    }

    private func mapping(
        _ entity: String, _ policy: ConflictingSubentityPolicy,
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> EntityMapping {
        try model.mapping(
            entity, identifiedBy: ["personID"], ["id": "personID", "name": "name"]
        ) {
            $0.conflictingSubentity = policy
            if entity == "Employee" { $0.addAttributeMapping(from: "badge", to: "badge") }
            change(&$0)
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [#"{"id": 1, "badge": "no number"}"#, #"{"id": 1}"#, #"{"id": 1, "badge": null}"#])
    func `a record that does not fit replaces nothing`(
        kind: StoreKind, payload: String
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Person", ["personID": 1, "name": "Anna"])
        let before = try bench.content()
        let result = try bench.load(payload, try mapping("Employee", .replace))
        #expect(result.total.failed == 1)
        #expect(result.total.deleted == 0)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `what a record would have replaced is no orphan`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Person", ["personID": 1])
        let set = MappingSet(
            [try mapping("Employee", .replace)], roots: ["people": "Employee"])
        let result = try bench.load(
            #"{"people": [{"id": 1}, {"id": 2, "badge": 3}]}"#, set,
            deleting: OrphanDeletion(of: [FetchRequest("Person")], limit: .unlimited))
        #expect(result.total.failed == 1)
        #expect(try bench.lines("Person", "personID") == ["1", "2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object of the right entity is no conflict, whichever other object has its key`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        for entity in ["Guest", "Employee"] {
            try bench.insert(
                entity, entity == "Guest" ? ["personID": 1] : ["personID": 1, "badge": 7])
        }
        for policy in [ConflictingSubentityPolicy.skip, .keep, .replace] {
            let mapping = try mapping("Employee", policy) {
                $0.identificationPredicate = .attribute("name") != "somebody else"
            }
            let result = try bench.load(#"{"id": 1, "name": "\#(policy)"}"#, mapping)
            #expect(result.total.updated == 1)
            #expect(try bench.lines("Employee", "name") == ["\"\(policy)\""])
            #expect(try bench.lines("Guest", "personID") == ["1"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `one that replaces an object takes over the relationships that the payload names`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let orders = try model.mapping("Order", identifiedBy: ["orderID"], ["id": "orderID"]) {
            $0.addRelationshipMapping(from: "customer", to: "customer", using: "Employee")
            $0.addRelationshipMapping(from: "contact", to: "contact", using: "Employee")
        }
        let old = try bench.insert("Guest", ["personID": 1])
        try bench.container.perform { context in
            context.insert("Order")["orderID"] = 5
            try context.fetch(FetchRequest("Order"))[0][toOne: "customer"] =
                context.object(with: old)
            try context.save()
        }
        let set = MappingSet(
            [orders, try mapping("Employee", .replace)], roots: [.root: "Order"])
        let payload = """
            {"id": 5, "customer": {"id": 1, "badge": 3}, "contact": {"id": 1, "name": "Ben"}}
            """
        try bench.load(payload, set)
        #expect(try bench.lines("Person", "name") == [#""Ben""#])
        #expect(
            try bench.lines("Order", "customer.badge", "contact.badge") == ["[3] | [3]"])
        #expect(try bench.load(payload, set).total.updated == 0)
    }
}
