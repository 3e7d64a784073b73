/// Puts JSON together, token by token: commas, colons, line breaks and escapes are its business.
///
/// Whoever calls says what comes next; that containers close and members have a key and a value
/// is up to the caller.
struct JSONWriter {
    private var buffer = PayloadBuffer()
    let options: PayloadWritingOptions
    private var depth = 0
    private var needsComma = false
    private var isBehindKey = false

    init(_ options: PayloadWritingOptions = PayloadWritingOptions()) {
        self.options = options
    }

    /// Hands over what was written.
    mutating func takeBytes() -> [UInt8] { buffer.takeBytes() }

    /// Opens an object or an array.
    mutating func open(isObject: Bool) {
        beginItem()
        buffer.append(isObject ? Byte.openingBrace : Byte.openingBracket)
        depth += 1
        needsComma = false
    }

    /// Closes the container that was opened last.
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

    /// Writes a number or a literal as it is.
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
