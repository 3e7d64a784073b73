extension PayloadNode {
    /// Creates a tree from a value of a document.
    ///
    /// Duplicate keys appear once, with the last value at the position of the first. Creating and
    /// destroying a tree takes stack in proportion to its depth, so the document should have been
    /// parsed with a nesting limit in the hundreds, such as the default.
    package init(_ value: PayloadValue) {
        let tape = value.document.tape
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.bool == true)
        case .number: self = .number(tape.string(at: value.position))
        case .string: self = .string(tape.string(at: value.position))
        case .array: self = .array(value.elements.map { PayloadNode($0) })
        case .object:
            self = .object(
                tape.distinctMembers(of: value.position).map {
                    Member(
                        tape.string(at: $0.key),
                        PayloadNode(PayloadValue(value.document, at: $0.value)))
                })
        }
    }

    /// Creates an integer.
    package static func number(_ value: Int64) -> PayloadNode { .number(String(value)) }

    /// Creates a number in its shortest round-trip form.
    ///
    /// The result is `nil` for infinities and NaN, which JSON cannot represent.
    package static func number(_ value: Double) -> PayloadNode? {
        value.isFinite ? .number(value.description) : nil
    }
}
