import ObjectGraph
import TestSupport
import Testing

@Suite("The fewest moves of relocated elements")
struct RelocationSearchTests {
    /// An old and a new list, and the elements that may have moved.
    private struct Lists {
        var old: [Int64]
        var new: [Int64]
        var relocated: [Int64]

        /// Removes, relocates and inserts some elements.
        init(_ generator: inout SeededGenerator) {
            old = (0..<Int64.random(in: 0...40, using: &generator)).map(\.self)
            old.shuffle(using: &generator)
            let share = generator.pick([0.05, 0.2, 0.6])
            new = old
            for number in old where generator.chance(share / 2) { new.removeAll { $0 == number } }
            relocated = new.filter { _ in generator.chance(share) }
            for number in relocated {
                new.removeAll { $0 == number }
                new.insert(number, at: Int.random(in: 0...new.count, using: &generator))
            }
            for number in 0..<Int64.random(in: 0...5, using: &generator) {
                let index = Int.random(in: 0...new.count, using: &generator)
                new.insert(100 + number, at: index)
            }
            relocated.shuffle(using: &generator)
        }

        func moves() -> [MoveSearch.Move] {
            var search = RelocationSearch(
                leaving: old.indices.filter { !new.contains(old[$0]) },
                entering: new.indices.filter { !old.contains(new[$0]) })
            for number in relocated {
                guard let from = old.firstIndex(of: number), let to = new.firstIndex(of: number)
                else { continue }
                search.add(number, from: from, to: to)
            }
            return search.moves { new[$0] }
        }

        /// The number of elements outside of a longest common subsequence.
        var fewest: Int {
            let stayed = new.compactMap { old.firstIndex(of: $0) }
            var lengths: [Int] = []
            for (place, index) in stayed.enumerated() {
                let before = lengths.indices.filter { stayed[$0] < index && $0 < place }
                lengths.append((before.map { lengths[$0] }.max() ?? 0) + 1)
            }
            return stayed.count - (lengths.max() ?? 0)
        }
    }

    @Test(arguments: Seeds.upTo(2000))
    func `bring one order to the other`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let lists = Lists(&generator)
        let moves = lists.moves()
        #expect(moves.count == lists.fewest, "seed \(seed)")
        #expect(moves.map(\.to) == moves.map(\.to).sorted())
        for move in moves {
            #expect(lists.old[move.from] == move.number && lists.new[move.to] == move.number)
        }
        let moved = Set(moves.map(\.number))
        func rest(_ list: [Int64], _ other: [Int64]) -> [Int64] {
            list.filter { other.contains($0) && !moved.contains($0) }
        }
        #expect(rest(lists.old, lists.new) == rest(lists.new, lists.old), "seed \(seed)")
    }
}
