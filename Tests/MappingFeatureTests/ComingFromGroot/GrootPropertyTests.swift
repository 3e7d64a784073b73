import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import TestSupport
import Testing

@Suite("What holds for every annotated graph")
struct GrootPropertyTests {
    /// Returns figures in groups; `type` determines the entity, and is an attribute as well.
    private static func figures() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Figure", isAbstract: true,
                attributes: [
                    .annotated("figureID", .integer64, "id"),
                    .annotated("kind", .string, "type"),
                    .annotated("name", .string, "name", isOptional: true),
                ],
                relationships: [.toOne("group", "Group", inverse: "members")],
                userInfo: ["identityAttributes": "figureID", "entityMapperName": "Figures"]),
            EntityDescription(
                "Circle", parent: "Figure",
                attributes: [
                    .annotated("radius", .double, "size.radius", isOptional: true),
                    .annotated("serial", .integer64, "size.serial", isOptional: true),
                ]),
            EntityDescription(
                "Disc", parent: "Circle",
                attributes: [.annotated("seen", .date, "seen", isOptional: true)]),
            EntityDescription(
                "Group", parent: "Figure",
                relationships: [
                    .toMany("members", "Figure", inverse: "group", isOrdered: true)
                        .annotated("members"),
                    .toOne("label", "Label", inverse: "groups").annotated("label"),
                ]),
            EntityDescription(
                "Label",
                attributes: [
                    .annotated("text", .string, "text"),
                    .annotated("colour", .string, "colour", isOptional: true),
                ],
                relationships: [.toMany("groups", "Group", inverse: "label")],
                userInfo: ["identityAttributes": "text"]),
        ])
    }

    private static let choice = EntityChoice("Figures") { representation in
        representation["type"]?.string
    }

    private func mappings(_ model: ManagedObjectModel) -> MappingSet {
        MappingSet(
            annotationsOf: model, entityChoices: [Self.choice], roots: [.root: "Figure"])
    }

    /// Inserts random figures, most of them in groups.
    private func fill(_ bench: Workbench, _ random: inout SeededGenerator) throws {
        let texts = ["", "é", "e\u{301}", #"a"b\"#, "\u{0}", "日本", "😀", "1.0", "null"]
        try bench.container.perform { context in
            var groups: [ManagedObject] = []
            var labels: [ManagedObject] = []
            for text in texts.prefix(4) {
                let label = context.insert("Label")
                label["text"] = .string(text)
                if random.chance(0.5) { label["colour"] = .string(random.pick(texts)) }
                labels.append(label)
            }
            for id in 1...Int64.random(in: 2...20, using: &random) {
                let entity = random.pick(["Circle", "Disc", "Group", "Group"])
                let figure = context.insert(entity)
                figure["figureID"] = .integer(random.chance(0.1) ? .max - id : id)
                figure["kind"] = .string(entity)
                if random.chance(0.7) { figure["name"] = .string(random.pick(texts)) }
                if entity != "Group" {
                    if random.chance(0.7) {
                        figure["radius"] = .double(
                            random.pick([0.1, -1e-300, 1e300, 5, 1 / 3]))
                    }
                    if random.chance(0.7) {
                        figure["serial"] = .integer(random.pick([.min, .max, 0]))
                    }
                }
                if !groups.isEmpty, random.chance(0.8) {
                    figure[toOne: "group"] = random.pick(groups)
                }
                if entity == "Group" {
                    if random.chance(0.6) { figure[toOne: "label"] = random.pick(labels) }
                    groups.append(figure)
                }
            }
            try context.save()
        }
    }

    private func export(_ bench: Workbench) throws -> String {
        let model = bench.container.model
        let writer = try RepresentationWriter(
            MappingPlan(mappings(model), for: model), mapping: "Figure")
        return try bench.container.perform { context in
            let roots = try context.fetch(
                FetchRequest("Figure", sortedBy: [.ascending("figureID")])
            ).filter { $0[toOne: "group"] == nil }
            return try String(decoding: writer.jsonBytes(for: roots), as: UTF8.self)
        }
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(25))
    func `what was written is read as what it was`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let model = try Self.figures()
        let bench = try Workbench(kind, model)
        try fill(bench, &random)
        let json = try export(bench)
        for other in StoreKind.allCases {
            let copy = try Workbench(other, model)
            try copy.load(json, mappings(model)).requireNoIssues()
            #expect(try export(copy) == json, "\(random)")
        }
        // Neither the same payload nor the one without types changes anything.
        let nameless = json.replacing(#""type":"#, with: #""kind":"#)
        for payload in [json, nameless] {
            let again = try bench.load(payload, mappings(model))
            #expect(again.issues == [], "\(random)")
            #expect(again.total.inserted == 0, "\(random)")
            #expect(again.total.updated == 0, "\(random)")
            #expect(try export(bench) == json, "\(random)")
        }
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(25))
    func `an object may come before or after its identifiers`(
        kind: StoreKind, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        // The powers of the characters.
        let owners = (0..<6).map { _ in (0..<3).map { _ in Int.random(in: 1...4, using: &random) } }
        func json(telling isTold: (_ power: Int, _ seen: Int) -> Bool) -> String {
            var seen: [Int: Int] = [:]
            let characters = owners.enumerated().map { id, powers in
                let texts = powers.map { power in
                    seen[power, default: 0] += 1
                    return isTold(power, seen[power] ?? 0)
                        ? #"{"id": "\#(power)", "name": "P\#(power)"}"# : #""\#(power)""#
                }
                return #"{"id": "\#(id)", "name": "N", "real_name": "R", "#
                    + #""powers": [\#(texts.joined(separator: ", "))]}"#
            }
            return "[\(characters.joined(separator: ", "))]"
        }
        func graph(_ payload: String) throws -> [String] {
            let bench = try GrootBench(kind, GrootModel.comic())
            try bench.loadCleanly(payload, into: "Character")
            #expect(try bench.count("Power") == Set(owners.joined()).count)
            return try bench.characters()
        }
        let expected = try graph(json { _, seen in seen == 1 })
        let counts = Dictionary(owners.joined().map { ($0, 1) }, uniquingKeysWith: +)
        for _ in 0..<3 {
            let places = counts.mapValues { Int.random(in: 1...$0, using: &random) }
            let payload = json { power, seen in places[power] == seen }
            #expect(try graph(payload) == expected, "\(random): \(payload)")
        }
    }
}
