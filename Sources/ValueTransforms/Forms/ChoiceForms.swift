import EntityMapper
import MercatorPayload
import ObjectGraph

/// Values of the payload that are mapped to other values one by one.
struct EnumerationForm: ValueCodec {
    /// The cases as they were declared.
    let declared: [(key: Value, value: Value)]
    private let cases: [(shown: Value, kept: Value)]
    private let kept: [Value: Value]
    /// The indices of the cases with a text.
    private let table: CaseTable
    let fault: String?

    init(_ pairs: some Collection<(key: Value, value: Value)>) {
        declared = pairs.map { ($0.key, $0.value) }
        cases = pairs.map { (shown: Self.key($0.key), kept: $0.value) }
        table = CaseTable(cases.indexedTexts { $0.shown })
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

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        guard let number = table.number(of: tape, at: position),
            let value = type.normalized(cases[number].kept), !value.isNull
        else { return nil }
        if case .integer(let number) = value { return .cell(.integer(number)) }
        return .value(value)
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
    /// The texts among the cases.
    private let table: CaseTable

    init(cases: Set<Value>) {
        self.cases = cases
        table = CaseTable(cases.indexedTexts { $0 })
    }

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

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        guard type == .string, table.number(of: tape, at: position) != nil else { return nil }
        return .cell(
            .sharedText(
                from: tape.byteOffset(at: position), count: tape.textLength(at: position)))
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard cases.contains(value) else {
            return .invalid(reason: "none of the \(cases.count) cases has the value")
        }
        return StandardForm().write(value, as: type)
    }
}

extension Collection {
    /// Returns the elements that have a text, with their offsets.
    fileprivate func indexedTexts(_ value: (Element) -> Value) -> [(text: String, number: Int)] {
        enumerated().compactMap { number, element in
            guard case .string(let text) = value(element) else { return nil }
            return (text, number)
        }
    }
}

/// Words for true and false; `true` and `false` themselves are read as well.
struct WordsForm: ValueCodec {
    let name: String
    let yes: [String]
    let no: [String]
    /// The words in ASCII, in lower case.
    private let words: [(bytes: [UInt8], flag: Bool)]

    init(name: String, yes: [String], no: [String]) {
        self.name = name
        self.yes = yes
        self.no = no
        let words = yes.map { ($0, true) } + no.map { ($0, false) }
        self.words = words.map { (Array($0.lowercased().utf8), $1) }
            .filter { $0.bytes.allSatisfy { $0 < 0x80 } }
    }

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

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        guard type == .boolean, tape.isPlainString(at: position) else { return nil }
        let text = tape.bytes[tape.textRange(at: position)]
        let word = words.first { $0.bytes.elementsEqual(text.lazy.map(\.lowercased)) }
        return word.map { .cell(.boolean($0.flag)) }
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard case .boolean(let flag) = value else { return .mismatch(value, type) }
        return (flag ? yes : no).first.map(Conversion.Representation.text)
            ?? .invalid(reason: "there is no word for \(flag)")
    }
}

extension UInt8 {
    /// The byte with a letter of ASCII in lower case.
    fileprivate var lowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
