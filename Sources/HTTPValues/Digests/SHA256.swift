/// The secure hash SHA-256.
///
/// Source: FIPS 180-4, sections 4.1.2, 4.2.2, 5.3.3 and 6.2.
package enum SHA256 {
    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants = primes(64).map { fraction(of: $0, root: 3) }
    /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
    private static let start = primes(8).map { fraction(of: $0, root: 2) }

    /// Returns the hash of bytes: 32 bytes.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var message = Array(bytes)
        let bitCount = UInt64(message.count) * 8
        message.append(0x80)
        message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
        message += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
        var state = start
        for block in stride(from: 0, to: message.count, by: 64) {
            add(message[block..<block + 64], to: &state)
        }
        return state.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
        }
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var work = state
        for (word, constant) in zip(words, constants) {
            let (a, e) = (work[0], work[4])
            let choice = e & work[5] ^ ~e & work[6]
            let majority = a & work[1] ^ a & work[2] ^ work[1] & work[2]
            let first =
                work[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice
                &+ constant &+ word
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            work = [first &+ second] + work[0..<3] + [work[3] &+ first] + work[4..<7]
        }
        for index in state.indices { state[index] &+= work[index] }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    private static func primes(_ count: Int) -> [UInt64] {
        var primes: [UInt64] = []
        var number: UInt64 = 2
        while primes.count < count {
            if primes.allSatisfy({ !number.isMultiple(of: $0) }) { primes.append(number) }
            number += 1
        }
        return primes
    }

    /// Returns the first 32 bits of the fractional part of a root, by bisection.
    private static func fraction(of number: UInt64, root: Int) -> UInt32 {
        var result: UInt64 = 0
        for bit in (0..<37).reversed() {
            let next = result | 1 << UInt64(bit)
            // The power of `next / 2^32`, in 128 bits: at most 2^111.
            let power = (0..<root).reduce(UInt128(1)) { power, _ in power * UInt128(next) }
            if power <= UInt128(number) << UInt128(32 * root) { result = next }
        }
        return UInt32(truncatingIfNeeded: result)
    }
}
