// Statistics from counts, for decisions without a payload.

extension NodeProfile {
    /// Creates the statistics of values without a parent.
    package init(
        _ kinds: KindCounts, texts: TextStatistics = .counting(),
        numbers: NumberStatistics = .counting()
    ) {
        self.init(step: .document, parent: nil)
        self.kinds = kinds
        self.texts = texts
        self.numbers = numbers
        count = kinds.count
    }
}

extension KindCounts {
    /// The numbers of all kinds.
    package var numbers: Int { integers + bigIntegers + fractions }

    /// The scalars but null.
    package var scalars: Int { booleans + numbers + texts }

    /// Returns counts, zero by default.
    package static func counting(
        nulls: Int = 0, booleans: Int = 0, integers: Int = 0, bigIntegers: Int = 0,
        fractions: Int = 0, texts: Int = 0, objects: Int = 0, arrays: Int = 0
    ) -> KindCounts {
        KindCounts(
            nulls: nulls, booleans: booleans, integers: integers, bigIntegers: bigIntegers,
            fractions: fractions, texts: texts, objects: objects, arrays: arrays)
    }
}

extension TextStatistics {
    /// Returns the statistics of texts with counts by form.
    package static func counting(
        empty: Int = 0, longest: Int = 10, forms: [TextForm: Int] = [:],
        words: [String: Int]? = nil
    ) -> TextStatistics {
        TextStatistics(
            empty: empty, lengths: LengthRange(shortest: 1, longest: longest), forms: forms,
            words: words)
    }
}

extension NumberStatistics {
    /// Returns the statistics of numbers with counts by range.
    package static func counting(
        beyondDouble: Int = 0, inexactFractions: Int = 0, beyondDecimal: Int = 0, zeros: Int = 0,
        inSeconds: Int = 0, inMilliseconds: Int = 0
    ) -> NumberStatistics {
        NumberStatistics(
            beyondDouble: beyondDouble, inexactFractions: inexactFractions,
            beyondDecimal: beyondDecimal, zeros: zeros, inSeconds: inSeconds,
            inMilliseconds: inMilliseconds)
    }
}
