import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Connections that a newcomer gets wrong")
struct AdversaryMistakeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let message: String
        let change: @Sendable (inout Market.Mappings) -> Void
        var testDescription: String { name }

        init(
            _ name: String, _ message: String,
            _ change: @escaping @Sendable (inout Market.Mappings) -> Void
        ) {
            (self.name, self.message, self.change) = (name, message, change)
        }
    }

    static let rows: [Row] = [
        Row(
            "of another entity",
            "Order: the connection of 'customer' is for 'Person', the mapping for Order; expected a "
                + "connection of Order or of what it inherits from"
        ) {
            $0.order.addConnection(
                ConnectionDescription(
                    entity: "Person", relationship: "customer",
                    connectedBy: ["customerID": "personID"]))
        },
        Row(
            "of an attribute",
            "Order: the connection of 'customerID': 'customerID' is an attribute of Order; expected a "
                + "relationship"
        ) {
            $0.order.addConnection(for: "customerID", connectedBy: ["customerID": "personID"])
        },
        Row(
            "by a key path that is empty",
            "Order: the connection of 'contact' by '': a step is empty; expected names of "
                + "relationships with a dot between them"
        ) { $0.order.addConnection(for: "contact", keyPath: "") },
        Row(
            "by a key path with a dot too many",
            "Order: the connection of 'contact' by 'customer.': a step is empty; expected names of "
                + "relationships with a dot between them"
        ) { $0.order.addConnection(for: "contact", keyPath: "customer.") },
        Row(
            "by a key path to an attribute",
            "Order: the connection of 'contact' by 'customer.name': 'name' is an attribute of Person; "
                + "expected a relationship"
        ) { $0.order.addConnection(for: "contact", keyPath: "customer.name") },
        Row(
            "by a key path through what it fills",
            "Person: the connection of 'manager' by 'manager.manager': the way leads through 'manager' "
                + "itself, so each load would change it again; begin at a relationship that is mapped "
                + "or has foreign keys"
        ) { $0.person.addConnection(for: "manager", keyPath: "manager.manager") },
        Row(
            "by a key path through another one that leads back",
            "Order: the connection of 'boss' by 'contact.manager': the way leads back to it through "
                + "the connection of 'contact', so each load would change both again; begin at a "
                + "relationship that is mapped or has foreign keys"
        ) {
            $0.order.addConnection(for: "boss", keyPath: "contact.manager")
            $0.order.addConnection(for: "contact", keyPath: "boss.manager")
        },
    ]

    @Test(arguments: rows)
    func `says what was expected and what was found`(row: Row) throws {
        let model = try Market.model()
        var mappings = try Market.Mappings(model)
        row.change(&mappings)
        let error: MappingPlanError? = caught { _ = try MappingPlan(mappings.set, for: model) }
        #expect(error?.problems.first?.description == row.message)
    }

    @Test(arguments: StoreKind.allCases)
    func `a connection of an ancestor is that of the ancestor`(kind: StoreKind) throws {
        let model = try Market.model()
        let bench = try Workbench(kind, model)
        let employee = try model.mapping(
            "Employee", identifiedBy: ["personID"],
            ["id": "personID", "badge": "badge", "partnerID": "partnerID"]
        ) {
            $0.addConnection(
                ConnectionDescription(
                    entity: "Person", relationship: "manager",
                    connectedBy: ["partnerID": "personID"]))
        }
        try bench.load(#"{"id": 1, "badge": 1, "partnerID": 2}"#, employee)
        try bench.load(
            #"{"people": [{"id": 2}, {"id": 3, "partnerID": 1}]}"#, Market.Mappings(model).set)
        #expect(try bench.lines("Person", "manager.personID") == ["[2]", "[]", "[1]"])
    }
}
