/// A set of the numbers of objects, which are mostly consecutive.
///
/// It uses one bit per number, and two words for each range of 64 numbers.
struct NumberSet: Sendable {
    private var words: [Int64: UInt64] = [:]

    func contains(_ number: Int64) -> Bool {
        words[number >> 6].map { $0 & Self.bit(number) != 0 } ?? false
    }

    mutating func insert(_ number: Int64) { words[number >> 6, default: 0] |= Self.bit(number) }

    mutating func formUnion(_ other: NumberSet) { words.merge(other.words, uniquingKeysWith: |) }

    private static func bit(_ number: Int64) -> UInt64 { 1 << UInt64(number & 63) }
}
