import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import TestSupport
import Testing

@Suite("Operations that fail, against an adversary")
struct AdversaryFailureTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Market.model()
    }

    /// Returns a plan with work for every pass.
    private func plan() throws -> MappingPlan {
        var mappings = try Market.Mappings(model)
        mappings.person.deletionPredicate = .attribute("isGone") == true
        mappings.person.discardsInvalidObjectsOnInsert = true
        mappings.person.addConnection(for: "tags", connectedBy: ["tagIDs": "tagID"])
        mappings.person.addAttributeMapping(from: "manager_name", to: "manager.name")
        mappings.order.addConnection(for: "boss", connectedBy: ["customerID": "personID"])
        mappings.order.addConnection(for: "contact", keyPath: "customer.manager")
        mappings.order.addRelationshipMapping(
            from: "lines", to: "lines", using: "Line", assignmentPolicy: .replace)
        mappings.others[1].identificationAttributes = nil
        return try MappingPlan(mappings.set, for: model)
    }

    private static let first = """
        {"people": [{"id": 1, "manager": {"id": 2}, "tagIDs": [7, 8]}, {"id": 3}],
         "orders": [{"id": 10, "customer": {"id": 1}, "customerID": 3,
                     "lines": [{"text": "a"}, {"text": "b"}]}],
         "tags": [{"id": 7}]}
        """
    private static let second = """
        {"people": [{"id": 1, "manager": {"id": 4}, "manager_name": "Ida", "tagIDs": [8]},
                    {"id": 3, "gone": true}, {"id": 5}],
         "orders": [{"id": 10, "customer": {"id": 5}, "customerID": 1, "lines": [{"text": "c"}]},
                    {"id": 11, "customerID": 4}],
         "tags": [{"id": 8}]}
        """

    @Test(arguments: TestSupport.StoreKind.allCases)
    func `a store that fails at any request leaves all as it was`(
        kind: TestSupport.StoreKind
    ) throws {
        let plan = try plan()
        var operation = MappingOperation(plan)
        operation.orphanDeletion = OrphanDeletion(of: [FetchRequest("Tag")])
        let second = try PayloadDocument(parsing: Self.second)
        try kind.withStore { store in
            let failing = CountdownStore(store)
            let container = try PersistentContainer(model: model, store: failing)
            _ = try operation.run(Array(Self.first.utf8), in: container)
            let saved = try GraphSnapshot(container)
            var requests = 0
            while requests < 500 {
                let failure = try container.perform { context -> MappingError? in
                    context.insert("Person")["name"] = "pending"
                    let line = try context.fetch(FetchRequest("Line")).first
                    line?["text"] = "changed"
                    let before = try GraphSnapshot(context)
                    failing.fail(after: requests)
                    defer { failing.fail(after: nil) }
                    var found: MappingError?
                    do throws(MappingError) {
                        _ = try operation.run(second, in: context)
                    } catch {
                        found = error
                    }
                    failing.fail(after: nil)
                    if found != nil {
                        let report = try context.changes()
                        #expect(report.objects.count == 2, "request \(requests)")
                        #expect(try GraphSnapshot(context) == before, "request \(requests)")
                        // A failed operation may succeed when it is repeated.
                        _ = try context.perform { try operation.run(second, in: $0).total }
                    }
                    return found
                }
                #expect(try GraphSnapshot(container) == saved, "request \(requests)")
                guard let failure else { break }
                #expect(failure.code == .storeFailed)
                requests += 1
            }
            #expect(requests > 10 && requests < 100)
        }
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `a failure in a nested unit leaves the units around it as they were`(
        kind: StoreKind, catches: Bool
    ) throws {
        let bench = try Workbench(kind, model)
        let operation = MappingOperation(try plan(), options: .init(failurePolicy: .fail))
        try bench.load(Self.first, try Market.Mappings(model).set)
        let bad = try PayloadDocument(
            parsing: #"{"people": [{"id": 1, "name": "New"}], "orders": [{"id": "x"}]}"#)
        let good = try PayloadDocument(parsing: Self.second)
        let expected = try bench.container.perform { context in
            _ = try operation.run(good, in: context)
            return try context.changes().objects.map(\.kind)
        }
        try bench.container.perform { context in
            _ = try context.perform { try operation.run(good, in: $0) }
            let before = try GraphSnapshot(context)
            if catches {
                _ = try context.perform { nested in
                    #expect(throws: MappingError.self) { try operation.run(bad, in: nested) }
                }
            } else {
                #expect(throws: MappingError.self) {
                    try context.perform { _ = try operation.run(bad, in: $0) }
                }
            }
            #expect(try GraphSnapshot(context) == before)
            #expect(try context.changes().objects.map(\.kind) == expected)
            try context.save()
        }
    }
}
