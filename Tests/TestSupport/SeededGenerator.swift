/// Random numbers that can be had again: a failing test names its seed.
///
/// Source: Sebastiano Vigna, "SplitMix64", public domain.
package struct SeededGenerator: RandomNumberGenerator, Sendable, CustomStringConvertible {
    /// What the generator started with.
    package let seed: UInt64
    private var state: UInt64

    /// Starts at a seed.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The seed, for messages of failing tests.
    package var description: String { "seed \(seed)" }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Whether something of this probability happens.
    package mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }

    /// One element of a list that is not empty.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
