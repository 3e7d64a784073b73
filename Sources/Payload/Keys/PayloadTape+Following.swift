/// A key that a walk has met.
struct KnownKey {
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
    ///   eight are left behind the text, which is compared as well.
    func follow(
        _ known: [KnownKey], from step: inout MemberStep, to end: Int,
        into places: inout [Int32], from first: Int
    ) {
        precondition(step.key >= 0 && end <= words.count)
        unsafe words.withUnsafeBufferPointer { words in
            unsafe bytes.withUnsafeBytes { bytes in
                while step.key < end {
                    let number = Int(known[step.last].next)
                    guard number >= 0, known[number].target > KnownKey.manifold else { return }
                    let place = Int(known[number].place)
                    let value = step.key &+ 1
                    guard place < words.count, value < end else { return }
                    let word = unsafe words[step.key]
                    guard unsafe word.isSameText(as: words[place], in: bytes) else { return }
                    let target = Int(known[number].target)
                    if target >= 0 {
                        places[first &+ target] = Int32(truncatingIfNeeded: value)
                    }
                    var next = value &+ 1
                    if unsafe TapeWord.isContainer(words[value]) {
                        guard next < end else { return }
                        next = unsafe TapeWord.end(inExtent: words[next])
                    }
                    precondition(next > value)
                    step.key = next
                    step.last = number
                }
            }
        }
    }
}

extension UInt64 {
    /// Whether two words stand for the same text; also false where eight bytes behind it are not left.
    fileprivate func isSameText(as other: UInt64, in bytes: UnsafeRawBufferPointer) -> Bool {
        // Kind and length in one comparison.
        guard self >> 32 == other >> 32 else { return false }
        var rest = TapeWord.textLength(self)
        var left = Int(truncatingIfNeeded: self & 0xFFFF_FFFF)
        var right = Int(truncatingIfNeeded: other & 0xFFFF_FFFF)
        guard Swift.max(left, right) &+ rest &+ 8 <= bytes.count else { return false }
        while rest > 0 {
            let difference = unsafe UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: left, as: UInt64.self)
                    ^ bytes.loadUnaligned(fromByteOffset: right, as: UInt64.self))
            let mask = rest >= 8 ? UInt64.max : (1 << UInt64(8 &* rest)) &- 1
            guard difference & mask == 0 else { return false }
            left &+= 8
            right &+= 8
            rest &-= 8
        }
        return true
    }
}
