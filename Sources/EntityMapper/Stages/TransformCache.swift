import MercatorPayload

/// A cache of transformed representations.
///
/// Each transform runs once for each representation, even if both a mapping and the dynamic mapping
/// that selected it have the transform. A path may refer to a representation that is being mapped:
/// from inside the representation, the path finds the transformed representation; from the top of
/// the payload, it finds the original. Both denote the same record.
struct TransformCache {
    private struct Key: Hashable {
        let representation: TapeIndex
        let transform: String
    }

    private var results: [Key: TapeIndex] = [:]
    /// The transforms that resulted in each transformed representation.
    private var transforms: [TapeIndex: Set<String>] = [:]

    /// Returns the result of a transform; `nil` if it has not run yet.
    func result(of original: TapeIndex, by transform: RepresentationTransform) -> TapeIndex? {
        guard !results.isEmpty else { return nil }
        if transforms[original]?.contains(transform.name) == true { return original }
        return results[Key(representation: original, transform: transform.name)]
    }

    /// Stores the result of a transform, which is the original if the representation is unchanged.
    mutating func set(
        _ result: TapeIndex, of original: TapeIndex, by transform: RepresentationTransform
    ) {
        results[Key(representation: original, transform: transform.name)] = result
        guard result != original else { return }
        transforms[result] = (transforms[original] ?? []).union([transform.name])
    }
}

/// The bytes that transforms have appended to the tape, with their source representations.
struct SynthesizedBytes {
    private var ranges: [(bytes: Range<Int>, source: TapeIndex)] = []

    /// Records the bytes appended for a representation; their offsets follow all earlier bytes.
    mutating func add(_ bytes: Range<Int>, for source: TapeIndex) {
        if !bytes.isEmpty { ranges.append((bytes, source)) }
    }

    /// Returns the source of an appended byte, and the range of all bytes appended for it.
    ///
    /// - Complexity: O(log *n*).
    func range(ofByte offset: Int) -> (bytes: Range<Int>, source: TapeIndex)? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].bytes.upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low < ranges.count, ranges[low].bytes.contains(offset) else { return nil }
        return ranges[low]
    }
}
