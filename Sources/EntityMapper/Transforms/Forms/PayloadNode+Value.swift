import MercatorPayload
package import ObjectGraph

extension PayloadNode {
    /// Creates the default representation of an attribute's value; `nil` for an infinite number.
    ///
    /// Decimals become strings, because other readers parse numbers as doubles.
    ///
    /// Source: RestKit, rule 215 (decimals), RFC 3339 (dates), RFC 4648, section 4 (bytes).
    init?(_ value: Value, as type: AttributeType) {
        if type == .float, case .double(let number) = value, number.isFinite {
            self = .number(PayloadNode.shortText(ofFloat: number))
        } else {
            self.init(value)
        }
    }

    /// Creates the node of a value from its own kind; members of dictionaries are sorted by name.
    package init?(_ value: Value) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .number("\(number)")
        case .double(let number):
            guard number.isFinite else { return nil }
            self = .number("\(number)")
        case .string(let text): self = .string(text)
        case .date(let instant): self = .string(instant.description)
        case .data(let bytes): self = .string(Base64.standard.text(of: bytes))
        case .decimal, .uuid:
            guard let text = value.storedText else { return nil }
            self = .string(text)
        case .array(let elements):
            var nodes: [PayloadNode] = []
            nodes.reserveCapacity(elements.count)
            for element in elements {
                guard let node = PayloadNode(element.element) else { return nil }
                nodes.append(node)
            }
            self = .array(nodes)
        case .dictionary(let members):
            var nodes: [Member] = []
            nodes.reserveCapacity(members.count)
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                guard let node = PayloadNode(member.element) else { return nil }
                nodes.append(Member(key, node))
            }
            self = .object(nodes)
        }
    }

    /// Returns the fewest digits that denote the same float, even when parsed as a double.
    static func shortText(ofFloat number: Double) -> String {
        let text = "\(Float(number))"
        return Double(text).map { Float($0) } == Float(number) ? text : "\(number)"
    }
}
