/// Reproducible random numbers: a failing test prints its seed.
///
/// Source: Sebastiano Vigna, "SplitMix64", public domain.
package struct SeededGenerator: RandomNumberGenerator, Sendable, CustomStringConvertible {
    /// The initial seed.
    package let seed: UInt64
    private var state: UInt64

    /// Creates a generator from a seed.
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

    /// Returns `true` with the given probability.
    package mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }

    /// Returns a random element of a non-empty array.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
