import TestSupport

/// A random payload whose entities, identities and connections are known.
struct RandomWorld {
    /// An entity: its root array, its records and the truth about it.
    struct Kind {
        let noun: String
        var identities: [String] = []
        /// The foreign keys, by key, with the index of the entity.
        var keys: [(key: String, target: Int)] = []
        /// The nested objects, by key, with the index of the entity.
        var nested: [(key: String, target: Int)] = []
        var hasParts = false
        var fields: [String] = []
    }

    private static let nouns = [
        "author", "bridge", "castle", "dragon", "engine", "forest", "garden", "harbor", "island",
        "journal", "kettle", "lantern",
    ]
    private static let words = ["amber", "birch", "coral", "delta", "ember", "flint", "grain"]

    private(set) var kinds: [Kind] = []
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let nouns = Self.nouns.shuffled(using: &generator)
        for index in 0..<Int.random(in: 2...5, using: &generator) {
            var kind = Kind(noun: nouns[index])
            let count = Int.random(in: 6...30, using: &generator)
            let isText = generator.chance(0.3)
            let start =
                generator.chance(0.5) ? 0 : Int.random(in: 1000...900_000, using: &generator)
            kind.identities = (1...count).map {
                isText ? "\"\(nouns[index].prefix(3))-\(start + $0 * 7)\"" : "\(start + $0)"
            }
            kind.fields = Self.words.shuffled(using: &generator).prefix(3).map {
                "\(nouns[index])_\($0)"
            }
            for target in 0..<index where generator.chance(0.6) {
                if generator.chance(0.7) {
                    kind.keys.append((kinds[target].noun + "_id", target))
                } else {
                    kind.nested.append((kinds[target].noun, target))
                }
            }
            kind.hasParts = generator.chance(0.4)
            kinds.append(kind)
        }
    }

    /// The name of an entity.
    func name(_ index: Int) -> String {
        kinds[index].noun.prefix(1).uppercased() + kinds[index].noun.dropFirst()
    }

    /// The records of an entity, each as its members.
    private func members(of index: Int, _ record: Int) -> [(String, String)] {
        let kind = kinds[index]
        var members = [("id", kind.identities[record])]
        for (number, field) in kind.fields.enumerated() {
            let value = record * (number + 3) + index
            members.append((field, number == 0 ? "\"\(kind.noun) \(value)\"" : "\(value).5"))
        }
        return members
    }

    /// The payload, with roots, members and records in a random order.
    mutating func text(shuffledBy generator: inout SeededGenerator) -> String {
        var roots: [String] = []
        for index in kinds.indices {
            var records: [String] = []
            for record in kinds[index].identities.indices {
                var members = members(of: index, record)
                for (key, target) in kinds[index].keys {
                    let count = kinds[target].identities.count
                    members.append((key, kinds[target].identities[record * 5 % count]))
                }
                for (key, target) in kinds[index].nested {
                    let count = kinds[target].identities.count
                    members.append(
                        (key, object(self.members(of: target, record % count), &generator)))
                }
                if kinds[index].hasParts {
                    let steps = (0...record % 3).map {
                        "{\"\(kinds[index].noun)_step\":\"s\($0)\",\"cost\":\($0 + record)}"
                    }
                    members.append(("steps", "[\(steps.joined(separator: ","))]"))
                }
                records.append(object(members, &generator))
            }
            roots.append("\"\(kinds[index].noun)s\":[\(records.joined(separator: ","))]")
        }
        return "{\(roots.shuffled(using: &generator).joined(separator: ","))}"
    }

    private func object(
        _ members: [(String, String)], _ generator: inout SeededGenerator
    ) -> String {
        let texts = members.map { "\"\($0)\":\($1)" }.shuffled(using: &generator)
        return "{\(texts.joined(separator: ","))}"
    }
}
