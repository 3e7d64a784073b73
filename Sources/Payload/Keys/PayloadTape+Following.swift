/// A key that a walk has met.
struct KnownKey {
    /// Its word on the tape, where it stood first.
    let word: UInt64
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
                                unsafe words[key].isSameText(as: expected.word, in: bytes)
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
