import MercatorPayload

/// The layout of a mapping file: a line for each property, and for each element of a list of
/// objects.
struct FileLayout {
    private(set) var text = ""

    /// The members whose entries have a line each.
    private static let lists: Set<String> = [
        "attributes", "relationships", "connections", "roots", "matchers", "ignored", "possible",
    ]
    /// The members whose entries are laid out like the file.
    private static let records: Set<String> = ["entities", "mappings", "dynamic"]

    /// Appends an object with a line for each member.
    mutating func append(_ members: [PayloadNode.Member], depth: Int = 0) {
        append("{", "}", members, depth) { layout, member in
            layout.appendKey(member.key)
            if Self.records.contains(member.key), depth == 0 {
                layout.appendEntries(of: member.value, depth: depth + 1) { layout, entry in
                    guard case .object(let members) = entry else { return layout.append(entry) }
                    layout.append(members, depth: depth + 2)
                }
            } else if Self.lists.contains(member.key) {
                layout.appendEntries(of: member.value, depth: depth + 1) { $0.append($1) }
            } else {
                layout.append(member.value)
            }
        }
    }

    /// Appends the members of an object, or the elements of an array, on a line each.
    private mutating func appendEntries(
        of node: PayloadNode, depth: Int, _ body: (inout FileLayout, PayloadNode) -> Void
    ) {
        switch node {
        case .object(let members):
            append("{", "}", members, depth) { layout, member in
                layout.appendKey(member.key)
                body(&layout, member.value)
            }
        case .array(let elements): append("[", "]", elements, depth, body)
        case .null, .boolean, .number, .string: append(node)
        }
    }

    private mutating func append<Element>(
        _ opening: String, _ closing: String, _ elements: [Element], _ depth: Int,
        _ body: (inout FileLayout, Element) -> Void
    ) {
        text += opening
        for (index, element) in elements.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            text += String(repeating: "  ", count: depth + 1)
            body(&self, element)
        }
        if !elements.isEmpty { text += "\n" + String(repeating: "  ", count: depth) }
        text += closing
    }

    private mutating func appendKey(_ key: String) {
        append(.string(key))
        text += ": "
    }

    /// Appends a value in one line.
    mutating func append(_ node: PayloadNode) {
        switch node {
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += ", " }
                appendKey(member.key)
                append(member.value)
            }
            text += "}"
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                append(element)
            }
            text += "]"
        case .null, .boolean, .number, .string:
            text += String(decoding: node.jsonBytes(), as: UTF8.self)
        }
    }
}
