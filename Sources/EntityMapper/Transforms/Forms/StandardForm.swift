package import MercatorPayload
package import ObjectGraph

/// The default form for the type of an attribute, according to the table of ``ValueTransform``.
package struct StandardForm: ValueCodec {
    package init() {}

    package func problem(for type: AttributeType) -> String? { nil }

    package func expectation(of type: AttributeType) -> String {
        switch type {
        case .date: "ISO 8601 date"
        case .integer16, .integer32: "whole number of \(type == .integer16 ? 16 : 32) bits"
        case .data: "base64 text"
        default: type.word
        }
    }

    package func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        switch kind {
        case .string: type != .dictionary
        case .number: type != .date && type != .dictionary
        default: type == .array
        }
    }

    package func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        Self.value(document.tape, position, as: type).map(Conversion.Outcome.value)
            ?? .invalid(reason: nil)
    }

    package func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        PayloadNode(value, as: type).map(Conversion.Representation.node)
            ?? .invalid(reason: Conversion.noInfinity)
    }
}

extension StandardForm {
    /// Converts the value at a tape index, which must not be `null`.
    static func value(
        _ tape: PayloadTape, _ position: Int, as type: AttributeType
    ) -> Value? {
        switch type {
        case .string: return text(tape, position)
        case .integer16, .integer32, .integer64:
            return integer(tape, position).flatMap { type.normalized(.integer($0)) }
        case .date: return date(tape, position)
        case .boolean: return boolean(tape, position).map(Value.boolean)
        case .double, .float:
            return double(tape, position).flatMap { type.normalized(.double($0)) }
        case .decimal: return decimal(tape, position)
        case .url, .uuid, .data:
            guard tape.isString(at: position) else { return nil }
            return TextConversion.value(tape.text(at: position), as: type)
        case .array:
            let isArray = tape.isArray(at: position)
            let value = try? tape.json(at: position, level: isArray ? 1 : 2)
            return isArray ? value : value.map { .array([$0]) }
        case .dictionary: return tape.isObject(at: position) ? try? tape.json(at: position) : nil
        }
    }

    private static func text(_ tape: PayloadTape, _ position: Int) -> Value? {
        tape.isContainer(at: position) ? nil : .string(tape.string(at: position))
    }

    private static func integer(_ tape: PayloadTape, _ position: Int) -> Int64? {
        switch tape.kind(at: position) {
        case .number: tape.int64(at: position)
        case .string: number(in: tape, position)?.int64
        case .boolean: tape.boolean(at: position).map { $0 ? 1 : 0 }
        default: nil
        }
    }

    private static func double(_ tape: PayloadTape, _ position: Int) -> Double? {
        switch tape.kind(at: position) {
        case .number: tape.double(at: position)
        case .string: number(in: tape, position)?.double
        default: nil
        }
    }

    private static func decimal(_ tape: PayloadTape, _ position: Int) -> Value? {
        exactNumber(tape, position).flatMap {
            Value(
                isNegative: $0.isNegative, significand: $0.significand, exponent: $0.exponent)
        }
    }

    /// Returns a number, or a string that is a number, with all its digits.
    package static func exactNumber(_ tape: PayloadTape, _ position: Int) -> PayloadDecimal? {
        switch tape.kind(at: position) {
        case .number: tape.decimal(at: position)
        case .string: number(in: tape, position)?.decimal
        default: nil
        }
    }

    /// Returns the number in a string that, as a whole, is a number in the grammar of JSON.
    private static func number(in tape: PayloadTape, _ position: Int) -> PayloadValue? {
        guard let first = tape.bytes[tape.textRange(at: position)].first,
            first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            let document = try? PayloadDocument(parsing: tape.decodedText(at: position)),
            document.tape.byteOffset(at: 0) == 0,
            document.tape.textRange(at: 0).upperBound == document.tape.bytes.count
        else { return nil }
        return document.root
    }

    private static func boolean(_ tape: PayloadTape, _ position: Int) -> Bool? {
        switch tape.kind(at: position) {
        case .boolean: return tape.boolean(at: position)
        case .number:
            guard let number = tape.int64(at: position), number == 0 || number == 1 else {
                return nil
            }
            return number == 1
        case .string: return Bool(word: tape.string(at: position))
        default: return nil
        }
    }

    private static func date(_ tape: PayloadTape, _ position: Int) -> Value? {
        guard tape.isString(at: position) else { return nil }
        let text = tape.text(at: position)
        if let instant = Timestamp(iso8601: text) { return .date(instant) }
        return text.isEmpty ? .some(.null) : .none
    }
}
