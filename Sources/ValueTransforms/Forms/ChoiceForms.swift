import EntityMapper
import ObjectGraph
import Payload

/// Values of the payload that are mapped to other values one by one.
struct EnumerationForm: ValueCodec {
    /// The cases as they were declared.
    let declared: [(key: Value, value: Value)]
    private let cases: [(shown: Value, kept: Value)]
    private let kept: [Value: Value]
    let fault: String?

    init(_ pairs: some Collection<(key: Value, value: Value)>) {
        declared = pairs.map { ($0.key, $0.value) }
        cases = pairs.map { (shown: Self.key($0.key), kept: $0.value) }
        kept = Dictionary(
            cases.map { ($0.shown, $0.kept) }, uniquingKeysWith: { first, _ in first })
        if cases.isEmpty {
            fault = "there are no cases; name one"
        } else if let pair = cases.first(where: { !Self.isKey($0.shown) }) {
            fault = "\(pair.shown.word) cannot stand in front; use texts, numbers or truth values"
        } else if kept.count < cases.count {
            fault = "a value stands for two others; leave one of them out"
        } else {
            fault = nil
        }
    }

    private static func isKey(_ value: Value) -> Bool {
        switch value {
        case .string, .integer, .double, .boolean: true
        default: false
        }
    }

    /// Returns a value as a lookup key: a double without a fraction becomes an integer.
    private static func key(_ value: Value) -> Value {
        guard case .double(let number) = value, let whole = Int64(exactly: number) else {
            return value
        }
        return .integer(whole)
    }

    func problem(for type: AttributeType) -> String? {
        cases.first { type.normalized($0.kept) == nil }.map { "gives \($0.kept.word)" }
    }

    var hasCases: Bool { true }

    func expectation(of type: AttributeType) -> String { "one of \(cases.count) known values" }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        switch kind {
        case .string, .number, .boolean: true
        case .null, .array, .object: false
        }
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        let tape = document.tape
        let shown: Value?
        switch tape.kind(at: position) {
        case .string: shown = .string(tape.string(at: position))
        case .boolean: shown = tape.boolean(at: position).map(Value.boolean)
        case .number:
            let whole = tape.int64(at: position).map(Value.integer)
            shown = whole ?? tape.double(at: position).map(Value.double)
        case .null, .array, .object: shown = .none
        }
        return Conversion.Outcome(shown.flatMap { kept[$0] }, as: type)
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard let pair = cases.first(where: { type.normalized($0.kept) == value }) else {
            return .invalid(reason: "none of the \(cases.count) cases stands for the value")
        }
        return StandardForm().write(pair.shown, as: type)
    }
}

/// Exactly the raw values of a Swift enumeration.
struct RawValueForm: ValueCodec {
    let cases: Set<Value>

    func problem(for type: AttributeType) -> String? {
        if let raw = cases.first(where: { type.normalized($0) != $0 }) {
            return "gives \(raw.word)"
        }
        return nil
    }

    var hasCases: Bool { true }

    func expectation(of type: AttributeType) -> String { "one of \(cases.count) known values" }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        StandardForm().couldRead(kind, as: type)
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        let outcome = StandardForm().read(document, at: position, as: type)
        guard case .value(let value) = outcome, cases.contains(value) else {
            return .invalid(reason: nil)
        }
        return outcome
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard cases.contains(value) else {
            return .invalid(reason: "none of the \(cases.count) cases has the value")
        }
        return StandardForm().write(value, as: type)
    }
}

/// Words for true and false; `true` and `false` themselves are read as well.
struct WordsForm: ValueCodec {
    let name: String
    let yes: [String]
    let no: [String]

    var fault: String? {
        if yes.isEmpty || no.isEmpty { return "there is no word for \(yes.isEmpty)" }
        let all = (yes + no).map { $0.lowercased() }
        return Set(all).count < all.count ? "a word is there twice; their case does not count" : nil
    }

    func problem(for type: AttributeType) -> String? {
        type == .boolean ? nil : "gives truth values"
    }

    func expectation(of type: AttributeType) -> String { "boolean as \(name)" }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        if let flag = document.tape.boolean(at: position) { return .value(.boolean(flag)) }
        guard document.tape.isString(at: position) else { return .invalid(reason: nil) }
        let word = document.tape.string(at: position).lowercased()
        if yes.contains(where: { $0.lowercased() == word }) { return .value(true) }
        return no.contains { $0.lowercased() == word } ? .value(false) : .invalid(reason: nil)
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard case .boolean(let flag) = value else { return .mismatch(value, type) }
        return (flag ? yes : no).first.map(Conversion.Representation.text)
            ?? .invalid(reason: "there is no word for \(flag)")
    }
}
