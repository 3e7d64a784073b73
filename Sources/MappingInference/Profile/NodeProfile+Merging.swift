extension NodeProfile {
    /// Merges the scalars of a node for the same attribute.
    ///
    /// Children, candidates and variants are unchanged.
    package mutating func merge(_ other: NodeProfile) {
        count += other.count
        kinds.merge(other.kinds)
        texts.merge(other.texts)
        numbers.merge(other.numbers)
        lengths.merge(other.lengths)
        isUnited = isUnited || other.isUnited
        for example in other.examples where examples.count < 3 && !examples.contains(example) {
            examples.append(example)
        }
        values.formUnion(other.values)
    }
}

extension KindCounts {
    mutating func merge(_ other: KindCounts) {
        nulls += other.nulls
        booleans += other.booleans
        integers += other.integers
        bigIntegers += other.bigIntegers
        fractions += other.fractions
        texts += other.texts
        objects += other.objects
        arrays += other.arrays
    }
}

extension LengthRange {
    fileprivate mutating func merge(_ other: LengthRange) {
        shortest = min(shortest, other.shortest)
        longest = max(longest, other.longest)
    }
}

extension TextStatistics {
    fileprivate mutating func merge(_ other: TextStatistics) {
        empty += other.empty
        lengths.merge(other.lengths)
        forms.merge(other.forms, uniquingKeysWith: +)
        collections.merge(other.collections, uniquingKeysWith: +)
        collectionOverflow += other.collectionOverflow
        collectionKeys.formUnion(other.collectionKeys)
        guard var merged = words, let added = other.words else { return words = nil }
        merged.merge(added, uniquingKeysWith: +)
        words = merged.count <= 64 ? merged : nil
    }
}

extension NumberStatistics {
    fileprivate mutating func merge(_ other: NumberStatistics) {
        least = min(least, other.least)
        greatest = max(greatest, other.greatest)
        beyondDouble += other.beyondDouble
        wholeFractions += other.wholeFractions
        inexactFractions += other.inexactFractions
        beyondDecimal += other.beyondDecimal
        inSeconds += other.inSeconds
        inMilliseconds += other.inMilliseconds
    }
}
