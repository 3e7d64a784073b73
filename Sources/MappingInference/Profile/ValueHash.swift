import MercatorPayload

/// Hashes of values, stable across runs and nodes.
///
/// Integers and texts are hashed by their bytes, so an integer equals the text of its digits.
/// Samples select values by hash, so its upper bits must be as random as its lower ones.
enum ValueHash {
    static let null: UInt64 = 0x9AE1_6A3B_2F90_404F
    static let `false`: UInt64 = 0xC3A5_C85C_97CB_3127
    static let `true`: UInt64 = 0xB492_B66F_BE98_F273
    private static let array: UInt64 = 0x2545_F491_4F6C_DD1D
    private static let object: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Returns the hash of a range of bytes.
    /// - Complexity: O(bytes), eight at a time.
    static func bytes(_ scanner: ByteScanner, _ range: Range<Int>) -> UInt64 {
        var hash = object ^ UInt64(truncatingIfNeeded: range.count)
        var offset = range.lowerBound
        while range.upperBound &- offset >= 8, let word = scanner.word(at: offset) {
            hash = step(hash, word)
            offset &+= 8
        }
        let rest = range.upperBound &- offset
        if rest > 0 {
            var last: UInt64 = 0
            if let word = scanner.word(at: offset) {
                last = word & ((1 << UInt64(8 &* rest)) &- 1)
            } else {
                for index in 0..<rest {
                    last |= UInt64(scanner.byte(at: offset &+ index)) << UInt64(8 &* index)
                }
            }
            hash = step(hash, last)
        }
        return finish(hash)
    }

    /// Returns the hash of bytes in memory.
    static func bytes(_ bytes: [UInt8]) -> UInt64 {
        guard !bytes.isEmpty else { return finish(object) }
        return ByteScanner.scan(bytes) { Self.bytes($0, 0..<$0.count) }
    }

    /// Returns the hash of a number, equal for `5.0` and `5`, and different from any text unless
    /// whole.
    static func number(_ number: Double) -> UInt64 {
        guard abs(number) < 9_007_199_254_740_992, let whole = Int64(exactly: number) else {
            return finish(step(array, number.bitPattern))
        }
        return integer(whole)
    }

    /// Returns the hash of the digits of an integer.
    static func integer(_ number: Int64) -> UInt64 {
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var count = 0
        func prepend(_ byte: UInt64) {
            words.2 = words.2 << 8 | words.1 >> 56
            words.1 = words.1 << 8 | words.0 >> 56
            words.0 = words.0 << 8 | byte
            count += 1
        }
        var rest = number.magnitude
        repeat {
            prepend(UInt64(Byte.zero) + rest % 10)
            rest /= 10
        } while rest > 0
        if number < 0 { prepend(UInt64(Byte.minus)) }
        var hash = step(object ^ UInt64(count), words.0)
        if count > 8 { hash = step(hash, words.1) }
        if count > 16 { hash = step(hash, words.2) }
        return finish(hash)
    }

    /// Returns the hash of two values in order: the columns of a key, a hash and the next element.
    static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
        finish(step(first &+ array, second))
    }

    /// The hash of an array without elements; each is added by ``pair(_:_:)``.
    static var emptyArray: UInt64 { array }

    /// The hash of an object without members; member hashes are added, in any order.
    static var emptyObject: UInt64 { object }

    private static func step(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
        return mixed ^ (mixed >> 32)
    }

    /// Spreads the bits over the whole word.
    ///
    /// Source: Austin Appleby, "MurmurHash3", 64-bit finalizer, public domain.
    private static func finish(_ hash: UInt64) -> UInt64 {
        var hash = hash
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        hash ^= hash >> 33
        return hash == 0 ? 1 : hash
    }
}
