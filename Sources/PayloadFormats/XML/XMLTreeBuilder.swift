import MercatorPayload

/// Builds a tree from the events of an XML document; see ``PayloadFormat/xml`` for the rules.
struct XMLTreeBuilder {
    private var reader: XMLReader
    private var open: [Element] = []

    /// An open element, with the values collected under each name.
    private struct Element {
        let name: String
        let offset: Int
        var members: [(name: String, values: [PayloadNode])] = []
        var indices: [[UInt8]: Int] = [:]
        var text = XMLTextBuffer()

        mutating func add(_ value: PayloadNode, named name: String, limit: Int) -> Bool {
            let key = Array(name.utf8)
            if let index = indices[key] {
                members[index].values.append(value)
                return members[index].values.count <= limit
            }
            indices[key] = members.count
            members.append((name, [value]))
            return members.count <= limit
        }
    }

    private init(_ bytes: [UInt8], limits: PayloadLimits) throws {
        reader = try XMLReader(bytes, limits: limits)
    }

    /// Parses a complete document.
    static func node(of bytes: [UInt8], limits: PayloadLimits) throws -> PayloadNode {
        var builder = try XMLTreeBuilder(bytes, limits: limits)
        return try builder.build()
    }

    private mutating func build() throws -> PayloadNode {
        let source = reader.source
        var root: PayloadNode?
        while let event = try reader.next() {
            switch event {
            case .start(let tag):
                open.append(Element(name: tag.name, offset: tag.offset))
                for attribute in tag.attributes {
                    try add(.string(attribute.value), named: attribute.name, at: tag.offset)
                }
            case .text(let text): try open[open.count - 1].text.append(text, in: source)
            case .end:
                let element = open.removeLast()
                let value = try finish(element)
                if open.isEmpty {
                    root = .object([PayloadNode.Member(element.name, value)])
                } else {
                    try add(value, named: element.name, at: element.offset)
                }
            }
        }
        // The reader returns `nil` only after a root element.
        guard let root else { throw source.fault(.emptyPayload, at: 0) }
        return root
    }

    private mutating func add(
        _ value: PayloadNode, named name: String, at offset: Int
    ) throws(PayloadError) {
        let limit = reader.source.limits.elementsPerContainer
        guard open[open.count - 1].add(value, named: name, limit: limit) else {
            throw reader.source.fault(.tooManyElements, at: offset)
        }
    }

    /// Returns the text of an element without members; otherwise adds it as the member `text`.
    private func finish(_ element: Element) throws(PayloadError) -> PayloadNode {
        var element = element
        if let text = element.text.trimmed {
            guard !element.members.isEmpty else { return .string(text) }
            let limit = reader.source.limits.elementsPerContainer
            guard element.add(.string(text), named: "text", limit: limit) else {
                throw reader.source.fault(.tooManyElements, at: element.offset)
            }
        }
        return .object(
            element.members.map { name, values in
                PayloadNode.Member(name, values.count == 1 ? values[0] : .array(values))
            })
    }
}
