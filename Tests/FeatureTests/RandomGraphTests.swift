import Mercator
import TestSupport
import Testing

@Suite("Random work on a graph")
struct RandomGraphTests {
    @Test(arguments: StoreKind.allCases, SampleModel.allCases)
    func `both ends of every relationship are as in a naive graph`(
        store: StoreKind, model: SampleModel
    ) throws {
        for seed in Seeds.upTo(25, from: 1) {
            try store.withContainer(model.make()) { container throws in
                var walk = GraphWalk(container, seed: seed)
                for _ in 0..<6 where walk.difference == nil { try walk.session(steps: 60) }
                let journal = walk.journal.joined(separator: "\n")
                try #require(
                    walk.difference == nil, "seed \(seed): \(walk.difference ?? "")\n\(journal)")
            }
        }
    }
}
