/// A key that a walk has met.
struct KnownKey {
    /// Its word on the tape, where it stood first.
    let word: UInt64
    /// Its first bytes, up to eight, the first one lowest.
    let head: UInt64
    /// Which of eight bytes belong to the head.
    let mask: UInt64
    /// Where it stood first.
    let place: Int32
    let node: Int32
    /// The entry of the forest, or -1 if nobody asks for the key.
    let entry: Int32
    /// What gets the value if that is all there is to do; or ``unwanted``, or ``manifold``.
    let target: Int32
    /// The key that came next the last time, or -1.
    var next: Int32 = -1

    /// In place of a target: nobody asks for the value.
    static let unwanted: Int32 = -1
    /// In place of a target: several get the value, or something inside it.
    static let manifold: Int32 = -2
}

/// Where a walk is in an object: at a key, and behind a known one.
struct MemberStep {
    var key: Int
    var last: Int
}

extension PayloadTape {
    /// Goes from key to key as long as each is the one that came next the last time, and notes where
    /// the values are.
    ///
    /// It stops behind the last member, at `end`, or at a key that there is more to do about.
    ///
    /// - Invariant: words are read below `end` only, which is compared with their number; bytes where
    ///   eight are left behind the text, which is compared as well. Known keys and places are compared
    ///   with how many there are before they are read and written.
    func follow(
        _ known: [KnownKey], from step: inout MemberStep, to end: Int,
        into places: inout [Int32], from first: Int
    ) {
        precondition(step.key >= 0 && end <= words.count)
        unsafe words.withUnsafeBufferPointer { words in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe known.withUnsafeBufferPointer { known in
                    unsafe places.withUnsafeMutableBufferPointer { places in
                        precondition(step.last >= 0 && step.last < known.count)
                        // Locals stay in registers.
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
                                let place = first &+ Int(expected.target)
                                precondition(place >= 0 && place < places.count)
                                unsafe places[place] = Int32(truncatingIfNeeded: value)
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
    /// A key that is on the tape.
    init(at place: Int, node: Int, entry: Int, target: Int32, _ tape: PayloadTape) {
        let range = tape.textRange(at: place)
        word = tape.words[place]
        var head: UInt64 = 0
        for byte in tape.bytes[range].prefix(8).reversed() { head = head << 8 | UInt64(byte) }
        self.head = head
        mask = range.count < 8 ? 1 << UInt64(8 * range.count) - 1 : .max
        self.place = Int32(place)
        self.node = Int32(node)
        self.entry = Int32(entry)
        self.target = target
    }

    /// The start of objects of a kind, which no key is the same as.
    init(startOf node: Int) {
        (word, head, mask) = (0, 0, 0)
        (place, entry, target) = (0, -1, Self.unwanted)
        self.node = Int32(node)
    }

    /// Whether a word stands for the same text; also false where eight bytes behind it are not left.
    fileprivate func isSame(as other: UInt64, in bytes: UnsafeRawBufferPointer) -> Bool {
        // Kind and length in one comparison.
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
        // The last eight bytes may overlap with those before.
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
