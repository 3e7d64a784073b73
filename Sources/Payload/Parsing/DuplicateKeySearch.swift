/// Finds keys that an object has twice, in time that grows no faster than sorting them.
///
/// Keys are equal when their decoded bytes are; `"a"` and `"\u0061"` are the same key.
struct DuplicateKeySearch {
    private let tape: PayloadTape

    private struct HashedKey {
        let hash: Int
        let position: Int
    }

    init(_ tape: PayloadTape) {
        self.tape = tape
    }

    /// The first key that was there before, as its place on the tape.
    ///
    /// Hashes are seeded anew in every process, so a payload cannot be made to collide.
    func firstDuplicate(inObjectAt position: Int) -> Int? {
        var keys: [HashedKey] = []
        keys.reserveCapacity(tape.count(at: position))
        var key = tape.firstChild(of: position)
        let end = tape.end(of: position)
        while key < end {
            keys.append(HashedKey(hash: tape.decodedText(at: key).hashValue, position: key))
            key = tape.next(after: key + 1)
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
