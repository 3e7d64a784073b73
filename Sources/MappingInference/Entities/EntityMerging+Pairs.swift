/// Enumerates the candidate pairs of each rule.
extension EntityMerging {
    /// Returns the pairs to compare by a rule, in order.
    func pairs(for rule: InferenceRule) -> [(Int, Int)] {
        switch rule {
        case .discriminator:
            grouped {
                traits[$0].discriminators.sorted { $0.key < $1.key }.map {
                    RecordTraits.folded($0.value)
                }
            }
        case .equalValues, .summary: pairsWithCommonValues()
        case .recursion: pairsOfAncestors()
        case .sameNoun:
            grouped {
                [traits[$0].nouns[0]]
                    + traits[$0].discriminators.values.map { EntityName.of(kind: $0) }
                    + (isPersonRole($0) ? ["a person"] : [])
            }
        case .reference: pairsOfReferences()
        case .nesting: grouped { records[$0].path.last.map { [$0] } ?? [] }
        case .similarParts:
            grouped { [traits[$0].nouns[0]] } + pairsOfAncestors()
                + grouped {
                    records[$0].shape.count >= 4 ? ["\(records[$0].shape.sorted())"] : []
                }
        default: []
        }
    }

    /// Tests for an object whose key is a person's role: `assignee`, `reporter`.
    func isPersonRole(_ record: Int) -> Bool {
        records[record].form == .single
            && records[record].path.last.map { NameWords($0).isPersonRole } ?? false
    }

    private func grouped(by keys: (Int) -> [String]) -> [(Int, Int)] {
        var groups: [String: [Int]] = [:]
        for index in records.indices {
            for key in Set(keys(index)) { groups[key, default: []].append(index) }
        }
        return groups.sorted { $0.key < $1.key }.flatMap { _, group in
            group.indices.dropLast().flatMap { first in
                group[(first + 1)...].map { (group[first], $0) }
            }
        }
    }

    private func pairsOfAncestors() -> [(Int, Int)] {
        records.indices.flatMap { index in owners(of: index).map { ($0, index) } }
    }

    /// Returns the records around a record, the nearest first.
    func owners(of record: Int) -> some Sequence<Int> {
        sequence(first: record) { records[$0].owner }.dropFirst()
    }

    private func pairsOfReferences() -> [(Int, Int)] {
        records.indices.flatMap { index -> [(Int, Int)] in
            guard case .collection = records[index].share else { return [] }
            return records.indices.compactMap { other in
                guard other != index,
                    traits[other].nouns.first.map({ matches($0, traits[index].nouns[0]) }) == true
                else { return nil }
                return (min(other, index), max(other, index))
            }
        }
    }

    /// Tests for equal names or a suffix: `PokemonSpecies` and `Species` match.
    private func matches(_ name: String, _ other: String) -> Bool {
        name == other || name.hasSuffix(other) || other.hasSuffix(name)
    }

    /// Returns pairs with a common candidate value, among at most 64 record types for each value.
    private func pairsWithCommonValues() -> [(Int, Int)] {
        var holders: [String: [UInt64: [Int]]] = [:]
        for index in records.indices {
            for candidate in records[index].identity.candidates where candidate.paths.count == 1 {
                let name = records[index].name(of: candidate)
                for hash in candidate.table.entries.keys.lazy.filter({
                    $0 < .max / 64 || candidate.table.entries.count <= 512
                }) {
                    holders[name, default: [:]][hash, default: []].append(index)
                }
            }
        }
        var pairs: Set<Pair> = []
        for table in holders.values {
            for group in table.values where group.count > 1 {
                for first in group.indices.dropLast().prefix(64) {
                    for second in group[(first + 1)...].prefix(64) {
                        pairs.insert(
                            Pair(left: min(group[first], second), right: max(group[first], second)))
                    }
                }
            }
        }
        return pairs.sorted().map { ($0.left, $0.right) }
    }

    private struct Pair: Hashable, Comparable {
        let left: Int
        let right: Int

        static func < (one: Self, two: Self) -> Bool {
            (one.left, one.right) < (two.left, two.right)
        }
    }
}
