package import EntityMapper
package import ObjectGraph

/// The declaration of a transform by value: its name and its parameters.
///
/// Custom transforms have none, because they consist of closures.
package enum TransformDeclaration: Sendable {
    /// A transform without parameters, such as `secondsSince1970`.
    case plain(String)
    case date(format: String, offset: Int)
    case dotNetDate(offset: Int)
    case enumeration([(key: Value, value: Value)])
    /// The raw values of a Swift enumeration, in ascending order of their texts.
    case rawValues([Value], name: String)
    case booleanWords(true: [String], false: [String])
    case number(NumberFormat)
    case firstOf([ValueTransform])
    case trimmed(ValueTransform)
    case emptyTextAsNull(ValueTransform)
    case extendedJSON(ValueTransform)

    /// The parameters of numbers as formatted strings.
    package struct NumberFormat: Sendable, Hashable {
        package var prefix = ""
        package var suffix = ""
        package var separator: Character?
        package var point: Character = "."
        package var fractionDigits = 0

        package init() {}
    }
}

extension TransformDeclaration {
    /// The transforms without parameters, by name.
    package static let plainTransforms: [String: ValueTransform] = Dictionary(
        [
            .default, .identity, .base64, .base64URL, .wrapped, .unique, .keyOfDictionary, .trimmed,
            .lastStep, .extendedJSON, .iso8601, .secondsSince1970, .millisecondsSince1970,
            .microsecondsSince1970, .httpDate,
            .rfc850Date, .asctimeDate, .usDate, .isoDay, .dotNetDate(),
        ].map { ($0.description, $0) }, uniquingKeysWith: { first, _ in first })

    /// The transform; `nil` for an unknown name.
    package var transform: ValueTransform? {
        switch self {
        case .plain(let name): Self.plainTransforms[name]
        case .date(let format, let offset): .date(format: format, offset: offset)
        case .dotNetDate(let offset): .dotNetDate(offset: offset)
        case .enumeration(let cases): .enumeration(cases: cases)
        case .rawValues(let values, let name):
            ValueTransform("enumeration(of: \(name))", form: RawValueForm(cases: Set(values)))
        case .booleanWords(let yes, let no): .booleanWords(true: yes, false: no)
        case .number(let format):
            .number(
                prefix: format.prefix, suffix: format.suffix, groupedBy: format.separator,
                point: format.point, fractionDigits: format.fractionDigits)
        case .firstOf(let transforms): .firstOf(transforms)
        case .trimmed(let inner): .trimmed(then: inner)
        case .emptyTextAsNull(let inner): .emptyTextAsNull(then: inner)
        case .extendedJSON(let inner): .extendedJSON(then: inner)
        }
    }
}

extension ValueTransform {
    /// The declaration of the transform; `nil` for a custom one.
    package var declaration: TransformDeclaration? {
        if form is CustomForm { return nil }
        if TransformDeclaration.plainTransforms[description] != nil { return .plain(description) }
        switch form {
        case let form as FormattedDateForm:
            return .date(format: form.format.text, offset: form.format.offset)
        case let form as DotNetDateForm: return .dotNetDate(offset: form.zone.offset)
        case let form as EnumerationForm: return .enumeration(form.declared)
        case let form as RawValueForm:
            let name = description.dropFirst("enumeration(of: ".count).dropLast()
            return .rawValues(
                form.cases.sorted { "\($0)" < "\($1)" }, name: String(name))
        case let form as WordsForm: return .booleanWords(true: form.yes, false: form.no)
        case let form as NumberTextForm: return .number(form.format)
        case let form as FirstOfForm: return .firstOf(form.transforms)
        case let form as TrimmedForm: return .trimmed(form.inner)
        case let form as EmptyTextForm: return .emptyTextAsNull(form.inner)
        case let form as ExtendedJSONForm: return .extendedJSON(form.inner)
        default: return nil
        }
    }
}

extension NumberTextForm {
    fileprivate var format: TransformDeclaration.NumberFormat {
        var format = TransformDeclaration.NumberFormat()
        format.prefix = prefix
        format.suffix = suffix
        format.separator = separator
        format.point = point
        format.fractionDigits = fractionDigits
        return format
    }
}
