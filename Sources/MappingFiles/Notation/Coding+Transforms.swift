import EntityMapper
import MercatorPayload
import ObjectGraph
import ValueTransforms

extension Coding where Value == ValueTransform {
    /// A transform: its name, or an object with name and parameters.
    ///
    /// An example is `{"date": "yyyy-MM-dd HH:mm"}`.
    static var transform: Coding {
        Coding { transform, writer in
            guard let declaration = transform.declaration else {
                if !writer.transforms.contains(transform.description) {
                    writer.report("the transform '\(transform)' consists of closures")
                }
                return .string(transform.description)
            }
            return declaration.node(&writer)
        } read: { value, reader in
            TransformReading.transform(value, &reader)
        }
    }
}

extension TransformDeclaration {
    fileprivate func node(_ writer: inout FileWriter) -> PayloadNode {
        switch self {
        case .plain(let name): return .string(name)
        case .date(let format, let offset):
            let date = PayloadNode.Member("date", .string(format))
            return .object(
                offset == 0 ? [date] : [date, .init("offset", .number(Int64(offset)))])
        case .dotNetDate(let offset): return .tagged("dotNetDate", .number(Int64(offset)))
        case .enumeration(let cases):
            return .tagged("enumeration", Coding.cases.write(cases, &writer))
        case .rawValues(let values, let name):
            return .object([
                .init("rawValues", Coding<_>.list(of: .value).write(values, &writer)),
                .init("of", .string(name)),
            ])
        case .booleanWords(let yes, let no):
            let list = Coding<[String]>.list(of: .text)
            return .tagged(
                "booleanWords",
                .object([
                    .init("true", list.write(yes, &writer)),
                    .init("false", list.write(no, &writer)),
                ]))
        case .number(let format):
            return .tagged("number", NumberFormat.fields.node(format, &writer))
        case .firstOf(let transforms):
            return .tagged(
                "firstOf", Coding<_>.list(of: .transform).write(transforms, &writer))
        case .trimmed(let inner):
            return .tagged("trimmed", Coding<_>.transform.write(inner, &writer))
        case .extendedJSON(let inner):
            return .tagged("extendedJSON", Coding<_>.transform.write(inner, &writer))
        case .emptyTextAsNull(let inner):
            return inner.isStandard
                ? .string("emptyTextAsNull")
                : .tagged("emptyTextAsNull", Coding<_>.transform.write(inner, &writer))
        }
    }
}

/// The functions that read transforms, by name.
private enum TransformReading {
    static let names = [
        "booleanWords", "date", "dotNetDate", "emptyTextAsNull", "enumeration", "extendedJSON",
        "firstOf", "number", "rawValues", "trimmed",
    ]

    static func transform(
        _ value: PayloadValue, _ reader: inout FileReader
    ) -> ValueTransform? {
        if let name = value.string { return transform(named: name, at: value, &reader) }
        let members = reader.members(of: value, expected: "the name of a transform, or an object")
        guard let main = members.first(where: { names.contains($0.key) }) else {
            if let member = members.first {
                reader.unknown(member.key, at: member.name, among: names)
            } else if value.kind == .object {
                reader.mismatch(value, expected: "an object with the name of a transform")
            }
            return nil
        }
        let parameters = ["date": "offset", "rawValues": "of"][main.key]
        for member in members where member.key != main.key && member.key != parameters {
            reader.unknown(member.key, at: member.name, among: [main.key, parameters ?? main.key])
        }
        let parameter = members.first { $0.key == parameters }?.value
        return transform(main.key, main.value, parameter, &reader)
    }

    private static func transform(
        named name: String, at value: PayloadValue, _ reader: inout FileReader
    ) -> ValueTransform? {
        if let custom = reader.transforms[name] { return custom }
        if name == "emptyTextAsNull" { return .emptyTextAsNull() }
        if let plain = TransformDeclaration.plain(name).transform { return plain }
        let known = Array(TransformDeclaration.plainTransforms.keys) + reader.transforms.keys
        let advice =
            names.contains(name)
            ? "; it has parameters: {\"\(name)\": …}"
            : Suggestion.text(for: name, among: known + names)
        reader.report(.name, at: value, "no transform '\(name.shortened())'\(advice)")
        return nil
    }

    private static func transform(
        _ name: String, _ value: PayloadValue, _ parameter: PayloadValue?,
        _ reader: inout FileReader
    ) -> ValueTransform? {
        switch name {
        case "date":
            let offset = parameter.flatMap { Coding<Int>.integer.read($0, &reader) } ?? 0
            return Coding<_>.text.read(value, &reader).map { .date(format: $0, offset: offset) }
        case "dotNetDate":
            return Coding<_>.integer.read(value, &reader).map { .dotNetDate(offset: $0) }
        case "enumeration":
            return Coding.cases.read(value, &reader).map { .enumeration(cases: $0) }
        case "rawValues":
            let name = parameter.flatMap { Coding<_>.text.read($0, &reader) } ?? ""
            return Coding<_>.list(of: .value).read(value, &reader).flatMap {
                TransformDeclaration.rawValues($0, name: name).transform
            }
        case "booleanWords": return words(value, &reader)
        case "number":
            var format = TransformDeclaration.NumberFormat()
            TransformDeclaration.NumberFormat.fields.read(value, into: &format, &reader)
            return TransformDeclaration.number(format).transform
        case "firstOf":
            return Coding<_>.list(of: .transform).read(value, &reader).map { .firstOf($0) }
        case "trimmed": return transform(value, &reader).map { .trimmed(then: $0) }
        case "extendedJSON": return transform(value, &reader).map { .extendedJSON(then: $0) }
        default: return transform(value, &reader).map { .emptyTextAsNull(then: $0) }
        }
    }

    private static func words(
        _ value: PayloadValue, _ reader: inout FileReader
    ) -> ValueTransform? {
        var words: [String: [String]] = [:]
        for member in reader.members(of: value) {
            guard ["true", "false"].contains(member.key) else {
                reader.unknown(member.key, at: member.name, among: ["true", "false"])
                continue
            }
            words[member.key] = Coding<_>.list(of: .text).read(member.value, &reader)
        }
        return .booleanWords(true: words["true"] ?? [], false: words["false"] ?? [])
    }
}

extension TransformDeclaration.NumberFormat {
    fileprivate static let fields: [Field<Self>] = [
        .field("prefix", \.prefix, unless: "", .text),
        .field("groupedBy", \.separator, .character),
        .field("point", \.point, unless: ".", .character),
        .field("suffix", \.suffix, unless: "", .text),
        .field("fractionDigits", \.fractionDigits, unless: 0, .integer),
    ]
}

extension Coding where Value == Character {
    fileprivate static var character: Coding {
        Coding { character, _ in
            .string(String(character))
        } read: { value, reader in
            guard let text = value.string, text.count == 1 else {
                reader.mismatch(value, expected: "one character")
                return nil
            }
            return text.first
        }
    }
}

extension Coding where Value == [(key: ObjectGraph.Value, value: ObjectGraph.Value)] {
    /// Pairs of values: an object if the first ones are distinct texts in order, else an array of
    /// pairs.
    static var cases: Coding { .pairs(.value) }
}

extension Coding {
    /// Pairs with a value: an object if the values are distinct texts in order, else an array of
    /// pairs.
    static func pairs<Other>(_ other: Coding<Other>) -> Coding
    where Value == [(key: ObjectGraph.Value, value: Other)] {
        Coding { pairs, writer in
            let texts = pairs.map { pair in
                if case .string(let text) = pair.key { text } else { nil as String? }
            }
            let names = texts.compactMap(\.self)
            if names.count == pairs.count,
                zip(names, names.dropFirst()).allSatisfy({ $0.precedes($1) })
            {
                return .object(
                    zip(names, pairs).map { PayloadNode.Member($0, other.write($1.value, &writer)) }
                )
            }
            return .array(
                pairs.map { pair in
                    .array([
                        Coding<_>.value.write(pair.key, &writer), other.write(pair.value, &writer),
                    ])
                })
        } read: { value, reader in
            if value.kind == .object {
                return reader.members(of: value).compactMap { member in
                    other.read(member.value, &reader).map { (.string(member.key), $0) }
                }
            }
            guard let elements = value.array else {
                reader.mismatch(value, expected: "an object, or an array of pairs")
                return nil
            }
            return elements.compactMap { pair in
                guard let first = pair[0], let second = pair[1], pair.count == 2 else {
                    reader.mismatch(pair, expected: "an array of two values")
                    return nil
                }
                guard let key = Coding<_>.value.read(first, &reader) else { return nil }
                return other.read(second, &reader).map { (key, $0) }
            }
        }
    }
}
