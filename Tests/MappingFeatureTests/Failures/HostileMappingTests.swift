import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import Synchronization
import TestSupport
import Testing

@Suite("Mappings that meet themselves", .endsInTime)
struct HostileMappingTests {
    /// An observer that counts the records of an operation.
    private final class RecordCounter: MappingObserver {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }

        func mappingOperation(didObserve event: MappingEvent) {
            if event.kind == .willMapRecord { state.withLock { $0 += 1 } }
        }
    }

    private func list(_ count: Int, from first: Int = 1) -> String {
        "[" + (first..<first + count).map { #"{"id": \#($0)}"# }.joined(separator: ",") + "]"
    }

    @Test(arguments: [
        ["@parent"], ["@root"], ["@record"], ["@parent", "@root"], ["@parent", "@root", "@record"],
    ])
    func `what leads back to where it came from takes work in proportion`(
        outward: [String]
    ) throws {
        let model = try Users.model()
        let user = try model.mapping("User", identifiedBy: ["userID"], ["id": "userID"]) { user in
            user.addRelationshipMapping(from: "friends", to: "friends", using: "User")
            for (path, name) in zip(outward, ["friend", "befriended", "friendOf"]) {
                if let path = try? PayloadPath(path) {
                    user.addRelationshipMapping(from: path, to: name, using: "User")
                }
            }
        }
        let plan = try MappingPlan(MappingSet([user], roots: [.root: "User"]), for: model)
        var counts: [Int] = []
        for size in [20, 40] {
            let bench = try Workbench(.inMemory, model)
            let counter = RecordCounter()
            var operation = MappingOperation(plan)
            operation.observer = counter
            let json = #"{"id": 1, "friends": \#(list(size, from: 2))}"#
            try operation.run(Array(json.utf8), in: bench.container).requireNoIssues()
            counts.append(counter.count)
            #expect(try bench.lines("User", "userID").count == size + 1)
        }
        #expect(counts[1] <= 2 * counts[0], "\(counts)")
    }

    @Test func `another mapping of what lies around is asked once`() throws {
        let model = try Users.model()
        let user = try model.mapping("User", identifiedBy: ["userID"], ["id": "userID"]) {
            $0.addRelationshipMapping(from: "friends", to: "friends", using: "User")
            $0.addRelationshipMapping(from: "@root", to: "friend", using: "Owner")
        }
        var owner = user
        owner.name = "Owner"
        let plan = try MappingPlan(MappingSet([user, owner], roots: [.root: "User"]), for: model)
        let bench = try Workbench(.inMemory, model)
        let counter = RecordCounter()
        var operation = MappingOperation(plan)
        operation.observer = counter
        let json = #"{"id": 1, "friends": \#(list(50, from: 2))}"#
        try operation.run(Array(json.utf8), in: bench.container).requireNoIssues()
        #expect(counter.count <= 4 * 51, "\(counter.count)")
        let lines = try bench.lines("User", "userID", "friend.userID")
        #expect(lines.allSatisfy { $0.hasSuffix("[1]") })
    }

    @Test(arguments: StoreKind.allCases)
    func `two representations that are meant for one object are one object`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, Users.model())
        let model = bench.container.model
        let user = try model.mapping(
            "User", identifiedBy: ["userID"], ["id": "userID", "name": "name", "n": "position"])
        let plan = try MappingPlan(
            MappingSet([user], roots: ["a": "User", "b": "User"]), for: model)
        let target = try bench.insert("User", ["userID": 1, "name": "old"])
        let result = try MappingOperation(plan).run(
            Array(#"{"a": {"id": 1, "name": "A", "n": 4}, "b": {"id": 2, "name": "B"}}"#.utf8),
            in: bench.container, into: target)
        #expect(result["a"] == [target])
        #expect(result["b"] == [target])
        #expect(result.total.updated == 1)
        #expect(result.total.unchanged == 0)
        #expect(try bench.lines("User", "userID", "name", "position") == [#"2 | "B" | 4"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a target that the same payload deletes is gone`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let model = bench.container.model
        let user = try model.mapping(
            "User", identifiedBy: ["userID"], ["id": "userID", "n": "name"]
        ) {
            $0.deletionPredicate = .attribute("name") == "gone"
        }
        let plan = try MappingPlan(MappingSet([user], roots: [.root: "User"]), for: model)
        let target = try bench.insert("User", ["userID": 1])
        let result = try MappingOperation(plan).run(
            Array(#"{"id": 1, "n": "gone"}"#.utf8), in: bench.container, into: target)
        #expect(result.array == [])
        #expect(result.total.deleted == 1)
        #expect(try bench.lines("User", "userID") == [])
    }

    @Test(arguments: StoreKind.allCases, MissingIdentificationPolicy.allCases)
    func `a target needs no identification`(
        kind: StoreKind, policy: MissingIdentificationPolicy
    ) throws {
        let bench = try Workbench(kind, Users.model())
        let model = bench.container.model
        let user = try model.mapping(
            "User", identifiedBy: ["userID"], ["id": "userID", "n": "name"]
        ) {
            $0.missingIdentification = policy
        }
        let plan = try MappingPlan(MappingSet([user], roots: [.root: "User"]), for: model)
        let target = try bench.insert("User", ["userID": 1])
        let result = try MappingOperation(plan).run(
            Array(#"{"n": "A"}"#.utf8), in: bench.container, into: target)
        #expect(result.array == [target])
        #expect(try bench.lines("User", "userID", "name") == [#"1 | "A""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a target cannot take the identity of another object`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let model = bench.container.model
        let user = try model.mapping("User", identifiedBy: ["userID"], ["id": "userID"])
        let plan = try MappingPlan(MappingSet([user], roots: [.root: "User"]), for: model)
        try bench.insert("User", ["userID": 2])
        let target = try bench.insert("User", ["userID": 1])
        let before = try bench.content()
        let error: StoreError? = caught {
            _ = try MappingOperation(plan).run(
                Array(#"{"id": 2}"#.utf8), in: bench.container, into: target)
        }
        #expect(error?.code == .uniqueness)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `a relationship that another record names is not missing`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let model = bench.container.model
        let user = try model.mapping("User", identifiedBy: ["userID"], ["id": "userID"]) {
            $0.addRelationshipMapping(from: "address", to: "address", using: "Address")
            $0.addRelationshipMapping(from: "self", to: "coordinate", using: "Coordinate")
            $0.assignsNilForMissingRelationships = true
        }
        let address = try model.mapping("Address", ["city": "city"])
        let coordinate = try model.mapping("Coordinate", ["latitude": "latitude"])
        let mappings = MappingSet([user, address, coordinate], roots: [.root: "User"])
        let json = #"[{"id": 1, "address": {"city": "X"}, "latitude": 2}, {"id": 1}]"#
        for _ in 1...2 {
            try bench.load(json, mappings)
            let lines = try bench.lines("User", "address.city", "coordinate.latitude")
            #expect(lines == [#"["X"] | [2.0]"#])
            #expect(try bench.lines("Address", "city").count == 1)
            #expect(try bench.lines("Coordinate", "latitude").count == 1)
        }
        try bench.load(#"[{"id": 1}, {"id": 1}]"#, mappings)
        #expect(try bench.lines("User", "address.city", "coordinate.latitude") == ["[] | []"])
    }

    /// A payload with the maximum nesting depth.
    @Test(arguments: ["forced", "dynamic", "plain"])
    func `records may nest as deeply as payloads, and take no stack`(shape: String) async throws {
        let model = try Users.model()
        let isForced = shape == "forced"
        let user = try model.mapping("User") {
            if isForced {
                $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
                $0.forcesCollectionMapping = true
                $0.addRelationshipMapping(from: "{name}", to: "friend", using: "User")
            } else {
                $0.addAttributeMapping(from: "@record.n", to: "name")
                let next = shape == "dynamic" ? "Someone" : "User"
                $0.addRelationshipMapping(from: "f", to: "friend", using: next)
            }
        }
        let someone = DynamicMapping(
            named: "Someone",
            [
                .closure("anybody", among: ["User"]) { context in
                    context.parents.count < 600 ? .use("User") : .decline
                }
            ])
        let plan = try MappingPlan(
            MappingSet([user], dynamicMappings: [someone], roots: [.root: "User"]), for: model)
        let depth = 511
        let json =
            String(repeating: #"{"f":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
        let bench = try Workbench(.inMemory, model)
        // The stacks of tasks are smaller than that of the main thread.
        let result = try await Task.detached {
            try MappingOperation(plan).run(Array(json.utf8), in: bench.container)
        }.value
        #expect(result.total.inserted == 511)
        // The innermost object is empty: an issue, or an empty collection.
        #expect(result.issueCount == (isForced ? 0 : 1))
    }

    struct Chain: Sendable {
        var links: [Chain] = []

        static let mapping: ObjectMapping<Chain> = {
            var chains = ObjectMapping(Chain())
            chains.addRelationshipMapping(from: "f", to: \.links, using: { mapping })
            return chains
        }()

        var depth: Int { 1 + (links.first?.depth ?? 0) }
    }

    @Test func `plain values do not nest too deeply either`() async throws {
        let depth = 511
        let json =
            String(repeating: #"{"f":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
        let result = try await Task.detached { try Chain.mapping.run(Array(json.utf8)) }.value
        #expect(result.issues.map(\.code) == [.nestedTooDeeply])
        let fitting =
            String(repeating: #"{"f":"#, count: 128) + "null" + String(repeating: "}", count: 128)
        let chain = try await Task.detached { try Chain.mapping.run(Array(fitting.utf8)) }.value
        #expect(chain.issueCount == 0)
        #expect(chain.first?.depth == 128)
    }
}
