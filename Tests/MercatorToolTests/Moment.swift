import TestSupport

/// When a process of `StoreDriver` kills itself.
struct Moment: CustomStringConvertible {
    let words: [String]
    var description: String { words.joined(separator: " ") }

    /// Takes the moment before a random statement, which every machine comes to.
    init(_ random: inout SeededGenerator, statements: ClosedRange<Int>) {
        words = ["--statement", "\(Int.random(in: statements, using: &random))"]
    }

    /// Takes a random moment: before a statement, or a while after the start.
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
