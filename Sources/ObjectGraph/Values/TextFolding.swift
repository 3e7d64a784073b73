import Foundation

extension TextOptions {
    /// The text without the differences that these options ignore.
    ///
    /// Two texts match under the options if their folded forms match byte by byte. The folding
    /// knows no locale, so it is the same on every machine:
    ///
    /// - ``caseInsensitive`` takes Unicode's lowercase of each scalar, and `ς` for `σ`.
    /// - ``diacriticInsensitive`` decomposes the text canonically, drops nonspacing marks, and
    ///   composes what is left, so that a Hangul syllable stays one scalar.
    ///
    /// Folding a folded text changes nothing. ASCII text takes a short way.
    package func folded(_ text: String) -> String {
        guard !isEmpty else { return text }
        guard text.utf8.contains(where: { $0 >= 0x80 }) else {
            return contains(.caseInsensitive) ? text.lowercased() : text
        }
        var folded = text
        if contains(.caseInsensitive) { folded = TextOptions.withoutCase(folded) }
        if contains(.diacriticInsensitive) {
            folded = TextOptions.withoutMarks(folded)
            // A composed letter may have had a lowercase only once its marks were gone.
            if contains(.caseInsensitive) { folded = TextOptions.withoutCase(folded) }
        }
        return folded
    }

    /// Swift's lowercase looks at single scalars, so it leaves a final sigma as the sender wrote it.
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
