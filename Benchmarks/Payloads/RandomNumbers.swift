/// Random numbers that are the same on every machine and in every run.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (SplitMix64).
struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(bitPattern: Int64(seed))
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in a range; the small modulo bias does not matter here.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns `true` with the given probability, in thousandths.
    mutating func happens(_ perMille: Int) -> Bool {
        number(0...999) < perMille
    }

    /// Returns a random element.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(0...(elements.count - 1))]
    }
}
