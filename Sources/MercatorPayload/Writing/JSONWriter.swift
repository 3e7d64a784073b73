/// Assembles JSON from tokens, adding commas, colons, line breaks and escapes.
///
/// The caller is responsible for the order of tokens: containers must be closed, and every key must
/// be followed by a value.
struct JSONWriter {
    private var buffer = PayloadBuffer()
    let options: PayloadWritingOptions
    private var depth = 0
    private var needsComma = false
    private var isBehindKey = false

    init(_ options: PayloadWritingOptions = PayloadWritingOptions()) {
        self.options = options
    }

    /// Returns the bytes written so far and resets the buffer.
    mutating func takeBytes() -> [UInt8] { buffer.takeBytes() }

    /// Opens an object or an array.
    mutating func open(isObject: Bool) {
        beginItem()
        buffer.append(isObject ? Byte.openingBrace : Byte.openingBracket)
        depth += 1
        needsComma = false
    }

    /// Closes the innermost open container.
    mutating func close(isObject: Bool) {
        depth -= 1
        if needsComma { breakLine() }
        buffer.append(isObject ? Byte.closingBrace : Byte.closingBracket)
        needsComma = true
    }

    /// Writes a key; its value must follow.
    mutating func writeKey(_ text: some Sequence<UInt8>) {
        beginItem()
        buffer.appendQuoted(bytes: text)
        buffer.append(Byte.colon)
        if options.prettyPrinted { buffer.append(UInt8(ascii: " ")) }
        isBehindKey = true
    }

    /// Writes a string, given as UTF-8 without escapes.
    mutating func writeString(_ text: some Sequence<UInt8>) {
        beginItem()
        buffer.appendQuoted(bytes: text)
        needsComma = true
    }

    /// Writes the text of a number or a literal verbatim.
    mutating func writeVerbatim(_ text: some Sequence<UInt8>) {
        beginItem()
        buffer.append(verbatim: text)
        needsComma = true
    }

    private mutating func beginItem() {
        if isBehindKey {
            isBehindKey = false
            return
        }
        if needsComma { buffer.append(Byte.comma) }
        if depth > 0 { breakLine() }
    }

    private mutating func breakLine() {
        guard options.prettyPrinted else { return }
        buffer.append(UInt8(ascii: "\n"))
        buffer.append(verbatim: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
}
