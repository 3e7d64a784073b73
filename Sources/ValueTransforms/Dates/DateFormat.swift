import EntityMapper
import ObjectGraph

/// A fixed format of dates, with parsing from bytes and writing as text.
///
/// Source of the format letters: Unicode Technical Standard 35, part 4, "Date Field Symbol Table".
struct DateFormat: Sendable {
    /// A field or a literal byte of the format.
    enum Field: Sendable {
        case literal(UInt8)
        case year, shortYear, period
        case monthName(isFull: Bool), weekday(isFull: Bool), zone(UInt8, Int)
        case month(Int), day(Int), hour(Int), shortHour(Int), minute(Int), second(Int)
        case fraction(Int)
        /// A day of two characters, padded with a space below 10.
        case spacedDay
    }

    private(set) var fields: [Field] = []
    /// The error in the format string; a format with an error reads and writes nothing.
    private(set) var problem: String?
    /// The letters and literals of the format.
    let text: String
    /// The offset in seconds ahead of UTC for texts without a zone.
    let offset: Int

    /// The format of C's `asctime`: `Sun Nov  6 08:49:37 1994`.
    ///
    /// Source: RFC 9110, section 5.6.7, `asctime-date`.
    static let asctime: DateFormat = {
        var format = DateFormat("EEE MMM d HH:mm:ss yyyy")
        format.fields = format.fields.map { if case .day = $0 { .spacedDay } else { $0 } }
        return format
    }()

    init(_ format: String, offset: Int = 0) {
        text = format
        self.offset = offset
        guard offset % 60 == 0, abs(offset) < 86_400 else {
            problem = "the offset is in seconds: whole minutes, less than a day"
            return
        }
        var rest = Array(format.utf8)[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "'") {
                readQuoted(&rest)
            } else if (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) {
                let run = rest.prefix { $0 == byte }
                rest = rest.dropFirst(run.count)
                guard let field = Self.field(byte, run.count) else {
                    let letters = String(decoding: run, as: UTF8.self)
                    problem =
                        "'\(letters)' is not supported; quote letters that stand for themselves"
                    return
                }
                fields.append(field)
            } else {
                fields.append(.literal(byte))
                rest = rest.dropFirst()
            }
        }
    }

    /// Parses literal text between single quotes.
    ///
    /// Two adjacent quotes denote a quote, inside and outside.
    private mutating func readQuoted(_ rest: inout ArraySlice<UInt8>) {
        let quote = UInt8(ascii: "'")
        rest = rest.dropFirst()
        guard rest.first != quote else {
            fields.append(.literal(quote))
            rest = rest.dropFirst()
            return
        }
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == quote {
                guard rest.first == quote else { return }
                rest = rest.dropFirst()
            }
            fields.append(.literal(byte))
        }
        problem = "a quotation mark is not closed; two of them stand for one"
    }

    private static func field(_ letter: UInt8, _ count: Int) -> Field? {
        switch (Character(Unicode.Scalar(letter)), count) {
        case ("y", 4), ("y", 1): .year
        case ("y", 2): .shortYear
        case ("M", 3), ("M", 4): .monthName(isFull: count == 4)
        case ("M", 1), ("M", 2): .month(count)
        case ("d", 1), ("d", 2): .day(count)
        case ("H", 1), ("H", 2): .hour(count)
        case ("h", 1), ("h", 2): .shortHour(count)
        case ("m", 1), ("m", 2): .minute(count)
        case ("s", 1), ("s", 2): .second(count)
        case ("S", _): .fraction(count)
        case ("E", 1...4): .weekday(isFull: count == 4)
        case ("a", 1): .period
        case ("Z", 1...5), ("X", 1...5), ("x", 1...5), ("z", 1...4): .zone(letter, count)
        default: nil
        }
    }
}

extension DateFormat {
    private struct Parts {
        var year = 1970
        var month = 1
        var day = 1
        var hour = 0
        var minute = 0
        var second = 0
        var nanoseconds: Int32 = 0
        var offset: Int
        var isAfternoon: Bool?
    }

    /// Parses a text in this format; `nil` if it does not match.
    func timestamp(_ bytes: ArraySlice<UInt8>) -> Timestamp? {
        guard problem == nil else { return nil }
        var reader = DigitReader(bytes)
        var parts = Parts(offset: offset)
        for field in fields {
            guard Self.read(field, &reader, &parts) else { return nil }
        }
        guard reader.isAtEnd else { return nil }
        if let isAfternoon = parts.isAfternoon {
            guard (1...12).contains(parts.hour) else { return nil }
            parts.hour = parts.hour % 12 + (isAfternoon ? 12 : 0)
        }
        return Timestamp(
            year: parts.year, month: parts.month, day: parts.day, hour: parts.hour,
            minute: parts.minute, second: parts.second, nanoseconds: parts.nanoseconds,
            offset: parts.offset)
    }

    private static func read(
        _ field: Field, _ reader: inout DigitReader, _ parts: inout Parts
    ) -> Bool {
        switch field {
        case .literal(let byte): return reader.skip(byte)
        case .year: return set(&parts.year, reader.number(4))
        case .shortYear:
            // POSIX: 69 to 99 denote 1969 to 1999.
            return set(&parts.year, reader.number(2).map { $0 + ($0 < 69 ? 2000 : 1900) })
        case .month(let count): return set(&parts.month, number(count, &reader))
        case .monthName:
            let name = reader.word()
            return set(&parts.month, months.firstIndex(where: { matches(name, $0) }).map { $0 + 1 })
        case .day(let count): return set(&parts.day, number(count, &reader))
        case .hour(let count), .shortHour(let count):
            return set(&parts.hour, number(count, &reader))
        case .minute(let count): return set(&parts.minute, number(count, &reader))
        case .second(let count): return set(&parts.second, number(count, &reader))
        case .spacedDay:
            let isShort = reader.skip(0x20)
            return set(&parts.day, isShort ? reader.number(1) : number(1, &reader))
        case .fraction: return set(&parts.nanoseconds, reader.fraction())
        case .weekday:
            let name = reader.word()
            return weekdays.contains { matches(name, $0) }
        case .period:
            let name = reader.word().lowercased()
            parts.isAfternoon = name == "pm"
            return name == "am" || name == "pm"
        case .zone:
            guard let next = reader.next, next != UInt8(ascii: "Z"), (0x41...0x5A).contains(next)
            else { return reader.isAtEnd ? false : set(&parts.offset, reader.zone()) }
            guard ["GMT", "UTC", "UT"].contains(reader.word()) else { return false }
            parts.offset = 0
            guard reader.next == UInt8(ascii: "+") || reader.next == UInt8(ascii: "-") else {
                return true
            }
            return set(&parts.offset, reader.zone())
        }
    }

    private static func set<Number>(_ part: inout Number, _ number: Number?) -> Bool {
        guard let number else { return false }
        part = number
        return true
    }

    /// Reads two digits, or one or two digits if the format has a single letter.
    private static func number(_ count: Int, _ reader: inout DigitReader) -> Int? {
        if count == 1, let number = reader.number(2) { return number }
        return reader.number(count)
    }

    /// Tests whether a word is the full name or its first three letters.
    private static func matches(_ word: String, _ name: String) -> Bool {
        let word = word.lowercased()
        return word == name || word == name.prefix(3)
    }

    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
    static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
}
