/// A cache of transformed representations.
///
/// Each transform runs once for each representation, even if both a mapping and the dynamic mapping
/// that selected it have the transform. A path may refer to a representation that is being mapped:
/// from inside of the representation, the path finds the transformed one, from the top of the
/// payload the original one. Both denote the same record.
struct TransformCache {
    private struct Question: Hashable {
        let place: Int
        let transform: String
    }

    private var places: [Question: Int] = [:]
    /// The transforms that resulted in each transformed representation, by tape index.
    private var transforms: [Int: Set<String>] = [:]

    /// Returns the result of a transform; `nil` if it has not run yet.
    func place(of original: Int, by transform: RepresentationTransform) -> Int? {
        guard !places.isEmpty else { return nil }
        if transforms[original]?.contains(transform.name) == true { return original }
        return places[Question(place: original, transform: transform.name)]
    }

    /// Stores the result of a transform, which is the original if the representation is unchanged.
    mutating func set(
        _ place: Int, of original: Int, by transform: RepresentationTransform
    ) {
        places[Question(place: original, transform: transform.name)] = place
        guard place != original else { return }
        transforms[place] = (transforms[original] ?? []).union([transform.name])
    }
}

/// The bytes that transforms have appended to the tape, with the representations from which they
/// were synthesized.
struct SynthesizedBytes {
    private var ranges: [(bytes: Range<Int>, source: Int)] = []

    /// Records the appended bytes of a representation, which follow all earlier ones.
    mutating func add(_ bytes: Range<Int>, for source: Int) {
        if !bytes.isEmpty { ranges.append((bytes, source)) }
    }

    /// Returns the representation for which a byte was appended, and the range of all its bytes.
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
