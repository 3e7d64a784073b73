/// A cached key of a ``KeyMatcher``.
struct KnownKey {
    /// The tape word of its first occurrence.
    let word: UInt64
    /// Its first bytes, up to eight, in little-endian order.
    let head: UInt64
    /// The bits of ``head`` that are in use.
    let mask: UInt64
    /// The tape index of its first occurrence.
    let position: Int32
    let node: Int32
    /// The entry of the trie, or -1 if the key is unwanted.
    let entry: Int32
    /// The target of the value if there is exactly one and no child node.
    ///
    /// Otherwise, it is ``unwanted`` or ``manifold``.
    let target: Int32
    /// The key that followed the last time, or -1.
    var next: Int32 = -1

    /// Sentinel target: no path uses the value.
    static let unwanted: Int32 = -1
    /// Sentinel target: several paths use the value, or some continue inside it.
    static let manifold: Int32 = -2
}

/// The state of a walk through one object: the current key, and the last cached key.
struct MemberStep {
    var key: Int
    var last: Int
}

extension PayloadTape {
    /// Advances from key to key while each is the expected successor.
    ///
    /// The tape indices of the values are recorded.
    ///
    /// Stops after the last member, at `end`, at a key that is unexpected or ``KnownKey/manifold``,
    /// or at a key whose field already has a value.
    ///
    /// - Invariant: Words are read only below `end`, which is checked against their number. Bytes
    ///   are loaded only where eight of them remain after the start of the text, which is checked
    ///   as well. Indices of known keys and fields are checked before each access.
    func follow(
        _ known: [KnownKey], from step: inout MemberStep, to end: Int,
        into fields: inout [LocatedField], from first: Int
    ) {
        precondition(step.key >= 0 && end <= words.count)
        unsafe words.withUnsafeBufferPointer { words in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe known.withUnsafeBufferPointer { known in
                    unsafe fields.withUnsafeMutableBufferPointer { fields in
                        precondition(step.last >= 0 && step.last < known.count)
                        // Local variables stay in registers.
                        var (key, last) = (step.key, step.last)
                        while key < end {
                            let number = unsafe Int(known[last].next)
                            guard number >= 0, number < known.count else { break }
                            let expected = unsafe known[number]
                            let value = key &+ 1
                            guard expected.target > KnownKey.manifold, value < end,
                                unsafe expected.isSame(as: words[key], in: bytes)
                            else { break }
                            if expected.target >= 0 {
                                let field = first &+ Int(expected.target)
                                precondition(field >= 0 && field < fields.count)
                                guard unsafe !fields[field].isLocated else { break }
                                unsafe fields[field] = LocatedField(at: value)
                            }
                            var next = value &+ 1
                            if unsafe TapeWord.isContainer(words[value]) {
                                guard next < end else { break }
                                next = unsafe TapeWord.end(inExtent: words[next])
                            }
                            precondition(next > value)
                            key = next
                            last = number
                        }
                        step = MemberStep(key: key, last: last)
                    }
                }
            }
        }
    }
}

extension KnownKey {
    /// Creates a cached key from a key on the tape.
    init(at position: Int, node: Int, entry: Int, target: Int32, _ tape: PayloadTape) {
        let range = tape.textRange(at: position)
        word = tape.words[position]
        var head: UInt64 = 0
        for byte in tape.bytes[range].prefix(8).reversed() { head = head << 8 | UInt64(byte) }
        self.head = head
        mask = range.count < 8 ? 1 << UInt64(8 * range.count) - 1 : .max
        self.position = Int32(position)
        self.node = Int32(node)
        self.entry = Int32(entry)
        self.target = target
    }

    /// Creates the sentinel for the start of objects of a node; it compares equal to no key.
    init(startOf node: Int) {
        (word, head, mask) = (0, 0, 0)
        (position, entry, target) = (0, -1, Self.unwanted)
        self.node = Int32(node)
    }

    /// Tests whether a word denotes the same text.
    ///
    /// The result is also `false` where fewer than eight bytes remain after it.
    fileprivate func isSame(as other: UInt64, in bytes: UnsafeRawBufferPointer) -> Bool {
        // Compares the tag and the length at once.
        guard (word ^ other) >> 32 == 0 else { return false }
        var rest = TapeWord.textLength(word)
        var left = Int(truncatingIfNeeded: other & 0xFFFF_FFFF)
        guard left &+ rest &+ 8 <= bytes.count else { return false }
        let start = unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: left, as: UInt64.self))
        guard (start ^ head) & mask == 0 else { return false }
        guard rest > 8 else { return true }
        var right = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
        guard right &+ rest <= bytes.count else { return false }
        // The last eight bytes may overlap with bytes already compared.
        while rest > 8 {
            let step = min(rest &- 8, 8)
            left &+= step
            right &+= step
            rest &-= step
            guard
                unsafe bytes.loadUnaligned(fromByteOffset: left, as: UInt64.self)
                    == bytes.loadUnaligned(fromByteOffset: right, as: UInt64.self)
            else { return false }
        }
        return true
    }
}
