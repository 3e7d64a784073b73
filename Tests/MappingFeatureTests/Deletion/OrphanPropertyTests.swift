import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import TestSupport
import Testing

/// A random payload over the entities of ``News``, with all kinds of errors.
private struct RandomPayload {
    private(set) var json = ""
    /// The objects in the payload, including those of failed records, such as `Article 3`.
    private(set) var named: Set<String> = []
    private let keys: ClosedRange<Int>

    init(_ random: inout SeededGenerator, keys: ClosedRange<Int>) {
        self.keys = keys
        let roots = ["articles", "authors", "sections", "tags"].filter { _ in random.chance(0.9) }
        let members = (roots.isEmpty ? ["articles"] : roots).map { root in
            let list = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                record(root, &random)
            }
            return #""\#(root)": [\#(list.joined(separator: ", "))]"#
        }
        json = "{" + members.joined(separator: ", ") + "}"
    }

    private mutating func record(_ root: String, _ random: inout SeededGenerator) -> String {
        // Some records do not identify their object.
        if random.chance(0.02) { return random.pick([#"{"id": "x"}"#, "5", "null", "{}"]) }
        let entity = ["articles": "Article", "authors": "Author", "sections": "Section"][root]
        var members = [id(entity ?? "Tag", &random)]
        let name = root == "articles" ? "title" : "name"
        if random.chance(0.5) {
            // Some values are invalid.
            members.append(#""\#(name)": \#(random.chance(0.3) ? "{}" : #""new""#)"#)
        }
        if root == "articles" {
            members += [tags(&random), number("author_id", &random), number("reply_to", &random)]
        }
        members.shuffle(using: &random)
        return "{" + members.filter { !$0.isEmpty }.joined(separator: ", ") + "}"
    }

    private mutating func id(_ entity: String, _ random: inout SeededGenerator) -> String {
        let id = Int.random(in: keys, using: &random)
        named.insert("\(entity) \(id)")
        return random.chance(0.5) ? #""id": \#(id)"# : #""id": "\#(id)""#
    }

    private mutating func tags(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0...5, using: &random) {
        case 0, 1: return ""
        case 2: return #""tags": null"#
        default:
            let tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                "{" + id("Tag", &random) + "}"
            }
            return #""tags": [\#(tags.joined(separator: ", "))]"#
        }
    }

    private func number(_ key: String, _ random: inout SeededGenerator) -> String {
        random.chance(0.5) ? "" : #""\#(key)": \#(Int.random(in: keys, using: &random))"#
    }

    /// Returns scopes over some entities, with and without conditions.
    func scopes(_ random: inout SeededGenerator) -> [FetchRequest] {
        let scopes =
            [("Article", "articleID"), ("Author", "authorID"), ("Section", "sectionID")]
            + [("Tag", "tagID")]
        return scopes.filter { _ in random.chance(0.7) }.map { entity, key in
            guard random.chance(0.5) else { return FetchRequest(entity) }
            let limit = Int64(Int.random(in: keys, using: &random))
            var predicate: EntityPredicate = .attribute(key) <= limit
            if entity != "Article", random.chance(0.5) {
                predicate = PropertyPath.relationship("articles").isNil
            }
            return FetchRequest(entity, where: predicate)
        }
    }
}

@Suite("What holds for orphans of every payload", .endsInTime)
struct OrphanPropertyTests {
    let model: ManagedObjectModel
    let mappings: MappingSet

    init() throws {
        model = try News.model()
        mappings = try News.mappings(for: model)
    }

    /// Returns the objects with an identification, such as `Article 3`.
    private func keys(_ bench: Workbench) throws -> Set<String> {
        let all = ["Article", "Author", "Section", "Tag"].map { FetchRequest($0) }
        return try scoped(bench, all, without: [])
    }

    /// Returns the objects of requests, each after the deletions of earlier ones.
    private func scoped(
        _ bench: Workbench, _ requests: [FetchRequest], without gone: Set<String>
    ) throws -> Set<String> {
        try bench.container.perform { context in
            var keys: Set<String> = []
            for request in requests {
                let key = request.entityName.lowercased() + "ID"
                for object in try context.fetch(request) {
                    let name = "\(request.entityName) \(object[key])"
                    keys.insert(name)
                    if gone.contains(name) { context.delete(object) }
                }
            }
            return keys
        }
    }

    private func bench(
        _ kind: StoreKind, _ random: inout SeededGenerator
    ) throws -> Workbench {
        let bench = try Workbench(kind, model)
        let news = RandomNews(&random)
        try bench.load(RandomNews.page(news.records), mappings)
        return bench
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(60))
    func `only objects of a scope that the payload does not name are deleted`(
        kind: StoreKind, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var twin = random
        let bench = try bench(kind, &random)
        // The same load without orphans gives the result of the mapping alone, and the contents of
        // the scopes.
        let mapped = try self.bench(kind, &twin)
        let payload = RandomPayload(&random, keys: 1...12)
        let deletion = OrphanDeletion(of: payload.scopes(&random), limit: .unlimited)
        try mapped.load(payload.json, mappings)
        let result = try bench.load(payload.json, mappings, deleting: deletion)
        let gone = try keys(mapped).subtracting(try keys(bench))
        let inScope = try scoped(mapped, deletion.scopes.map(\.request), without: gone)
        #expect(gone.isDisjoint(with: payload.named), "\(random)")
        #expect(gone.isSubset(of: inScope), "\(random)")
        #expect(gone.count == result.orphans?.deletions.count, "\(random)")
        // There are no other changes.
        #expect(try keys(bench).isSubset(of: keys(mapped)), "\(random)")
        let again = try bench.load(payload.json, mappings, deleting: deletion)
        #expect(again.total.deleted == 0, "\(random)")
        #expect(again.orphans?.deletions == [], "\(random)")
    }

    @Test(arguments: Seeds.upTo(30))
    func `both stores delete the same`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var dumps: [[String]] = []
        var plans: [OrphanPlan?] = []
        for kind in StoreKind.allCases {
            random = SeededGenerator(seed: seed)
            let bench = try bench(kind, &random)
            let payload = RandomPayload(&random, keys: 1...12)
            let deletion = OrphanDeletion(of: payload.scopes(&random), limit: .share(0.75))
            let dry = try bench.orphanPlan(payload.json, mappings, deletion)
            let result = try bench.load(payload.json, mappings, deleting: deletion)
            #expect(dry.deletions == result.orphans?.deletions, "\(random)")
            // New objects, which may be the reason that others are preserved, have no number yet.
            if !"\(dry.scopes)".contains("/new-") {
                #expect(dry.scopes == result.orphans?.scopes, "\(random)")
            }
            dumps.append(try News.dump(bench))
            plans.append(result.orphans)
        }
        #expect(dumps[0] == dumps[1], "\(random)")
        #expect(plans[0] == plans[1], "\(random)")
    }

    @Test func `the random payloads delete, preserve and refuse`() throws {
        var (deleted, preserved, refused) = (0, 0, 0)
        for seed in 0..<60 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bench = try bench(.inMemory, &random)
            let payload = RandomPayload(&random, keys: 1...12)
            let deletion = OrphanDeletion(of: payload.scopes(&random), limit: .unlimited)
            let plan = try bench.orphanPlan(payload.json, mappings, deletion)
            deleted += plan.deletions.count
            preserved += plan.reasons.count
            refused += plan.refusals.count
        }
        #expect(deleted > 50)
        #expect(preserved > 50)
        #expect(refused > 10)
    }
}
