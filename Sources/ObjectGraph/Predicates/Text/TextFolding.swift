import Foundation

extension TextOptions {
    /// Returns the text without the differences that these options ignore.
    ///
    /// Two texts match under the options if their folded forms have the same bytes. Folding is
    /// independent of the locale, and therefore the same on every machine:
    ///
    /// - ``caseInsensitive`` replaces each scalar with its Unicode lowercase, and `ς` with `σ`.
    /// - ``diacriticInsensitive`` decomposes the text canonically, removes nonspacing marks, and
    ///   composes the result again, so that a Hangul syllable stays one scalar.
    ///
    /// Folding is idempotent. ASCII text takes a fast path.
    package func folded(_ text: String) -> String {
        guard !isEmpty else { return text }
        guard text.utf8.contains(where: { $0 >= 0x80 }) else {
            return contains(.caseInsensitive) ? text.lowercased() : text
        }
        var folded = text
        if contains(.caseInsensitive) { folded = TextOptions.withoutCase(folded) }
        if contains(.diacriticInsensitive) {
            folded = TextOptions.withoutMarks(folded)
            // Some composed letters have a lowercase only after their marks are removed.
            if contains(.caseInsensitive) { folded = TextOptions.withoutCase(folded) }
        }
        return folded
    }

    /// Lowercases each scalar, and replaces a final sigma.
    ///
    /// Swift's `lowercased()` does not change a final sigma.
    private static func withoutCase(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            scalars.append(scalar == "\u{3C2}" ? "\u{3C3}" : scalar)
        }
        return String(scalars)
    }

    private static func withoutMarks(_ text: String) -> String {
        let decomposed = text.decomposedStringWithCanonicalMapping
        var scalars = String.UnicodeScalarView()
        for scalar in decomposed.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            scalars.append(scalar)
        }
        return String(scalars).precomposedStringWithCanonicalMapping
    }
}
