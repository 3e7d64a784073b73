import MercatorPayload

extension XMLReader {
    /// Skips a comment or processing instruction; returns whether it was present.
    mutating func skipCommentOrInstruction() throws -> Bool {
        if source.has("<!--", at: offset) {
            offset += 4
            try skip(through: "--")
            try expect(">", advice: "keep '--' out of comments")
            return true
        }
        guard source.has("<?", at: offset) else { return false }
        offset += 2
        let start = offset
        let target = try readName()
        guard target.lowercased() != "xml" else {
            throw source.malformed(
                "a processing instruction", at: start,
                advice: "put the XML declaration at the very beginning, or nowhere")
        }
        try skip(through: "?>")
        return true
    }

    /// Skips `<!DOCTYPE …>` without loading external subsets.
    mutating func skipDocumentType() throws {
        offset += 9
        while let byte = source.byte(at: offset) {
            offset += 1
            switch byte {
            case UInt8(ascii: ">"): return
            case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipLiteral(closedBy: byte)
            case UInt8(ascii: "["): try skipInternalSubset()
            case UInt8(ascii: "<"):
                offset -= 1
                throw source.malformed(
                    "the end of the document type", at: offset, advice: "close it with '>'")
            default: break
            }
        }
        throw source.fault(.unexpectedEnd, at: offset)
    }

    /// Skips the declarations between `[` and `]`, rejecting entities.
    private mutating func skipInternalSubset() throws {
        while true {
            skipWhiteSpace()
            if try skipCommentOrInstruction() { continue }
            if source.byte(at: offset) == UInt8(ascii: "]") {
                offset += 1
                return
            }
            let isParameterEntity = source.byte(at: offset) == UInt8(ascii: "%")
            guard !isParameterEntity, !source.has("<!ENTITY", at: offset) else {
                throw source.error(
                    .entityDeclaration, expected: "a document that declares no entities",
                    found: "one that does", at: offset,
                    advice: "write the characters themselves, or as &#38;")
            }
            try expect("<!", advice: "close the document type with ']>'")
            try skipDeclaration()
        }
    }

    private mutating func skipDeclaration() throws {
        while let byte = source.byte(at: offset) {
            offset += 1
            if byte == UInt8(ascii: ">") { return }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                try skipLiteral(closedBy: byte)
            }
        }
        throw source.fault(.unexpectedEnd, at: offset)
    }

    private mutating func skipLiteral(closedBy quote: UInt8) throws {
        guard let end = source.bytes[offset...].firstIndex(of: quote) else {
            throw source.fault(.unexpectedEnd, at: source.bytes.count)
        }
        offset = end + 1
    }
}
