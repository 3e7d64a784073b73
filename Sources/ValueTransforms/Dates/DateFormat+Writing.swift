import EntityMapper
import ObjectGraph

extension DateFormat {
    /// Returns the text of an instant, truncated to the smallest unit of the format.
    ///
    /// The result is `nil` if parsing the text would not give that instant back: the format lacks a
    /// larger unit, or two digits are not enough for the year.
    func text(_ instant: Timestamp) -> String? {
        guard problem == nil,
            let local = Timestamp(
                seconds: instant.seconds + Int64(offset), nanoseconds: instant.nanoseconds)
        else { return nil }
        var text: [UInt8] = []
        for field in fields { append(field, of: local, to: &text) }
        guard let again = timestamp(text[...]),
            0..<smallestUnit ~= instant.totalNanoseconds - again.totalNanoseconds
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    private func append(_ field: Field, of local: Timestamp, to text: inout [UInt8]) {
        let parts = local.components
        switch field {
        case .literal(let byte): text.append(byte)
        case .year: text.append(parts.year, digits: 4)
        case .shortYear: text.append(parts.year, digits: 2)
        case .month(let count): append(parts.month, count, to: &text)
        case .monthName(let isFull): append(Self.months[parts.month - 1], isFull, to: &text)
        case .day(let count): append(parts.day, count, to: &text)
        case .spacedDay:
            if parts.day < 10 { text.append(0x20) }
            append(parts.day, 1, to: &text)
        case .hour(let count): append(parts.hour, count, to: &text)
        case .shortHour(let count): append((parts.hour + 11) % 12 + 1, count, to: &text)
        case .minute(let count): append(parts.minute, count, to: &text)
        case .second(let count): append(parts.second, count, to: &text)
        case .fraction(let count): appendFraction(local.nanoseconds, count, to: &text)
        case .weekday(let isFull): append(Self.weekdays[local.weekday], isFull, to: &text)
        case .period: text.append(contentsOf: (parts.hour < 12 ? "AM" : "PM").utf8)
        case .zone(let letter, let count): appendZone(letter, count, to: &text)
        }
    }

    private func append(_ number: Int, _ count: Int, to text: inout [UInt8]) {
        text.append(number, digits: max(count, number < 10 ? 1 : 2))
    }

    private func append(_ name: String, _ isFull: Bool, to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: (isFull ? name[...] : name.prefix(3)).utf8)
        text[start] -= 0x20  // ASCII lower case to upper case
    }

    private func appendFraction(_ nanoseconds: Int32, _ count: Int, to text: inout [UInt8]) {
        var digits: [UInt8] = []
        digits.append(Int(nanoseconds), digits: 9)
        text.append(contentsOf: digits.prefix(count))
        for _ in 9..<max(count, 9) { text.append(0x30) }
    }

    /// Appends the offset in the format of the zone letters.
    ///
    /// Examples are `GMT`, `Z`, `+02`, `+0200` and `+02:00`.
    private func appendZone(_ letter: UInt8, _ count: Int, to text: inout [UInt8]) {
        let isNamed = letter == UInt8(ascii: "z") || (letter == UInt8(ascii: "Z") && count == 4)
        let isShort = letter == UInt8(ascii: "X") || (letter == UInt8(ascii: "Z") && count == 5)
        if isNamed { text.append(contentsOf: "GMT".utf8) }
        if offset == 0, isNamed { return }
        if offset == 0, isShort {
            text.append(UInt8(ascii: "Z"))
            return
        }
        let minutes = abs(offset) / 60
        text.append(UInt8(ascii: offset < 0 ? "-" : "+"))
        text.append(minutes / 60, digits: 2)
        let isLetterX = letter == UInt8(ascii: "X") || letter == UInt8(ascii: "x")
        if isLetterX, count == 1, minutes % 60 == 0 { return }
        let hasColon = isNamed || (isLetterX ? count == 3 || count == 5 : count == 5)
        if hasColon { text.append(UInt8(ascii: ":")) }
        text.append(minutes % 60, digits: 2)
    }

    /// The smallest unit of the format, in nanoseconds.
    private var smallestUnit: Int128 {
        let second: Int128 = 1_000_000_000
        return fields.map { field in
            switch field {
            case .fraction(let count): (min(count, 9)..<9).reduce(1) { unit, _ in unit * 10 }
            case .second: second
            case .minute: 60 * second
            case .hour, .shortHour: 3600 * second
            case .period: 43_200 * second
            case .day, .spacedDay: 86_400 * second
            case .month, .monthName: 31 * 86_400 * second
            default: 366 * 86_400 * second
            }
        }.min() ?? 1
    }
}

extension Timestamp {
    /// The nanoseconds since 1970.
    var totalNanoseconds: Int128 { Int128(seconds) * 1_000_000_000 + Int128(nanoseconds) }

    /// The day of the week in UTC; Monday is 0.
    var weekday: Int {
        // 1970 began on a Thursday, and the year 1 is less than 800 000 days before it.
        Int((seconds + 86_400 * 800_002) / 86_400 + 3) % 7
    }
}

extension DateFormat {
    /// The offset in the format `+hhmm`.
    var zoneText: String {
        var text: [UInt8] = []
        appendZone(UInt8(ascii: "x"), 2, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
