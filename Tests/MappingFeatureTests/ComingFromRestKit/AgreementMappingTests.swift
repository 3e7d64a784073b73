import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Any mapping of any payload, in several ways")
struct AgreementMappingTests {
    private struct Deaf: MappingObserver {
        func mappingOperation(didObserve event: MappingEvent) {}
    }

    /// The result of a load and the contents of the store; the issues of records with equal bytes
    /// are counted once.
    private struct Outcome: Equatable {
        var counts: [String: MappingCounts] = [:]
        var issues: Set<String> = []
        var error: String?
        var lines: [String] = []
    }

    private func outcome(
        _ mapping: RandomMapping, _ json: String, _ bench: Workbench, isObserved: Bool = false
    ) throws -> Outcome {
        var operation = MappingOperation(mapping.plan, options: mapping.options)
        operation.metadata = ["page": 7]
        if isObserved { operation.observer = Deaf() }
        var outcome = Outcome()
        do {
            let result = try operation.run(Array(json.utf8), in: bench.container)
            outcome.counts = result.counts
            outcome.issues = Set(
                result.issues.map { "\($0.code) \($0.property ?? "") \($0.expected)" })
        } catch let error as MappingError {
            outcome.error = "\(error)"
        }
        outcome.lines = try mapping.dump(bench)
        return outcome
    }

    @Test(arguments: Seeds.upTo(150))
    func `stores and observers make no difference`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let mapping = try RandomMapping(&random)
        let benches = try [StoreKind.inMemory, .inMemory, .sqlite].map {
            try Workbench($0, mapping.plan.model)
        }
        for _ in 0..<3 {
            let json = RandomMapping.payload(&random)
            let plain = try outcome(mapping, json, benches[0])
            let observed = try outcome(mapping, json, benches[1], isObserved: true)
            let stored = try outcome(mapping, json, benches[2])
            #expect(plain == observed, "\(random): \(mapping) of \(json)")
            #expect(plain == stored, "\(random): \(mapping) of \(json)")
        }
    }

    @Test(arguments: Seeds.upTo(300))
    func `the same payload again changes nothing`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let mapping = try RandomMapping(&random, isRepeatable: true)
        let bench = try Workbench(.inMemory, mapping.plan.model)
        for _ in 0..<3 {
            let json = RandomMapping.payload(&random)
            let first = try outcome(mapping, json, bench)
            let content = try bench.content()
            let again = try outcome(mapping, json, bench)
            let changes = again.counts.mapValues { [$0.inserted, $0.updated, $0.deleted] }
            #expect(
                changes.values.allSatisfy { $0 == [0, 0, 0] },
                "\(random): \(changes) by \(mapping) of \(json)")
            #expect(try bench.content() == content, "\(random): \(mapping) of \(json)")
            #expect(first.error == again.error)
        }
    }
}

/// Users with friends and addresses, with random paths, policies and choices.
struct RandomMapping: CustomStringConvertible {
    let plan: MappingPlan
    let options: MappingOptions
    let description: String

    /// Creates a mapping; a repeatable one does not replace dependents, which would be new each
    /// time.
    init(_ random: inout SeededGenerator, isRepeatable: Bool = false) throws {
        let model = try Users.model()
        var words: [String] = []
        let attributes: [(PayloadPath, String)] = [
            ("@metadata.mapping.collectionIndex", "position"), ("@metadata.page", "position"),
            ("@parent.id", "luckyNumber"), ("@record.id", "luckyNumber"), ("p.house", "houseID"),
            ("@root.id", "houseID"), ("tags", "interests"), ("items.n", "interests"),
            ("items.@sum.n", "total"), ("items.@first.n", "luckyNumber"),
            ("street", "address.city"),
            ("street", "friend.address.state"), ("self", "source"),
        ]
        let relationships: [(PayloadPath, String, String)] = [
            ("friends", "friends", "User"), ("friends", "friends", "Someone"),
            ("friend", "friend", "User"), ("@parent", "friend", "User"),
            ("@root", "friend", "User"), ("address", "address", "Address"),
            ("items.user", "friends", "User"), ("self", "coordinate", "Coordinate"),
            ("groups", "befriended", "Group"),
        ]
        func define(_ mapping: inout EntityMapping) {
            for (path, name) in attributes where random.chance(0.3) {
                mapping.addAttributeMapping(from: path, to: name)
                words.append("\(path)→\(name)")
            }
            var taken: Set<String> = []
            for (path, name, other) in relationships where random.chance(0.4) {
                guard taken.insert(name).inserted else { continue }
                let isToMany = ["friends", "befriended"].contains(name)
                var policy = random.pick(
                    isToMany ? AssignmentPolicy.allCases : [.set, .set, .replace])
                if isRepeatable, ["address", "coordinate"].contains(name) { policy = .set }
                mapping.addRelationshipMapping(
                    from: path, to: name, using: other, assignmentPolicy: policy)
                words.append("\(path)→\(name) by \(other), \(policy)")
            }
            mapping.assignsNilForMissingRelationships = random.chance(0.2)
            mapping.assignsDefaultValueForMissingAttributes = random.chance(0.2)
            mapping.missingIdentification = .skip
            words.append("nil \(mapping.assignsNilForMissingRelationships)")
            words.append("default \(mapping.assignsDefaultValueForMissingAttributes)")
        }
        let user = try model.mapping(
            "User", identifiedBy: ["userID"], ["id": "userID", "name": "name"], define)
        let group = try model.mapping(
            "User", identifiedBy: ["userID"], ["{name}.id": "userID"]
        ) {
            $0.name = "Group"
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
            $0.forcesCollectionMapping = true
            $0.missingIdentification = .skip
        }
        let address = try model.mapping("Address", ["city": "city", "@parent.id": "addressID"])
        let coordinate = try model.mapping(
            "Coordinate", ["latitude": "latitude", "longitude": "longitude"])
        let someone = DynamicMapping(
            named: "Someone",
            [
                .kind(at: "name", is: .string, use: "User"),
                .closure("by index", among: ["User"]) { $0.index == 0 ? .use("User") : .pass },
            ], unknownRepresentations: random.pick([.ignore, .skip]))
        plan = try MappingPlan(
            MappingSet(
                [user, group, address, coordinate], dynamicMappings: [someone],
                roots: [.root: "User"]), for: model)
        options = MappingOptions(failurePolicy: random.pick([.skipRecord, .skipValue]))
        description = (words + ["\(options.failurePolicy)"]).joined(separator: "; ")
    }

    func dump(_ bench: Workbench) throws -> [String] {
        try bench.lines(
            "User", "userID", "name", "position", "luckyNumber", "houseID", "interests", "total",
            "friends.userID", "friend.userID", "befriended.userID", "address.city",
            "coordinate.latitude"
        ) + bench.lines("Address", "city", "state", "addressID", "user.userID")
            + bench.lines("Coordinate", "latitude", "longitude", "user.userID")
    }

    static func payload(_ random: inout SeededGenerator) -> String {
        guard random.chance(0.7) else { return user(3, &random) }
        return list(user, 3, &random)
    }

    private static func list(
        _ element: (Int, inout SeededGenerator) -> String, _ depth: Int,
        _ random: inout SeededGenerator
    ) -> String {
        let count = Int.random(in: 0...3, using: &random)
        return "[" + (0..<count).map { _ in element(depth - 1, &random) }.joined(separator: ",")
            + "]"
    }

    private static func user(_ depth: Int, _ random: inout SeededGenerator) -> String {
        if random.chance(0.05) { return random.pick(["null", "5", #""x""#, "{}", "[]"]) }
        var members: [String] = []
        func add(_ key: String, _ chance: Double, _ value: (inout SeededGenerator) -> String) {
            guard random.chance(chance) else { return }
            let isOdd = random.chance(0.07)
            let odd = random.pick(["null", "7", "[]", "{}", #""odd""#, "[3]", #"{"id": 2}"#])
            members.append(#""\#(key)": \#(isOdd ? odd : value(&random))"#)
        }
        let ids = [1, 2, 3, 4, 5]
        add("id", 0.95) { "\($0.pick(ids))" }
        add("name", 0.6) { $0.pick([#""A""#, #""B""#]) }
        add("latitude", 0.3) { $0.pick(["1.5", "2"]) }
        add("street", 0.3) { $0.pick([#""S""#, #""T""#]) }
        add("tags", 0.2) { $0.pick(["[1]", "[2,3]"]) }
        add("p", 0.3) { $0.pick([#"{"house": 1}"#, #"{"house": 2}"#]) }
        guard depth > 0 else { return "{" + members.joined(separator: ",") + "}" }
        add("friends", 0.5) { list(user, depth, &$0) }
        add("friend", 0.3) { user(depth - 1, &$0) }
        add("address", 0.4) { $0.pick([#"{"city": "X"}"#, #"{"city": "Y"}"#]) }
        add("items", 0.4) { list(item, depth, &$0) }
        add("groups", 0.3) { #"{"G": {"id": \#($0.pick(ids))}, "H": {"id": 3}}"# }
        members.shuffle(using: &random)
        if random.chance(0.05), let member = members.first { members.append(member) }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func item(_ depth: Int, _ random: inout SeededGenerator) -> String {
        #"{"n": \#(random.pick(["1", "2.5", "null"])), "user": \#(user(min(depth, 1), &random))}"#
    }
}
