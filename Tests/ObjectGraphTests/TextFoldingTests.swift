import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Folding of texts")
struct TextFoldingTests {
    /// Removes marks by Foundation's decomposition and composition.
    private func folded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            scalars.append(scalar)
        }
        return String(scalars).precomposedStringWithCanonicalMapping
    }

    /// Compares the scalars, because texts are equal if they are canonically equivalent.
    private func expectEqual(_ text: String, _ context: String = "") {
        let (result, expected) = (TextOptions.diacriticInsensitive.folded(text), folded(text))
        guard !result.unicodeScalars.elementsEqual(expected.unicodeScalars) else { return }
        let scalars = [text, result, expected].map { $0.unicodeScalars.map(\.value) }
        Issue.record("\(context) \(scalars[0]): \(scalars[1]) instead of \(scalars[2])")
    }

    /// All scalars of a Unicode version that each library knows.
    private static let scalars = (UInt32(0x80)...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
        $0.properties.age.map { $0.major <= 14 } == true
            && $0.properties.generalCategory != .privateUse
    }

    /// The letters of Hangul except those that Foundation composes to syllables, although they are
    /// beyond the ranges of section 3.12 of the Unicode standard.
    private static let hangulLetters = (UInt32(0x1100)...0x11FF).compactMap(Unicode.Scalar.init)
        .filter { !["\u{1113}", "\u{1176}", "\u{11A7}", "\u{11C3}"].contains($0) }

    @Test func `each scalar loses what Foundation decomposes`() {
        #expect(Self.scalars.count > 140_000)
        for scalar in Self.scalars { expectEqual(String(scalar)) }
    }

    @Test func `syllables of Hangul are composed of two or three letters`() {
        for second in Self.hangulLetters {
            for third in Self.hangulLetters {
                expectEqual("\u{1102}" + String(second) + String(third))
            }
        }
        let texts = ["\u{1113}\u{1169}", "\u{1102}\u{1176}", "노\u{11A7}", "노\u{11C3}"]
        for text in texts {
            let folded = TextOptions.diacriticInsensitive.folded(text)
            #expect(folded.unicodeScalars.elementsEqual(text.unicodeScalars))
        }
    }

    @Test func `texts of marks and parts are reordered and composed`() {
        var random = SeededGenerator(seed: .random(in: 0 ... .max))
        // Unlike Unicode, Foundation reorders marks over a nonspacing mark that is not reordered.
        let parts = Self.scalars.filter { scalar in
            let properties = scalar.properties
            let isReordered = properties.canonicalCombiningClass != .notReordered
            if properties.generalCategory == .nonspacingMark { return isReordered }
            if (0x1100...0x11FF).contains(scalar.value) {
                return Self.hangulLetters.contains(scalar)
            }
            return isReordered || properties.generalCategory == .spacingMark
                || !(0xAC00...0xD7A3).contains(scalar.value)
                    && String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.count > 1
        }
        // Those that are composed with a spacing mark, and Hangul letters, which few pairs meet.
        let rare = parts.filter {
            $0.properties.generalCategory == .spacingMark || (0x1100...0x11FF).contains($0.value)
        }
        for _ in 0..<60_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 2...6, using: &random) {
                let pool = Bool.random(using: &random) ? parts : rare
                if let scalar = pool.randomElement(using: &random) { text.append(scalar) }
            }
            expectEqual(String(text), "\(random)")
        }
        for first in rare {
            for second in rare where second.value >> 8 == first.value >> 8 {
                expectEqual(String(first) + String(second))
            }
        }
    }
}
