/// Finds duplicate keys of an object in O(*n* log *n*) comparisons.
///
/// Keys are compared after decoding: `"a"` and `"\u0061"` are the same key.
struct DuplicateKeySearch {
    /// A tape that contains only the words of the keys.
    let tape: PayloadTape

    private struct HashedKey {
        let hash: Int
        let position: Int
    }

    /// Returns the tape index of the first key that repeats an earlier key.
    ///
    /// Hashes are seeded per process, so a payload cannot be crafted to collide.
    func firstDuplicate() -> Int? {
        var keys = tape.words.indices.map { position in
            HashedKey(hash: tape.decodedText(at: position).hashValue, position: position)
        }
        keys.sort { ($0.hash, $0.position) < ($1.hash, $1.position) }
        var first: Int?
        for index in keys.indices.dropFirst() where isRepeated(index, in: keys) {
            first = min(first ?? .max, keys[index].position)
        }
        return first
    }

    private func isRepeated(_ index: Int, in keys: [HashedKey]) -> Bool {
        let text = tape.decodedText(at: keys[index].position)
        var earlier = index - 1
        while earlier >= 0, keys[earlier].hash == keys[index].hash {
            if tape.decodedText(at: keys[earlier].position) == text { return true }
            earlier -= 1
        }
        return false
    }
}
