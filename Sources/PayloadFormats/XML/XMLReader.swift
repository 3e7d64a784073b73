package import MercatorPayload

/// A pull parser for XML 1.0, without schemas and external entities.
///
/// Validates the rules that data documents depend on: matching tags, distinct attributes, permitted
/// characters and references. A document type is skipped, and rejected if it declares entities,
/// because only entities can expand a small document into an excessively large one. Names may
/// contain any non-ASCII character. Namespaces are not resolved: prefixes are part of the names.
package struct XMLReader {
    let source: FormatSource
    var offset: Int
    private var openNames: [String] = []
    private var isRootDone = false
    private var endsAtOnce = false
    private let deepestElement: Int

    /// Creates a reader at the start of a document.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - limits: The size limits; the nesting depth applies to elements.
    ///   - extraDepth: The number of element levels allowed in addition to the nesting depth.
    /// - Throws: An error if there are too many bytes or their encoding is unsupported.
    package init(_ bytes: [UInt8], limits: PayloadLimits, extraDepth: Int = 0) throws {
        source = try XMLEncoding.utf8(of: FormatSource(bytes, limits: limits))
        offset = source.has("\u{FEFF}", at: 0) ? 3 : 0
        deepestElement = source.nestingDepth + extraDepth
        guard offset < source.bytes.count else { throw source.fault(.emptyPayload, at: offset) }
        if source.has("<?xml", at: offset), let byte = source.byte(at: offset + 5),
            XMLReader.isWhiteSpace(byte)
        {
            try skip(through: "?>")
        }
    }

    /// The number of open elements.
    var depth: Int { openNames.count }

    /// Returns the next event, or `nil` at the end of a well-formed document.
    package mutating func next() throws -> XMLEvent? {
        if endsAtOnce {
            endsAtOnce = false
            return endElement()
        }
        if openNames.isEmpty { return try nextOutside() }
        while let byte = source.byte(at: offset) {
            guard byte == UInt8(ascii: "<") else {
                return byte == UInt8(ascii: "&") ? try readReferenceText() : try readText()
            }
            if source.has("</", at: offset) { return try readEndTag() }
            if source.has("<![CDATA[", at: offset) { return try readCharacterData() }
            if try !skipCommentOrInstruction() { return try readStartTag() }
        }
        throw source.fault(.unexpectedEnd, at: offset)
    }

    /// Reads up to the root element, or from its end to the end of the document.
    private mutating func nextOutside() throws -> XMLEvent? {
        while true {
            skipWhiteSpace()
            guard let byte = source.byte(at: offset) else {
                guard isRootDone else { throw source.fault(.unexpectedEnd, at: offset) }
                return nil
            }
            if try skipCommentOrInstruction() { continue }
            if !isRootDone, source.has("<!DOCTYPE", at: offset) {
                try skipDocumentType()
                continue
            }
            guard !isRootDone else { throw source.fault(.trailingContent, at: offset) }
            guard byte == UInt8(ascii: "<") else {
                throw source.malformed(
                    "'<'", at: offset, advice: "begin the document with its root element")
            }
            return try readStartTag()
        }
    }

    /// Reads a start tag; the offset is at its `<`.
    private mutating func readStartTag() throws -> XMLEvent {
        let start = offset
        guard depth < deepestElement else { throw source.fault(.nestingTooDeep, at: start) }
        offset += 1
        let name = try readName()
        let attributes = try readAttributes()
        if source.has("/>", at: offset) {
            offset += 2
            endsAtOnce = true
        } else if source.byte(at: offset) == UInt8(ascii: ">") {
            offset += 1
        } else {
            throw source.malformed(
                "an attribute, '>' or '/>'", at: offset,
                advice: "put white space before attributes, and close the tag")
        }
        openNames.append(name)
        return .start(XMLStartTag(name: name, attributes: attributes, offset: start))
    }

    private mutating func readEndTag() throws -> XMLEvent {
        offset += 2
        let start = offset
        let name = try readName()
        guard let open = openNames.last, name.utf8.elementsEqual(open.utf8) else {
            throw source.error(
                .malformed, expected: "the end of the element that began last",
                found: "the end of another", at: start, advice: "close elements inside out")
        }
        skipWhiteSpace()
        try expect(">", advice: "close the tag")
        return endElement()
    }

    private mutating func endElement() -> XMLEvent {
        openNames.removeLast()
        isRootDone = openNames.isEmpty
        return .end
    }
}

extension XMLReader {
    /// Returns the number of line breaks that end in a range of the UTF-8 document.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the range.
    package func lineEnds(in range: Range<Int>) -> Int {
        range.count { index in
            switch source.bytes[index] {
            case 0x0A: true
            case 0x0D: source.byte(at: index + 1) != 0x0A
            default: false
            }
        }
    }
}

// Primitives.
extension XMLReader {
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    mutating func skipWhiteSpace() {
        while let byte = source.byte(at: offset), XMLReader.isWhiteSpace(byte) { offset += 1 }
    }

    mutating func expect(_ text: String, advice: String) throws {
        guard source.has(text, at: offset) else {
            throw source.malformed("'\(text)'", at: offset, advice: advice)
        }
        offset += text.utf8.count
    }

    /// Advances to the offset after the next occurrence of an ASCII text.
    mutating func skip(through text: String) throws {
        let first = text.utf8.first
        while offset < source.bytes.count {
            if source.bytes[offset] == first, source.has(text, at: offset) {
                offset += text.utf8.count
                return
            }
            offset += 1
        }
        throw source.fault(.unexpectedEnd, at: offset)
    }

    /// Reads the name of an element or attribute.
    mutating func readName() throws -> String {
        let start = offset
        while let byte = source.byte(at: offset),
            XMLReader.isNamePart(byte, isFirst: offset == start)
        {
            offset += 1
        }
        guard offset > start else {
            throw source.malformed(
                "a name", at: offset, advice: "begin names with a letter, and write '<' as &lt;")
        }
        guard offset - start <= source.limits.stringBytes else {
            throw source.fault(.stringTooLong, at: start)
        }
        return String(decoding: source.bytes[start..<offset], as: UTF8.self)
    }

    static func isNamePart(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
            true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }
}
