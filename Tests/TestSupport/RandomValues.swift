import Foundation
package import ObjectGraph

/// Values from small pools, so that random rows and random conditions often match.
package struct RandomValues {
    package var generator: SeededGenerator

    /// Creates a sequence of values from a generator.
    package init(_ generator: SeededGenerator) {
        self.generator = generator
    }

    /// Returns a value of a type, or `null` with the given probability.
    package mutating func value(of type: AttributeType, null: Double = 0.2) -> Value {
        if generator.chance(null) { return .null }
        switch type {
        case .boolean: return .boolean(generator.chance(0.5))
        case .integer16: return .integer(generator.pick([-32768, -2, 0, 1, 2, 3, 32767]))
        case .integer32: return .integer(generator.pick([-1, 0, 1, 2, 40, 2_147_483_647]))
        case .integer64: return .integer(generator.pick([.min, -3, 0, 1, 2, 3, 1 << 53, .max]))
        case .float: return .double(generator.pick([-0.5, 0, 0.25, 1.5, 1024]))
        case .double: return .double(generator.pick([-1e300, -1.5, 0, 0.1, 2, 4.25, .infinity]))
        case .decimal: return .decimal(generator.pick(RandomValues.decimals))
        case .string: return .string(generator.pick(RandomValues.texts))
        case .url: return .string(generator.pick(RandomValues.links))
        case .date: return .date(generator.pick(RandomValues.instants))
        case .data: return .data(generator.pick([[], [0], [0, 1], [1], [1, 0], [255]]))
        case .uuid: return .uuid(generator.pick(RandomValues.identifiers))
        case .array: return generator.pick([[], [1], [1, "a"], [.null], [[true]]])
        case .dictionary: return generator.pick([[:], ["a": 1], ["b": ["a": 1.5]], ["a": .null]])
        }
    }

    /// Returns a pattern for strings, with or without wildcards.
    package mutating func pattern(_ kind: TextMatch.Kind) -> String {
        let plain = generator.pick(RandomValues.texts)
        guard kind == .like, generator.chance(0.8) else {
            return generator.chance(0.5) ? plain : String(plain.prefix(1))
        }
        return generator.pick(["*", "?", "a*", "*a", "*a*", "??", "?*", "*\\*", "é*", "*?b", "A?*"])
    }

    /// Returns the text of a search, some with operators that have no sides.
    package mutating func searchText() -> String {
        let pieces = [
            "a", "ab", "b", "c", "E", "a*", "st*", "strasse", "中", "文", "中文", "😀", "\"a b\"", "a-b",
            "\"b a*\"", "-a", "-\"a b\"", "OR", "AND", "NOT", "(", ")", "\"", "*", "é", "-",
            "'); --",
            "\u{0}", "ab\u{0}a", "{x} :", "^a", "NEAR(a b)", "title:a",
        ]
        return (0..<generator.pick([1, 1, 2, 3, 5])).map { _ in generator.pick(pieces) }
            .joined(separator: " ")
    }

    private static let texts = [
        "a b ab", "B-a, c", "c a b", "中文 a", "a\u{0}b", "Ab\nÉ 😀",
        "", "a", "A", "ab", "aB", "b", "é", "e\u{301}", "É", "e", "ab*", "a?b", "a\\b", "Straße",
        "STRASSE", "中", "中文", "😀", "\u{FFFF}", "z", "Z", "a b", "%", "_", "a%", "'", "\"",
    ]
    private static let links = ["https://a.org", "https://a.org/é", "HTTPS://A.ORG", "a:b"]
    private static let decimals = [
        Decimal(0), Decimal(-2), Decimal(2), Decimal(1) / 10, Decimal(25) / 100, Decimal(10),
        Decimal(9), Decimal(Int64.max) * 1000 + Decimal(1) / 100, Decimal(Int64.max) * 1000,
        Decimal(Int64.min) * 7, Decimal(-1) / 1000,
    ]
    private static let instants = [
        Timestamp.distantPast, .distantFuture, Timestamp(uncheckedSeconds: 0, nanoseconds: 0),
        Timestamp(uncheckedSeconds: -1, nanoseconds: 999_999_999),
        Timestamp(uncheckedSeconds: 1_409_444_955, nanoseconds: 250_000_000),
        Timestamp(uncheckedSeconds: 1_409_444_955, nanoseconds: 25_000_000),
        Timestamp(uncheckedSeconds: 1_409_444_955, nanoseconds: 0),
    ]
    private static let identifiers = (UInt8(0)..<4).map { byte in
        UUID(uuid: (byte &* 80, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte))
    }
}
