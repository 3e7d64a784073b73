extension PayloadNode {
    /// Copies a value of a document.
    ///
    /// A key that an object has twice is there once, with the last value at the place of the
    /// first. A tree takes stack in proportion to its depth, here and when it is destroyed, so
    /// the document should have been parsed with a limit of hundreds, as the default is.
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

    /// An integer.
    package static func number(_ value: Int64) -> PayloadNode { .number(String(value)) }

    /// A number in the shortest text that reads back as the same, or `nil` where it is infinite or
    /// no number, which JSON cannot write.
    package static func number(_ value: Double) -> PayloadNode? {
        value.isFinite ? .number(value.description) : nil
    }
}
