import MercatorPayload

/// Builds a tree from an XML property list.
struct XMLPropertyListBuilder {
    private var reader: XMLReader
    private let source: FormatSource
    private let options: PayloadOptions
    private var containers: [Container] = []

    /// An open `dict` or `array`.
    private struct Container {
        let isDictionary: Bool
        var members = PayloadMemberList()
        var elements: [PayloadNode] = []
        var key: String?
    }

    init(_ bytes: [UInt8], options: PayloadOptions) throws {
        // The `plist` element and a scalar add two levels of elements to the containers.
        reader = try XMLReader(bytes, limits: options.limits, extraDepth: 2)
        source = reader.source
        self.options = options
    }

    /// Parses the complete list.
    mutating func build() throws -> PayloadNode {
        guard case .start(let tag) = try reader.next(), tag.name == "plist" else {
            throw source.error(
                .malformed, expected: "the element 'plist', or 'bplist00'",
                found: "something else", at: 0,
                advice: "send a property list in XML or binary form")
        }
        var root: PayloadNode?
        while let event = try reader.next() {
            switch event {
            case .start(let tag):
                guard root == nil else {
                    throw source.fault(.trailingContent, at: tag.offset)
                }
                if let value = try begin(tag) { root = try add(value, at: tag.offset) }
            case .text(let text): try requireWhiteSpace(text)
            case .end where reader.depth > 0: root = try endContainer()
            case .end: break
            }
        }
        guard let root else {
            throw source.malformed(
                "a value in 'plist'", at: 0, advice: "put one value into the list")
        }
        return root
    }

    /// Reads a scalar, or opens a container or stores a key and returns `nil`.
    private mutating func begin(_ tag: XMLStartTag) throws -> PayloadNode? {
        if let last = containers.last, last.isDictionary, (last.key == nil) != (tag.name == "key") {
            throw source.malformed(
                last.key == nil ? "a key" : "a value", at: tag.offset,
                advice: "write keys and values of a dict in turn")
        }
        switch tag.name {
        case "dict", "array":
            guard containers.count < source.nestingDepth else {
                throw source.fault(.nestingTooDeep, at: tag.offset)
            }
            containers.append(Container(isDictionary: tag.name == "dict"))
            return nil
        case "key" where containers.last?.isDictionary == true:
            containers[containers.count - 1].key = try readText()
            return nil
        default: return try scalar(tag)
        }
    }

    private mutating func scalar(_ tag: XMLStartTag) throws -> PayloadNode {
        let text = try readText()
        let trimmed = XMLPropertyListBuilder.trimmed(text)
        switch tag.name {
        case "string": return .string(text)
        case "true" where text.isEmpty: return .boolean(true)
        case "false" where text.isEmpty: return .boolean(false)
        case "integer":
            if let number = XMLPropertyListBuilder.integer(trimmed) {
                guard number.utf8.count <= source.limits.numberBytes else {
                    throw source.fault(.numberTooLong, at: tag.offset)
                }
                return .number(number)
            }
        case "real":
            if let value = Double(trimmed) {
                return try PropertyList.node(ofReal: value, in: source, at: tag.offset)
            }
        case "date":
            if PropertyListDate.isValid(text) { return .string(text) }
        case "data":
            let digits = text.utf8.filter { !XMLReader.isWhiteSpace($0) }
            if Base64.standard.bytes(of: digits[...]) != nil {
                return .string(String(decoding: digits, as: UTF8.self))
            }
        default:
            throw source.error(
                .malformed,
                expected: "array, dict, string, integer, real, true, false, date or data",
                found: "'\(tag.name)'", at: tag.offset,
                advice: "use the elements of property lists only")
        }
        throw source.error(
            .malformed, expected: "the text of a '\(tag.name)'", found: "something else",
            at: tag.offset,
            advice: "write integers as 42, reals as 1.5, dates as "
                + "2026-07-04T12:00:00Z, data as base64, true and false empty")
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.utf8.drop(while: XMLReader.isWhiteSpace)
        let end = start.reversed().drop(while: XMLReader.isWhiteSpace).startIndex.base
        return String(Substring(start[..<end]))
    }

    /// Returns an integer of any length in JSON syntax: without a plus sign or leading zeros.
    private static func integer(_ text: String) -> String? {
        let isNegative = text.hasPrefix("-")
        let digits = text.utf8.dropFirst(isNegative || text.hasPrefix("+") ? 1 : 0)
        let isNumber = digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard !digits.isEmpty, isNumber else { return nil }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        guard !significant.isEmpty else { return "0" }
        return (isNegative ? "-" : "") + String(Substring(significant))
    }

    /// Reads the text of an element without child elements, including white space.
    private mutating func readText() throws -> String {
        var text: [UInt8] = []
        while let event = try reader.next() {
            switch event {
            case .text(let part):
                text += part.bytes
                guard text.count <= source.limits.stringBytes else {
                    throw source.fault(.stringTooLong, at: part.offset)
                }
            case .start(let tag):
                throw source.malformed(
                    "text", at: tag.offset, advice: "close the element before the next begins")
            case .end: return String(decoding: text, as: UTF8.self)
            }
        }
        throw source.fault(.unexpectedEnd, at: source.bytes.count)
    }

    private func requireWhiteSpace(_ text: XMLText) throws {
        guard let index = text.bytes.firstIndex(where: { !XMLReader.isWhiteSpace($0) }) else {
            return
        }
        throw source.malformed(
            "an element", at: text.offset + (text.isVerbatim ? 0 : index),
            advice: "put text into 'string'")
    }

    /// Closes the innermost container.
    ///
    /// Returns it if it is the root, and otherwise adds it to the enclosing container.
    private mutating func endContainer() throws -> PayloadNode? {
        guard let container = containers.popLast() else { return nil }
        guard container.key == nil else {
            throw source.malformed(
                "a value", at: reader.offset - 1, advice: "write keys and values of a dict in turn")
        }
        return try add(
            container.isDictionary
                ? .object(container.members.members) : .array(container.elements),
            at: reader.offset - 1)
    }

    /// Adds a value to the innermost container, or returns it as the root.
    private mutating func add(_ value: PayloadNode, at offset: Int) throws -> PayloadNode? {
        guard let last = containers.indices.last else { return value }
        if let key = containers[last].key {
            containers[last].key = nil
            try PropertyList.set(
                key, to: value, in: &containers[last].members, options, source, at: offset)
        } else {
            containers[last].elements.append(value)
            guard containers[last].elements.count <= source.limits.elementsPerContainer else {
                throw source.fault(.tooManyElements, at: offset)
            }
        }
        return nil
    }
}
