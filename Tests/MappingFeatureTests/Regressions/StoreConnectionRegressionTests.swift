import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Faults in the connections that a store makes itself, which only random tests noticed.
@Suite("Reported cases: connections made by the store")
struct StoreConnectionRegressionTests {
    private let model: ManagedObjectModel
    private let plan: MappingPlan

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [.init("articleID", .integer64), .init("tagIDs", .array)],
                relationships: [
                    .toMany("tags", "Tag", isOrdered: true), .toOne("patron", "Person"),
                ]),
            EntityDescription(
                "Tag", attributes: [.init("tagID", .integer64)],
                relationships: [.toOne("owner", "Person")]),
            EntityDescription(
                "Person", attributes: [.init("personID", .integer64), .init("petIDs", .array)],
                relationships: [.toMany("pets", "Pet", inverse: "holder")]),
            EntityDescription(
                "Pet", attributes: [.init("petID", .integer64)],
                relationships: [.toOne("holder", "Person", inverse: "pets")]),
        ])
        let articles = try model.mapping("Article") {
            $0.addConnection(for: "tags", connectedBy: ["tagIDs": "tagID"])
            $0.addConnection(for: "patron", keyPath: "tags.owner")
        }
        let people = try model.mapping("Person") {
            $0.addConnection(for: "pets", connectedBy: ["petIDs": "petID"])
        }
        plan = try MappingPlan(
            MappingSet([articles, people], roots: ["a": "Article", "p": "Person"]), for: model)
    }

    private func run(_ bench: Workbench, inContext: Bool) throws -> ConnectionOperation.Result {
        let operation = ConnectionOperation(plan)
        guard inContext else { return try operation.run(in: bench.container) }
        return try bench.container.perform { context in
            let result = try operation.run(in: context)
            try context.save()
            return result
        }
    }

    /// Inserts two people, three tags of the given ones, and an article with the tags.
    private func fill(_ bench: Workbench, owners: [Int]) throws {
        try bench.container.perform { context in
            let people = (1...2).map { number in
                let person = context.insert("Person")
                person["personID"] = .integer(Int64(number))
                return person
            }
            for (place, owner) in owners.enumerated() {
                let tag = context.insert("Tag")
                tag["tagID"] = .integer(Int64(place + 1))
                tag[toOne: "owner"] = people[owner - 1]
            }
            context.insert("Article")["tagIDs"] = [3, 1, 2]
            try context.save()
        }
    }

    @Test("the order of an array of keys", arguments: StoreKind.allCases, [false, true])
    func order(kind: StoreKind, inContext: Bool) throws {
        let bench = try Workbench(kind, model)
        try fill(bench, owners: [1, 2, 1])
        _ = try run(bench, inContext: inContext)
        #expect(try bench.lines("Article", "tags.tagID") == ["[3,1,2]"])
    }

    @Test(
        "several ways to one object are not ambiguous", arguments: StoreKind.allCases,
        [false, true])
    func oneDestination(kind: StoreKind, inContext: Bool) throws {
        let bench = try Workbench(kind, model)
        try fill(bench, owners: [2, 2, 2])
        #expect(try run(bench, inContext: inContext).ambiguous == 0)
        #expect(try bench.lines("Article", "patron.personID") == ["[2]"])
    }

    @Test(
        "of several objects the oldest is used", arguments: StoreKind.allCases, [false, true])
    func oldest(kind: StoreKind, inContext: Bool) throws {
        let bench = try Workbench(kind, model)
        // The first tag of the article, number 3, leads to the second person.
        try fill(bench, owners: [1, 1, 2])
        #expect(try run(bench, inContext: inContext).ambiguous == 1)
        #expect(try bench.lines("Article", "patron.personID") == ["[1]"])
    }

    @Test("a later source takes an object away", arguments: StoreKind.allCases, [false, true])
    func taken(kind: StoreKind, inContext: Bool) throws {
        let bench = try Workbench(kind, model)
        try bench.container.perform { context in
            for number in 1...3 { context.insert("Pet")["petID"] = .integer(Int64(number)) }
            context.insert("Person")["petIDs"] = [1, 2]
            context.insert("Person")["petIDs"] = [2, 3]
            try context.save()
        }
        _ = try run(bench, inContext: inContext)
        #expect(try bench.lines("Person", "pets.petID") == ["[1]", "[2,3]"])
        let again = try run(bench, inContext: inContext)
        #expect(again.connected == 0 && again.cleared == 0)
    }
}
