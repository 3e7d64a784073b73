import EntityMapper
import MercatorPayload
import ObjectGraph

/// Dates in any format of ISO 8601 that denotes an instant or a period with a first instant.
///
/// It accepts more than the default conversion: dates without separators, week and ordinal dates, a
/// month or a year alone, and `24:00`. Centuries and years of two or more than four digits are
/// rejected.
///
/// Source: ISO 8601-1:2019, sections 5.2 and 5.3.
struct ISO8601Form: DateForm {
    let name: String

    func text(_ instant: Timestamp) -> String? { instant.description }

    func timestamp(_ text: ArraySlice<UInt8>) -> Timestamp? {
        if let common = Timestamp(iso8601: text) { return common }
        let separators = Array("Tt ".utf8)
        let dateText = text.prefix { !separators.contains($0) }
        var reader = DigitReader(dateText)
        guard let date = Self.date(&reader), reader.isAtEnd else { return nil }
        let timeText = text[dateText.endIndex...]
        guard !timeText.isEmpty else { return date.midnight }
        var time = DigitReader(timeText.dropFirst())
        return date.isDay ? Self.instant(on: date.midnight, &time) : nil
    }

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        guard type == .date else { return nil }
        return tape.commonInstant(at: position).map { .cell(.date($0)) }
    }

    /// The first instant of a date, and whether the date is a single day.
    private typealias Day = (midnight: Timestamp, isDay: Bool)

    private static func date(_ reader: inout DigitReader) -> Day? {
        guard let year = reader.number(4) else { return nil }
        guard !reader.isAtEnd else {
            return Timestamp(year: year, month: 1, day: 1).map { ($0, false) }
        }
        let isExtended = reader.skip(UInt8(ascii: "-"))
        if reader.skip(UInt8(ascii: "W")) {
            return week(of: year, isExtended, &reader)
        }
        switch reader.bytes.endIndex - reader.offset {
        case 2 where isExtended:
            return reader.number(2).flatMap { Timestamp(year: year, month: $0, day: 1) }
                .map { ($0, false) }
        case 3:
            return reader.number(3).flatMap { day($0, of: year) }.map { ($0, true) }
        case isExtended ? 5 : 4:
            guard let month = reader.number(2), !isExtended || reader.skip(UInt8(ascii: "-")),
                let day = reader.number(2)
            else { return nil }
            return Timestamp(year: year, month: month, day: day).map { ($0, true) }
        default: return nil
        }
    }

    /// Returns a day of the year; the first day is 1.
    private static func day(_ number: Int, of year: Int) -> Timestamp? {
        guard number >= 1, let first = Timestamp(year: year, month: 1, day: 1),
            let day = first.adding(days: number - 1), day.components.year == year
        else { return nil }
        return day
    }

    /// Parses a week and an optional day, with Monday as 1.
    ///
    /// A week belongs to the year of its Thursday.
    private static func week(
        of year: Int, _ isExtended: Bool, _ reader: inout DigitReader
    ) -> Day? {
        guard let week = reader.number(2), week >= 1,
            let fourth = Timestamp(year: year, month: 1, day: 4),
            let thursday = fourth.adding(days: 7 * (week - 1) + 3 - fourth.weekday),
            thursday.components.year == year
        else { return nil }
        guard !reader.isAtEnd else { return thursday.adding(days: -3).map { ($0, false) } }
        guard !isExtended || reader.skip(UInt8(ascii: "-")), let day = reader.number(1),
            1...7 ~= day
        else { return nil }
        return thursday.adding(days: day - 4).map { ($0, true) }
    }

    private static func instant(
        on midnight: Timestamp, _ reader: inout DigitReader
    ) -> Timestamp? {
        let colon = UInt8(ascii: ":")
        guard let hour = reader.number(2) else { return nil }
        let isExtended = reader.skip(colon)
        var minute = 0
        var second = 0
        var nanoseconds: Int32 = 0
        if isExtended || reader.nextIsDigit {
            guard let minutes = reader.number(2) else { return nil }
            minute = minutes
            if isExtended ? reader.skip(colon) : reader.nextIsDigit {
                guard let seconds = reader.number(2) else { return nil }
                second = seconds
                if reader.skip(UInt8(ascii: ".")) || reader.skip(UInt8(ascii: ",")) {
                    guard let fraction = reader.fraction() else { return nil }
                    nanoseconds = fraction
                }
            }
        }
        guard let offset = reader.zone(), reader.isAtEnd else { return nil }
        // ISO 8601 allows the end of a day to be written as 24:00.
        let isEndOfDay = hour == 24 && minute == 0 && second == 0 && nanoseconds == 0
        let day = midnight.components
        let instant = Timestamp(
            year: day.year, month: day.month, day: day.day, hour: isEndOfDay ? 0 : hour,
            minute: minute, second: second, nanoseconds: nanoseconds, offset: offset)
        return isEndOfDay ? instant?.adding(days: 1) : instant
    }
}

extension Timestamp {
    fileprivate func adding(days: Int) -> Timestamp? {
        Timestamp(seconds: seconds + Int64(days) * 86_400, nanoseconds: nanoseconds)
    }
}

extension DigitReader {
    fileprivate var nextIsDigit: Bool { next.map { $0 &- 0x30 < 10 } ?? false }
}
