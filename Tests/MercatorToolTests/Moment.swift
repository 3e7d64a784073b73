import TestSupport

/// The moment at which a `StoreDriver` process kills itself.
struct Moment: CustomStringConvertible {
    let words: [String]
    var description: String { words.joined(separator: " ") }

    /// Chooses a moment before a random statement, which every machine reaches.
    init(_ random: inout SeededGenerator, statements: ClosedRange<Int>) {
        words = ["--statement", "\(Int.random(in: statements, using: &random))"]
    }

    /// Chooses a random moment: before a statement, or after a delay from the start.
    init(
        _ random: inout SeededGenerator, statements: ClosedRange<Int>,
        microseconds: ClosedRange<Int>
    ) {
        words =
            random.chance(0.5)
            ? ["--statement", "\(Int.random(in: statements, using: &random))"]
            : ["--microseconds", "\(Int.random(in: microseconds, using: &random))"]
    }
}
