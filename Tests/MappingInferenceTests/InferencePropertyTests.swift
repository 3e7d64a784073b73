import EntityMapper
import MappingFiles
import MappingInference
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Inference: any payload")
struct InferencePropertyTests {
    @Test(arguments: Seeds.upTo(40))
    func `entities, identities and connections of a random payload are found`(seed: UInt64) throws {
        var world = RandomWorld(seed: seed)
        var order = SeededGenerator(seed: seed &+ 1)
        let inferred = try Inferred(world.text(shuffledBy: &order), named: "page.json")
        for (index, kind) in world.kinds.enumerated() {
            let name = world.name(index)
            let entity = inferred.entity(name)
            #expect(entity?.identification == ["\(kind.noun)ID"], "\(name), seed \(seed)")
            for (key, target) in kind.keys {
                let attribute = "\(name).\(key.prefix { $0 != "_" })ID"
                let found = inferred.connections.first { $0.hasPrefix(attribute + "→") }
                #expect(
                    found?.contains("→\(world.name(target)) ") == true,
                    "\(name).\(key): \(inferred.connections), seed \(seed)")
            }
            for (key, target) in kind.nested {
                #expect(
                    inferred.relationships.contains("\(name).\(key)→\(world.name(target))"),
                    "\(name).\(key): \(inferred.relationships), seed \(seed)")
            }
        }
        #expect(
            inferred.connections.count == world.kinds.reduce(0) { $0 + $1.keys.count },
            "\(inferred.connections), seed \(seed)")
        let objects = try inferred.objects()
        for (index, kind) in world.kinds.enumerated() {
            #expect(objects[world.name(index)] == kind.identities.count, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.upTo(20))
    func `the order of members does not change a mapping file`(seed: UInt64) throws {
        var world = RandomWorld(seed: seed)
        var generator = SeededGenerator(seed: seed)
        let texts = try (0..<3).map { _ in
            try Inferred(world.text(shuffledBy: &generator)).mapping.file.text
        }
        #expect(Set(texts).count == 1, "seed \(seed)")
    }

    /// Cost: each real payload is inferred twice.
    @Test(arguments: RealPayloads.names)
    func `the order of members and files does not change that of a real payload`(
        name: String
    ) throws {
        let files = try RealPayloads.files(name)
        let text = try Inferred(files).mapping.file.text
        var generator = SeededGenerator(seed: 7)
        let shuffled = try files.shuffled(using: &generator).map { file in
            (name: file.name, text: try MemberShuffle(seed: 7).shuffled(file.text))
        }
        #expect(try Inferred(shuffled).mapping.file.text == text)
    }
}

/// Writes JSON with the members of each object in another order.
struct MemberShuffle {
    let seed: UInt64

    func shuffled(_ text: String) throws -> String {
        var generator = SeededGenerator(seed: seed)
        return Self.text(of: try PayloadDocument(parsing: Array(text.utf8)).root, &generator)
    }

    private static func text(
        of value: PayloadValue, _ generator: inout SeededGenerator
    ) -> String {
        switch value.kind {
        case .object:
            let members = value.members.map {
                HostileText.json($0.key) + ":" + text(of: $0.value, &generator)
            }
            return "{" + members.shuffled(using: &generator).joined(separator: ",") + "}"
        case .array:
            let elements = value.elements.map { text(of: $0, &generator) }
            return "[" + elements.joined(separator: ",") + "]"
        default:
            return String(decoding: value.jsonBytes(), as: UTF8.self)
        }
    }
}
