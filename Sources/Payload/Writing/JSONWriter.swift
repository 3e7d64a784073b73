/// Puts JSON together, token by token: commas, colons, line breaks and escapes are its business.
///
/// Whoever calls says what comes next; that containers close and members have a key and a value
/// is up to the caller.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    let options: PayloadWritingOptions
    private var depth = 0
    private var needsComma = false
    private var isBehindKey = false

    init(_ options: PayloadWritingOptions = PayloadWritingOptions()) {
        self.options = options
    }

    /// Opens an object or an array.
    mutating func open(isObject: Bool) {
        beginItem()
        bytes.append(isObject ? Byte.openingBrace : Byte.openingBracket)
        depth += 1
        needsComma = false
    }

    /// Closes the container that was opened last.
    mutating func close(isObject: Bool) {
        depth -= 1
        if needsComma { breakLine() }
        bytes.append(isObject ? Byte.closingBrace : Byte.closingBracket)
        needsComma = true
    }

    /// Writes a key; its value must follow.
    mutating func writeKey(_ text: some Sequence<UInt8>) {
        beginItem()
        appendQuoted(text)
        bytes.append(Byte.colon)
        if options.prettyPrinted { bytes.append(UInt8(ascii: " ")) }
        isBehindKey = true
    }

    /// Writes a string, given as UTF-8 without escapes.
    mutating func writeString(_ text: some Sequence<UInt8>) {
        beginItem()
        appendQuoted(text)
        needsComma = true
    }

    /// Writes a number or a literal as it is.
    mutating func writeVerbatim(_ text: some Sequence<UInt8>) {
        beginItem()
        bytes.append(contentsOf: text)
        needsComma = true
    }

    private mutating func beginItem() {
        if isBehindKey {
            isBehindKey = false
            return
        }
        if needsComma { bytes.append(Byte.comma) }
        if depth > 0 { breakLine() }
    }

    private mutating func breakLine() {
        guard options.prettyPrinted else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    /// Escapes what RFC 8259 (section 7) demands, and nothing else.
    private mutating func appendQuoted(_ text: some Sequence<UInt8>) {
        bytes.append(Byte.quotationMark)
        defer { bytes.append(Byte.quotationMark) }
        // Most texts need no escape, and go over in one piece.
        guard
            text.contains(where: { $0 < 0x20 || $0 == Byte.quotationMark || $0 == Byte.backslash })
        else {
            bytes.append(contentsOf: text)
            return
        }
        for byte in text {
            switch byte {
            case Byte.quotationMark, Byte.backslash: bytes += [Byte.backslash, byte]
            case 0x20...: bytes.append(byte)
            case 0x08: bytes += [Byte.backslash, UInt8(ascii: "b")]
            case 0x09: bytes += [Byte.backslash, UInt8(ascii: "t")]
            case 0x0A: bytes += [Byte.backslash, UInt8(ascii: "n")]
            case 0x0C: bytes += [Byte.backslash, UInt8(ascii: "f")]
            case 0x0D: bytes += [Byte.backslash, UInt8(ascii: "r")]
            default: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
            }
        }
    }
}
