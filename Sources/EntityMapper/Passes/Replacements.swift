/// What transforms have made of representations: each is asked once for each place, even if a
/// mapping has it and the one that chose it as well.
///
/// Paths may lead back to a representation that is being mapped. From inside of it they meet what was
/// made of it; from the top of the payload, what was there before. Both are the same record.
struct Replacements {
    private struct Question: Hashable {
        let place: Int
        let transform: String
    }

    private var places: [Question: Int] = [:]
    /// For each place that a transform has made, the transforms that have led there.
    private var transforms: [Int: Set<String>] = [:]

    /// What a transform has made of a representation; `nil` if it was not asked yet.
    func place(of original: Int, by transform: RepresentationTransform) -> Int? {
        guard !places.isEmpty else { return nil }
        if transforms[original]?.contains(transform.name) == true { return original }
        return places[Question(place: original, transform: transform.name)]
    }

    /// Remembers what was made; the place itself if the representation stays as it is.
    mutating func set(
        _ place: Int, of original: Int, by transform: RepresentationTransform
    ) {
        places[Question(place: original, transform: transform.name)] = place
        guard place != original else { return }
        transforms[place] = (transforms[original] ?? []).union([transform.name])
    }
}

/// Which representations the bytes belong to that transforms have added to the tape.
struct MadeBytes {
    private var ranges: [(bytes: Range<Int>, source: Int)] = []

    /// Notes what was added for a representation, behind everything that was added before.
    mutating func add(_ bytes: Range<Int>, for source: Int) {
        if !bytes.isEmpty { ranges.append((bytes, source)) }
    }

    /// The representation that a byte was added for, and all bytes that were.
    ///
    /// - Complexity: O(log *n*).
    func range(ofByte offset: Int) -> (bytes: Range<Int>, source: Int)? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].bytes.upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low < ranges.count, ranges[low].bytes.contains(offset) else { return nil }
        return ranges[low]
    }
}
