import EntityMapper
import MercatorPayload
import ObjectGraph

/// A format of dates as strings; the empty string is nil.
///
/// Source: RestKit, rule 107 (empty string).
protocol DateForm: ValueCodec {
    /// Parses the string of a date; `nil` if it does not match the format.
    func timestamp(_ text: ArraySlice<UInt8>) -> Timestamp?
    /// Formats an instant; `nil` if the format cannot represent it.
    func text(_ instant: Timestamp) -> String?
    /// The name of the transform.
    var name: String { get }
}

extension DateForm {
    func problem(for type: AttributeType) -> String? { type == .date ? nil : "gives dates" }

    func expectation(of type: AttributeType) -> String { "date as \(name)" }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        guard document.tape.isString(at: position) else { return .invalid(reason: nil) }
        let text = document.tape.text(at: position)
        guard !text.isEmpty else { return .value(.null) }
        return Conversion.Outcome(timestamp(text).map(Value.date), as: type)
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard case .date(let instant) = value else { return .mismatch(value, type) }
        return text(instant).map(Conversion.Representation.text)
            ?? .invalid(reason: "the date has no text as \(name)")
    }
}

/// Dates in the fixed format of a ``DateFormat``.
struct FormattedDateForm: DateForm {
    let name: String
    let format: DateFormat
    private let template: DateTemplate?

    init(name: String, format: DateFormat) {
        self.name = name
        self.format = format
        template = DateTemplate(format)
    }

    var fault: String? { format.problem }

    func timestamp(_ text: ArraySlice<UInt8>) -> Timestamp? { format.timestamp(text) }

    func text(_ instant: Timestamp) -> String? { format.text(instant) }

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        guard type == .date else { return nil }
        return template?.timestamp(tape, at: position).map { .cell(.date($0)) }
    }
}

/// Dates in the format of older .NET serializers: `/Date(1112715000000+0200)/`.
///
/// Source: RestKit, rule 240: the offset is validated, but the milliseconds alone determine the
/// instant.
struct DotNetDateForm: DateForm {
    let name: String
    /// The format of the offset to write.
    let zone: DateFormat

    init(offset: Int, name: String) {
        self.name = name
        zone = DateFormat("xx", offset: offset)
    }

    var fault: String? { zone.problem }

    func timestamp(_ text: ArraySlice<UInt8>) -> Timestamp? {
        let (start, end) = (Array("/Date(".utf8), Array(")/".utf8))
        guard text.count > start.count + end.count, text.starts(with: start),
            text.suffix(end.count).elementsEqual(end)
        else { return nil }
        let inside = text.dropFirst(start.count).dropLast(end.count)
        let digits = inside.dropFirst(inside.first == UInt8(ascii: "-") ? 1 : 0)
            .prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty,
            let milliseconds = Int64(
                String(decoding: inside[inside.startIndex..<digits.endIndex], as: UTF8.self))
        else { return nil }
        let offset = inside[digits.endIndex...]
        guard offset.isEmpty || isOffset(offset) else { return nil }
        return Timestamp(totalNanoseconds: Int128(milliseconds) * 1_000_000)
    }

    /// Tests whether the text is a sign followed by four digits that are a valid offset.
    private func isOffset(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count == 5, text.first != UInt8(ascii: "Z") else { return false }
        var reader = DigitReader(text)
        return reader.zone() != nil && reader.isAtEnd
    }

    func text(_ instant: Timestamp) -> String? {
        let milliseconds = instant.totalNanoseconds.flooredDivision(by: 1_000_000).quotient
        return "/Date(\(milliseconds)\(zone.zoneText))/"
    }
}

extension Timestamp {
    /// Creates an instant in nanoseconds after 1970; `nil` outside of the years 1 to 9999.
    init?(totalNanoseconds: Int128) {
        let (seconds, rest) = totalNanoseconds.flooredDivision(by: 1_000_000_000)
        guard let whole = Int64(exactly: seconds) else { return nil }
        self.init(seconds: whole, nanoseconds: Int32(rest))
    }
}

extension Int128 {
    /// Returns the quotient rounded down and the remainder, which is never negative.
    func flooredDivision(by divisor: Int128) -> (quotient: Int128, rest: Int128) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
