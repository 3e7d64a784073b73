/// Copying parts of a payload.
extension PayloadTape {
    /// Appends the bytes of a range.
    func append(_ range: Range<Int>, to text: inout [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe text.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[range]))
        }
    }

    /// Appends the bytes of a range with escape sequences resolved.
    func appendUnescaped(_ range: Range<Int>, to text: inout [UInt8]) {
        // An escape sequence is longer than its UTF-8 encoding, so the raw length suffices; the
        // surplus is removed at the end.
        var end = text.count
        append(range, to: &text)
        unsafe bytes.withUnsafeBytes { source in
            unsafe text.withUnsafeMutableBytes { target in
                var offset = range.lowerBound
                while offset < range.upperBound {
                    if range.upperBound &- offset >= 8 {
                        // At least eight bytes remain in the source, and in the target, which
                        // is never ahead.
                        let word = unsafe source.loadUnaligned(
                            fromByteOffset: offset, as: UInt64.self)
                        unsafe target.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
                        let count = ByteScanner.countBeforeBackslash(in: UInt64(littleEndian: word))
                        offset &+= count
                        end &+= count
                        if count == 8 { continue }
                    } else if unsafe source[offset] != Byte.backslash {
                        unsafe target[end] = source[offset]
                        offset &+= 1
                        end &+= 1
                        continue
                    }
                    let escape = escape(at: offset)
                    offset += escape.length
                    for byte in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
                        unsafe target[end] = byte
                        end += 1
                    }
                }
            }
        }
        text.removeLast(text.count - end)
    }
}

/// Reading digits, eight at a time.
extension PayloadTape {
    /// Returns eight bytes of the payload in little-endian order, or `nil` if fewer remain.
    package func eightBytes(at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= bytes.count &- 8 else { return nil }
        return unsafe bytes.withUnsafeBytes { buffer in
            unsafe UInt64(
                littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
    }
}

/// Comparing parts of a payload, eight bytes at a time.
extension PayloadTape {
    /// Tests whether two parts of the payload have the same bytes.
    package func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        left.count == right.count
            && isSame(from: left.lowerBound, and: right.lowerBound, count: left.count)
    }

    /// Tests whether two scalars have the same spelling, and hence the same value.
    ///
    /// Returns `false` if either is a container. Different spellings of one value
    /// count as different.
    package func isSameScalar(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (words[left], words[right])
        // Compares the tag and the length at once.
        guard first >> 32 == second >> 32, !TapeWord.isContainer(first) else { return false }
        return isSame(
            from: byteOffset(at: left), and: byteOffset(at: right),
            count: TapeWord.textLength(first))
    }

    private func isSame(from first: Int, and second: Int, count: Int) -> Bool {
        precondition(
            first >= 0 && second >= 0 && count >= 0 && first + count <= bytes.count
                && second + count <= bytes.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            /// Tests whether eight bytes are equal; at least eight remain at both call sites.
            func isSameWord(at offset: Int) -> Bool {
                let left = unsafe buffer.loadUnaligned(
                    fromByteOffset: first &+ offset, as: UInt64.self)
                return unsafe left
                    == buffer.loadUnaligned(fromByteOffset: second &+ offset, as: UInt64.self)
            }
            guard count >= 8 else {
                guard max(first, second) &+ 8 <= buffer.count else {
                    for offset in 0..<count
                    where unsafe buffer[first &+ offset] != buffer[second &+ offset] {
                        return false
                    }
                    return true
                }
                // Eight bytes are readable at both offsets; the surplus is masked out.
                let left = unsafe buffer.loadUnaligned(fromByteOffset: first, as: UInt64.self)
                let right = unsafe buffer.loadUnaligned(fromByteOffset: second, as: UInt64.self)
                return UInt64(littleEndian: left ^ right) & ((1 << UInt64(8 &* count)) &- 1) == 0
            }
            var offset = 0
            while count &- offset >= 8 {
                guard isSameWord(at: offset) else { return false }
                offset &+= 8
            }
            // The last eight bytes overlap with those already compared.
            return isSameWord(at: count &- 8)
        }
    }

    /// Returns a hash of a range of bytes; samples four words of ranges longer than 32 bytes.
    package func digest(of range: Range<Int>) -> Int64 {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        var digest = UInt64(truncatingIfNeeded: range.count)
        func mix(_ word: UInt64) {
            digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
            digest ^= digest >> 29
        }
        unsafe bytes.withUnsafeBytes { buffer in
            guard range.count >= 8 else {
                var word: UInt64 = 0
                for offset in range { word = unsafe word << 8 | UInt64(buffer[offset]) }
                mix(word)
                return
            }
            let last = range.count - 8
            for step in 0..<4 {
                // At least eight bytes remain at each offset, because the range has eight or more.
                let offset = step == 3 ? last : min(step * 8, last)
                mix(
                    unsafe buffer.loadUnaligned(
                        fromByteOffset: range.lowerBound &+ offset, as: UInt64.self))
            }
        }
        return Int64(bitPattern: digest)
    }
}
