import ObjectGraph
import TestSupport
import Testing

@Suite("The heaviest increasing subsequence")
struct HeaviestSubsequenceTests {
    /// Returns the greatest weight of an increasing subsequence, by trying all.
    private static func greatestWeight(_ elements: [HeaviestSubsequence.Element]) -> Int {
        var greatest = 0
        for members in 0..<(1 << elements.count) {
            let chosen = elements.indices.filter { members >> $0 & 1 == 1 }.map { elements[$0] }
            guard zip(chosen, chosen.dropFirst()).allSatisfy({ $0.position < $1.position }) else {
                continue
            }
            greatest = max(greatest, chosen.reduce(0) { $0 + $1.weight })
        }
        return greatest
    }

    @Test(arguments: Seeds.upTo(500))
    func `is as heavy as the heaviest of all`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...10, using: &generator)
        let positions = (0..<count).map { $0 * 3 }.shuffled(using: &generator)
        let elements = positions.map {
            HeaviestSubsequence.Element(
                position: $0, weight: Int.random(in: 1...6, using: &generator))
        }
        let isMember = HeaviestSubsequence.heaviest(of: elements)
        let chosen = zip(elements, isMember).filter(\.1).map(\.0)
        #expect(isMember.count == count)
        #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $0.position < $1.position })
        #expect(
            chosen.reduce(0) { $0 + $1.weight } == Self.greatestWeight(elements), "seed \(seed)")
    }
}
