import Payload

/// Scalars.
extension ValuePass {
    mutating func readInteger(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        let range = tape.textRange(at: position)
        var hash = ValueHash.bytes(scanner, range)
        if let number = tape.int64(at: position) {
            states[place].kinds.integers += 1
            states[place].numbers.add(number)
            // `-0` is the only integer with a second spelling.
            if number == 0, range.count > 1 { hash = ValueHash.bytes([Byte.zero]) }
        } else {
            states[place].kinds.bigIntegers += 1
            if range.count - (scanner.byte(at: range.lowerBound) == Byte.minus ? 1 : 0) > 38 {
                states[place].numbers.beyondDecimal += 1
            }
        }
        keepScalar(hash, at: place, isKey: true) { tape.string(at: position) }
    }

    mutating func readFraction(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        states[place].kinds.fractions += 1
        let range = tape.textRange(at: position)
        var hash = ValueHash.bytes(scanner, range)
        if let number = tape.double(at: position) {
            hash = Self.hash(of: number)
            if range.count > 17, !isExact(number, position, tape) {
                states[place].numbers.inexactFractions += 1
                hash = ValueHash.bytes(scanner, range)
            }
            if number == 0 { states[place].numbers.zeros += 1 }
            if 1e8...4.2e9 ~= number { states[place].numbers.inSeconds += 1 }
            if 1e11...4.2e12 ~= number { states[place].numbers.inMilliseconds += 1 }
        } else {
            states[place].numbers.inexactFractions += 1
        }
        if !isDecimal(position, tape) { states[place].numbers.beyondDecimal += 1 }
        keepScalar(hash, at: place, isKey: false) { tape.string(at: position) }
    }

    /// Returns the hash of a number: `5.0` and `5` are the same.
    private static func hash(of number: Double) -> UInt64 {
        guard abs(number) < 9_007_199_254_740_992, let whole = Int64(exactly: number) else {
            return ValueHash.fraction(number)
        }
        return ValueHash.bytes(Array(String(whole).utf8))
    }

    /// Tests whether a decimal attribute has room for a number: 38 digits, and an exponent of one
    /// byte.
    private func isDecimal(_ position: Int, _ tape: PayloadTape) -> Bool {
        guard let number = tape.decimal(at: position) else { return false }
        let digits = "\(number.significand)".utf8.count
        return digits <= 38 && number.exponent >= -128 && number.exponent + digits <= 127 + 38
    }

    /// Tests whether the digits of a double give back those of the payload.
    private func isExact(_ number: Double, _ position: Int, _ tape: PayloadTape) -> Bool {
        guard let decimal = tape.decimal(at: position),
            let document = try? PayloadDocument(parsing: Array("\(number)".utf8))
        else { return false }
        return document.tape.decimal(at: 0) == decimal
    }

    mutating func readText(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        states[place].kinds.texts += 1
        guard tape.hasEscapes(at: position) else {
            return keepText(tape.bytes, tape.textRange(at: position), at: place, scanner)
        }
        let text = tape.decodedText(at: position)
        ByteScanner.scan(text) { keepText(text, text.indices, at: place, $0) }
    }

    private mutating func keepText(
        _ bytes: [UInt8], _ range: Range<Int>, at place: Int, _ scanner: ByteScanner
    ) {
        let hash = ValueHash.bytes(scanner, range)
        states[place].texts.lengths.add(range.count)
        guard !range.isEmpty else {
            states[place].texts.empty += 1
            states[place].texts.addWord(hash, isLong: false) { "" }
            states[place].keep(hash, isBlank: true)
            states[place].values.insert(hash)
            states[place].addExample(hash) { "" }
            return
        }
        let forms = TextForms.forms(of: bytes, range)
        states[place].texts.add(forms)
        if !forms.isDisjoint(with: [.of(.url), .of(.relativeURL)]),
            let collection = URLCollection.range(bytes, range)
        {
            states[place].texts.addCollection(ValueHash.bytes(scanner, collection)) {
                String(decoding: bytes[collection], as: UTF8.self)
            }
        }
        let text = { String(decoding: bytes[range], as: UTF8.self) }
        states[place].texts.addWord(hash, isLong: range.count > 40, text)
        keepScalar(hash, at: place, isKey: range.count <= 512) {
            Self.prefix(of: bytes, range)
        }
    }

    /// Returns the first 200 bytes of a text, without a part of a character at the end.
    private static func prefix(of bytes: [UInt8], _ range: Range<Int>) -> String {
        var end = min(range.upperBound, range.lowerBound + 200)
        while end < range.upperBound, end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    }

    private mutating func keepScalar(
        _ hash: UInt64, at place: Int, isKey: Bool, _ text: () -> String
    ) {
        states[place].keep(hash, isKey: isKey)
        states[place].values.insert(hash)
        states[place].addExample(hash, text)
    }
}
