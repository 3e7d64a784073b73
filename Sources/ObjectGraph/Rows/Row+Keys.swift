/// Keys of rows: the values of some slots, which are hashed and compared without creating strings.
extension Row {
    /// Returns a hash of the values in slots, equal to the hash of an array of the values.
    func keyHash(_ slots: [Int]) -> Int {
        var hasher = Hasher()
        for slot in slots {
            if let (block, cell) = cell(slot), cell.isText {
                block.feedKey(cell, to: &hasher)
            } else {
                self[slot].feedKey(&hasher)
            }
        }
        return hasher.finalize()
    }
}

extension Value {
    /// A hash of a key of this value alone.
    var keyHash: Int { CollectionOfOne(self).keyHash }

    /// Hashes a value of a key; of a text the bytes, which make two texts equal.
    fileprivate func feedKey(_ hasher: inout Hasher) {
        guard case .string(let text) = self else { return hash(into: &hasher) }
        hasher.combineKey(text)
    }
}

extension Collection<Value> {
    /// A hash of a key of these values.
    var keyHash: Int {
        var hasher = Hasher()
        for value in self { value.feedKey(&hasher) }
        return hasher.finalize()
    }
}
