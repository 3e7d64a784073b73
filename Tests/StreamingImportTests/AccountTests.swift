import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import TestSupport
import Testing

/// The account of an import says that all is kept exactly when all that records assign is in the
/// store at the end.
@Suite("Accounts of imports", .endsInTime)
struct AccountTests {
    @Test(arguments: StoreKind.allCases, Seeds.upTo(80, from: 1))
    func `balance exactly if the store has all that records assign`(
        kind: StoreKind, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let range = random.pick([4, 12, 1_000])
        let isAgreeing = random.chance(0.4)
        let owners = (0..<Int.random(in: 1...25, using: &random)).map { _ in
            Owner(Int.random(in: 0..<range, using: &random), range, isAgreeing, &random)
        }
        let batch = random.pick([1, 3, 1_000])
        try kind.withContainer(try Self.model()) { container in
            // An import that goes over the objects of an earlier one has an account of its own.
            for round in 1...2 {
                let account = try Self.load(owners, batch, container)
                let missing = try Self.missing(owners, container)
                let lines = account.lines.filter { $0.entry.replaced > 0 }
                #expect(
                    lines.isEmpty == missing.isEmpty,
                    "\(random), round \(round), \(owners.map(\.json)): \(lines), \(missing)")
                #expect(lines.isEmpty || !isAgreeing || range < 1_000, "\(random)")
                #expect(account.lines.allSatisfy { $0.entry.refused == 0 && $0.entry.kept >= 0 })
            }
        }
    }

    /// A record with the values and links that it assigns.
    private struct Owner {
        let id: Int
        let value: Int
        let friend: (id: Int, value: Int)?
        let tags: [Int]
        let parts: [Int]

        /// Creates a record; agreeing ones assign the same to the same objects.
        init(_ id: Int, _ range: Int, _ isAgreeing: Bool, _ random: inout SeededGenerator) {
            var random = isAgreeing ? SeededGenerator(seed: UInt64(id)) : random
            self.id = id
            value = isAgreeing ? id : Int.random(in: 0..<3, using: &random)
            let friend = Int.random(in: 0..<range, using: &random)
            self.friend =
                random.chance(0.7)
                ? (friend, isAgreeing ? friend : Int.random(in: 0..<2, using: &random)) : nil
            let count = Int.random(in: 0..<4, using: &random)
            tags = (0..<count).map { _ in Int.random(in: 0..<range, using: &random) }
            parts =
                isAgreeing
                ? (0..<count).map { id * 10 + $0 }
                : (0..<count).map { _ in Int.random(in: 0..<range, using: &random) }
        }

        var json: String {
            let friend = friend.map { #", "friend": {"id": \#($0.id), "value": \#($0.value)}"# }
            let lists = [("tags", tags), ("parts", parts)].map { name, ids in
                #", "\#(name)": ["# + ids.map { #"{"id": \#($0)}"# }.joined(separator: ", ") + "]"
            }
            return #"{"id": \#(id), "value": \#(value)"# + (friend ?? "") + lists.joined() + "}\n"
        }
    }

    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Owner",
                attributes: [.init("ownerID", .integer64), .init("value", .integer64)],
                relationships: [
                    .toOne("friend", "Friend"), .toMany("tags", "Tag", inverse: "owners"),
                    .toMany("parts", "Part", inverse: "owner"),
                ]),
            EntityDescription(
                "Friend",
                attributes: [.init("friendID", .integer64), .init("value", .integer64)]),
            EntityDescription(
                "Tag", attributes: [.init("tagID", .integer64)],
                relationships: [.toMany("owners", "Owner")]),
            EntityDescription(
                "Part", attributes: [.init("partID", .integer64)],
                relationships: [.toOne("owner", "Owner")]),
        ])
    }

    /// Imports the records, and returns the account.
    private static func load(
        _ owners: [Owner], _ batch: Int, _ container: PersistentContainer
    ) throws -> LoadAccount {
        let model = container.model
        let mappings = try ["Owner", "Friend", "Tag", "Part"].map { name in
            var mapping = EntityMapping(for: try #require(model[name]))
            mapping.addAttributeMappings(["id": "\(name.lowercased())ID"])
            return mapping
        }
        var set = MappingSet(mappings, roots: [.root: "Owner"])
        set.mappings[0].addAttributeMappings(["value"])
        set.mappings[1].addAttributeMappings(["value"])
        for (name, entity) in [("friend", "Friend"), ("tags", "Tag"), ("parts", "Part")] {
            set.mappings[0].addRelationshipMapping(
                from: PayloadPath(declared: name), to: name, using: entity)
        }
        var operation = try ImportOperation(MappingPlan(set, for: model))
        operation.options.batchRecords = batch
        let account = ImportAccount(of: model)
        operation.account = account
        _ = try operation.run([Array(owners.map(\.json).joined().utf8)], in: container)
        return account.load
    }

    /// Returns what the records assign and the store does not have.
    private static func missing(
        _ owners: [Owner], _ container: PersistentContainer
    ) throws -> [String] {
        try container.perform { context in
            let objects = try context.fetch(FetchRequest("Owner"))
            return owners.flatMap { owner -> [String] in
                let object = objects.first { $0["ownerID"] == .integer(Int64(owner.id)) }
                guard let object else { return ["owner \(owner.id)"] }
                func ids(_ name: String, _ key: String) -> Set<Value> {
                    Set(object[toMany: name].map { $0[key] })
                }
                let friend = object[toOne: "friend"]
                var missing: [String] = []
                if object["value"] != .integer(Int64(owner.value)) { missing.append("value") }
                if let expected = owner.friend {
                    if friend?["friendID"] != .integer(Int64(expected.id)) {
                        missing.append("friend")
                    }
                    let all = try? context.fetch(FetchRequest("Friend"))
                    let found = all?.first { $0["friendID"] == .integer(Int64(expected.id)) }
                    if found?["value"] != .integer(Int64(expected.value)) {
                        missing.append("friend.value")
                    }
                }
                let (tags, parts) = (ids("tags", "tagID"), ids("parts", "partID"))
                missing += owner.tags.filter { !tags.contains(.integer(Int64($0))) }
                    .map { "tag \($0)" }
                missing += owner.parts.filter { !parts.contains(.integer(Int64($0))) }
                    .map { "part \($0)" }
                return missing
            }
        }
    }
}
