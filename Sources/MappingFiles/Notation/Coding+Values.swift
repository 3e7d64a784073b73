import EntityMapper
import MercatorPayload
import ObjectGraph

extension Coding where Value == ObjectGraph.Value {
    /// A value: JSON, or an object with the kind of a value that JSON lacks.
    ///
    /// An example is `{"date": "2014-08-31T00:29:15Z"}`. Numbers with a point or an exponent are
    /// doubles. A dictionary whose only member has such a name is wrapped: `{"dictionary": {"date":
    /// 1}}`.
    static var value: Coding {
        Coding { value, writer in
            value.node(&writer)
        } read: { value, reader in
            ObjectGraph.Value(value, &reader)
        }
    }
}

/// The names of the kinds of values that are objects with one member.
private let tags: Set<String> = ["data", "date", "decimal", "dictionary", "double", "uuid"]

extension Value {
    fileprivate func node(_ writer: inout FileWriter) -> PayloadNode {
        switch self {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .number(number)
        case .double(let number): Self.node(number, writer)
        case .string(let text): .string(text)
        case .decimal, .uuid: .tagged(word, .string(storedText ?? ""))
        case .date(let instant): .tagged("date", .string(instant.description))
        case .data(let bytes): .tagged("data", .string(Base64.standard.text(of: bytes)))
        case .array(let elements): .array(elements.map { $0.node(&writer) })
        case .dictionary(let members):
            Self.node(members.sorted { $0.key.precedes($1.key) }, &writer)
        }
    }

    private var word: String { if case .uuid = self { "uuid" } else { "decimal" } }

    private static func node(_ number: Double, _ writer: FileWriter) -> PayloadNode {
        guard let node = PayloadNode.number(number) else {
            return .tagged("double", .string("\(number)"))
        }
        return writer.keepsSpelling || Int64(exactly: number) == nil
            ? node : .tagged("double", node)
    }

    private static func node(
        _ members: [(key: String, value: Value)], _ writer: inout FileWriter
    ) -> PayloadNode {
        let node = PayloadNode.object(
            members.map { PayloadNode.Member($0.key, $0.value.node(&writer)) })
        return members.count == 1 && tags.contains(members[0].key)
            ? .tagged("dictionary", node) : node
    }

    fileprivate init?(_ value: PayloadValue, _ reader: inout FileReader) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.bool == true)
        case .string: self = .string(value.string ?? "")
        case .number:
            guard let text = value.numberText, let number = ValueJSON.value(text) else {
                return nil
            }
            self = number
        case .array: self = .array(value.elements.compactMap { Value($0, &reader) })
        case .object:
            let members = reader.members(of: value)
            if members.count == 1, tags.contains(members[0].key) {
                guard let tagged = Value(tag: members[0].key, members[0].value, &reader) else {
                    return nil
                }
                self = tagged
            } else {
                self.init(members, &reader)
            }
        }
    }

    private init(
        _ members: [(key: String, name: PayloadValue, value: PayloadValue)],
        _ reader: inout FileReader
    ) {
        var values: [String: Value] = [:]
        for member in members { values[member.key] = Value(member.value, &reader) }
        self = .dictionary(values)
    }

    private init?(tag: String, _ value: PayloadValue, _ reader: inout FileReader) {
        let text = value.string ?? ""
        let found: Value? =
            switch tag {
            case "date": Timestamp(iso8601: Array(text.utf8)).map(Value.date)
            case "data": Base64.standard.bytes(of: Array(text.utf8)[...]).map(Value.data)
            case "decimal": Value(storedDecimal: text)
            case "uuid": Value(storedUUID: text)
            case "double": (value.double ?? Double(text)).map(Value.double)
            default:
                value.kind == .object ? Value(reader.members(of: value), &reader) : .none
            }
        guard let found else {
            reader.report(.value, at: value, "expected \(tag.expectation), found \(value.finding)")
            return nil
        }
        self = found
    }
}

extension String {
    /// The form of a value with this tag, for messages.
    fileprivate var expectation: String {
        switch self {
        case "date": "a date in ISO 8601"
        case "data": "bytes in base64"
        case "decimal": "the digits of a decimal number as a text"
        case "uuid": "a UUID as a text"
        case "double": "a number"
        default: "an object"
        }
    }
}

extension PayloadNode {
    /// Returns an object with one member.
    static func tagged(_ key: String, _ value: PayloadNode) -> PayloadNode {
        .object([Member(key, value)])
    }
}

extension Coding where Value == ValueRule {
    /// An object with the rule's name and its bound.
    static var rule: Coding {
        Coding { rule, writer in
            switch rule {
            case .atLeast(let bound): .tagged("atLeast", Coding<_>.value.write(bound, &writer))
            case .atMost(let bound): .tagged("atMost", Coding<_>.value.write(bound, &writer))
            case .minimumLength(let length): .tagged("minimumLength", .number(Int64(length)))
            case .maximumLength(let length): .tagged("maximumLength", .number(Int64(length)))
            case .matches(let pattern): .tagged("matches", .string(pattern))
            }
        } read: { value, reader in
            let names = ["atLeast", "atMost", "matches", "maximumLength", "minimumLength"]
            let members = reader.members(of: value, expected: "an object with a rule")
            guard let member = members.first else { return nil }
            switch member.key {
            case "atLeast": return Coding<_>.value.read(member.value, &reader).map { .atLeast($0) }
            case "atMost": return Coding<_>.value.read(member.value, &reader).map { .atMost($0) }
            case "minimumLength":
                return Coding<_>.integer.read(member.value, &reader).map { .minimumLength($0) }
            case "maximumLength":
                return Coding<_>.integer.read(member.value, &reader).map { .maximumLength($0) }
            case "matches":
                return Coding<_>.text.read(member.value, &reader).map { .matches($0) }
            default:
                reader.unknown(member.key, at: member.name, among: names)
                return nil
            }
        }
    }
}

extension Coding where Value == UnknownCasePolicy {
    /// `"report"`, `"assignNil"`, or an object with the value to fall back to.
    static var unknownCasePolicy: Coding {
        let words = Coding.choice([("report", .report), ("assignNil", .assignNil)])
        return Coding { policy, writer in
            guard case .fallback(let value) = policy.form else {
                return words.write(policy, &writer)
            }
            return .tagged("fallback", Coding<_>.value.write(value, &writer))
        } read: { value, reader in
            guard value.kind == .object else { return words.read(value, &reader) }
            var policy: UnknownCasePolicy?
            for member in reader.members(of: value) {
                guard member.key == "fallback" else {
                    reader.unknown(member.key, at: member.name, among: ["fallback"])
                    continue
                }
                policy = Coding<_>.value.read(member.value, &reader).map { .fallback($0) }
            }
            return policy
        }
    }
}
