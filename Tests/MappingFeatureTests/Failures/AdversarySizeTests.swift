import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Large payloads against an adversary")
struct AdversarySizeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let payload: @Sendable (Int) -> String
        let change: @Sendable (inout Market.Mappings) -> Void
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "unidentified") { n in
            "{\"lines\": [\((0..<n).map { "{\"text\": \"\($0)\"}" }.joined(separator: ","))]}"
        } change: {
            $0.others[1].identificationAttributes = nil
        },
        Row(name: "one object") { n in
            "{\"people\": [\((0..<n).map { "{\"id\": 1, \"name\": \"\($0)\", \"manager\": {\"id\": 2}}" }.joined(separator: ","))]}"
        } change: { _ in
        },
        Row(name: "one object, union") { n in
            "{\"people\": [\((0..<n).map { "{\"id\": 1, \"reports\": [{\"id\": \($0 + 5)}]}" }.joined(separator: ","))]}"
        } change: {
            $0.person.addRelationshipMapping(
                from: "reports", to: "reports", using: "Person", assignmentPolicy: .union)
        },
        Row(name: "one object, union of links") { n in
            "{\"people\": [\((0..<n).map { "{\"id\": 1, \"tags\": [{\"id\": \($0 + 5)}]}" }.joined(separator: ","))]}"
        } change: {
            $0.person.addRelationshipMapping(
                from: "tags", to: "tags", using: "Tag", assignmentPolicy: .union)
        },
        Row(name: "one object, parts") { n in
            "{\"orders\": [\((0..<n).map { "{\"id\": 1, \"lines\": [{\"text\": \"\($0)\"}]}" }.joined(separator: ","))]}"
        } change: {
            $0.others[1].identificationAttributes = nil
            $0.order.addRelationshipMapping(from: "lines", to: "lines", using: "Line")
        },
        Row(name: "many targets") { n in
            "{\"people\": [{\"id\": 1, \"tags\": [\((0..<n).map { "{\"id\": \($0)}" }.joined(separator: ","))]}]}"
        } change: {
            $0.person.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        },
        Row(name: "many reports") { n in
            "{\"people\": [{\"id\": 1, \"reports\": [\((0..<n).map { "{\"id\": \($0 + 5)}" }.joined(separator: ","))]}]}"
        } change: {
            $0.person.addRelationshipMapping(from: "reports", to: "reports", using: "Person")
        },
        Row(name: "many lines") { n in
            "{\"orders\": [{\"id\": 1, \"lines\": [\((0..<n).map { "{\"id\": \($0 + 5)}" }.joined(separator: ","))]}]}"
        } change: {
            $0.order.addRelationshipMapping(from: "lines", to: "lines", using: "Line")
        },
        Row(name: "many foreign keys to one") { n in
            "{\"people\": [{\"id\": 1}, \((0..<n).map { "{\"id\": \($0 + 5), \"partnerID\": 1}" }.joined(separator: ","))]}"
        } change: {
            $0.person.addConnection(for: "manager", connectedBy: ["partnerID": "personID"])
        },
        Row(name: "fights for one") { n in
            "{\"people\": [{\"id\": 1}, \((0..<n).map { "{\"id\": \($0 + 5), \"partnerID\": 1}" }.joined(separator: ","))]}"
        } change: {
            $0.person.addConnection(for: "partner", connectedBy: ["partnerID": "personID"])
        },
        Row(name: "many keys in one array") { n in
            "{\"people\": [{\"id\": 1, \"tagIDs\": [\((0..<n).map(String.init).joined(separator: ","))]}], \"tags\": [\((0..<n).map { "{\"id\": \($0)}" }.joined(separator: ","))]}"
        } change: {
            $0.person.addConnection(for: "tags", connectedBy: ["tagIDs": "tagID"])
        },
        Row(name: "key paths") { n in
            "{\"people\": [{\"id\": 1, \"manager\": {\"id\": 2}}], \"orders\": [\((0..<n).map { "{\"id\": \($0), \"customer\": {\"id\": 1}}" }.joined(separator: ","))]}"
        } change: {
            $0.order.addConnection(for: "contact", keyPath: "customer.manager")
            $0.order.addConnection(for: "boss", keyPath: "contact")
        },
    ]

    @Test(arguments: rows)
    func `takes as many requests for many records as for few`(row: Row) throws {
        let model = try Market.model()
        var mappings = try Market.Mappings(model)
        row.change(&mappings)
        let operation = MappingOperation(try MappingPlan(mappings.set, for: model))
        let counts = try [20, 400].map { size in
            let store = CountdownStore(InMemoryStore())
            let container = try PersistentContainer(model: model, store: store)
            var requests: [Int] = []
            for _ in 1...2 {
                let before = store.requests
                _ = try operation.run(Array(row.payload(size).utf8), in: container)
                requests.append(store.requests - before)
            }
            return requests
        }
        #expect(counts[0] == counts[1])
    }
}
