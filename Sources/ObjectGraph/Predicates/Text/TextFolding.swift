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

    /// Removes nonspacing marks, as described, without decomposing what is composed again.
    private static func withoutMarks(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in basesInCanonicalOrder(text) {
            if let first = last, let composed = composition(first, scalar) {
                last = composed
            } else {
                if let last { result.append(last) }
                last = scalar
            }
        }
        if let last { result.append(last) }
        return String(result)
    }

    /// Returns what remains of each scalar of a text, with spacing marks in canonical order.
    private static func basesInCanonicalOrder(_ text: String) -> [Unicode.Scalar] {
        var bases: [Unicode.Scalar] = []
        // The first base after the last scalar that is not reordered.
        var start = 0
        func add(_ base: Unicode.Scalar) {
            let properties = base.properties
            let isMark = properties.generalCategory == .nonspacingMark
            let order = properties.canonicalCombiningClass
            var index = bases.count
            if order == .notReordered {
                start = isMark ? index : index + 1
            } else if !isMark {
                while index > start, bases[index - 1].properties.canonicalCombiningClass > order {
                    index -= 1
                }
            }
            if !isMark { bases.insert(base, at: index) }
        }
        for scalar in text.unicodeScalars {
            if let remaining = BaseScalars.table[scalar.value] {
                for base in remaining { add(base) }
            } else {
                add(scalar)
            }
        }
        return bases
    }

    /// Returns the scalar that two are composed to: a Hangul syllable, or a letter with a spacing
    /// mark.
    private static func composition(
        _ first: Unicode.Scalar, _ second: Unicode.Scalar
    ) -> Unicode.Scalar? {
        guard second.value >= 0x9BE else { return nil }
        switch (first.value, second.value) {
        case (0x1100...0x1112, 0x1161...0x1175):
            let syllable = ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28
            return Unicode.Scalar(0xAC00 + syllable)
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00).isMultiple(of: 28):
            return Unicode.Scalar(first.value + second.value - 0x11A7)
        default:
            return BaseScalars.composition(first, second)
        }
    }
}
