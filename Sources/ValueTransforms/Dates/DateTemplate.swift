import MercatorPayload
import ObjectGraph

/// The texts of a format with one length, such as `yyyy-MM-dd`, compared eight bytes at a time.
///
/// It reads the most common spelling only: names of three letters, the zone `zzz` as `GMT`, and `Z`
/// as `+0200`. A class, because a structure would be copied out of its form for each date.
final class DateTemplate: Sendable {
    private let words: [Word]
    private let count: Int
    private let parts: Parts
    /// The offset in seconds ahead of UTC for texts without a zone.
    private let offset: Int
    private let months = DateFormat.months.map { DateTemplate.letters(Array($0.utf8), 0) }
    private let weekdays = DateFormat.weekdays.map { DateTemplate.letters(Array($0.utf8), 0) }

    /// Creates the template of a format; `nil` if it reads texts of several lengths.
    init?(_ format: DateFormat) {
        guard format.problem == nil else { return nil }
        var parts = Parts()
        var bytes: [Spelling] = []
        for (number, field) in format.fields.enumerated() {
            let next = number + 1 < format.fields.count ? format.fields[number + 1] : nil
            guard let spelling = parts.spelling(of: field, before: next, at: bytes.count) else {
                return nil
            }
            bytes += spelling
        }
        guard bytes.count >= 8, parts.month == nil || parts.monthName == nil else { return nil }
        self.parts = parts
        count = bytes.count
        offset = format.offset
        words = stride(from: 0, to: bytes.count, by: 8).map { start in
            let start = min(start, bytes.count - 8)
            return Word(start: start, bytes[start..<start + 8])
        }
    }

    /// Returns the instant of a text; `nil` if it is not spelled as the template expects.
    func timestamp(_ tape: PayloadTape, at position: Int) -> Timestamp? {
        guard tape.isPlainString(at: position), tape.textLength(at: position) == count else {
            return nil
        }
        let start = tape.byteOffset(at: position)
        for word in words {
            guard let bytes = tape.eightBytes(at: start + word.start), word.matches(bytes) else {
                return nil
            }
        }
        func pair(_ offset: Int) -> Int {
            Int(tape.bytes[start + offset] & 15) * 10 + Int(tape.bytes[start + offset + 1] & 15)
        }
        var month = parts.month.map(pair) ?? 1
        if let name = parts.monthName {
            guard let index = months.firstIndex(of: Self.letters(tape.bytes, start + name)) else {
                return nil
            }
            month = index + 1
        }
        if let name = parts.weekday {
            guard weekdays.contains(Self.letters(tape.bytes, start + name)) else { return nil }
        }
        var offset = parts.isUTC ? 0 : offset
        if let zone = parts.zone {
            let sign = tape.bytes[start + zone]
            let (hours, minutes) = (pair(zone + 1), pair(zone + 3))
            guard sign == Byte.plus || sign == Byte.minus, hours <= 23, minutes <= 59 else {
                return nil
            }
            offset = (hours * 3600 + minutes * 60) * (sign == Byte.plus ? 1 : -1)
        }
        return Timestamp(
            year: parts.year.map { pair($0) * 100 + pair($0 + 2) } ?? 1970, month: month,
            day: parts.day.map(pair) ?? 1, hour: parts.hour.map(pair) ?? 0,
            minute: parts.minute.map(pair) ?? 0, second: parts.second.map(pair) ?? 0,
            offset: offset)
    }

    /// Returns three letters, regardless of case, as one number.
    private static func letters(_ bytes: [UInt8], _ start: Int) -> UInt32 {
        UInt32(bytes[start] | 0x20) << 16 | UInt32(bytes[start + 1] | 0x20) << 8
            | UInt32(bytes[start + 2] | 0x20)
    }
}

extension DateTemplate {
    /// The expectation about a byte.
    private enum Spelling {
        case literal(UInt8), digit, any
    }

    /// The expectations about eight bytes of a text.
    private struct Word {
        let start: Int
        private var literals: UInt64 = 0
        private var literalMask: UInt64 = 0
        private var digitMask: UInt64 = 0

        init(start: Int, _ bytes: ArraySlice<Spelling>) {
            self.start = start
            for (index, byte) in bytes.enumerated() {
                let shift = UInt64(8 * index)
                switch byte {
                case .any: break
                case .digit: digitMask |= 0xFF << shift
                case .literal(let literal):
                    literalMask |= 0xFF << shift
                    literals |= UInt64(literal) << shift
                }
            }
        }

        func matches(_ word: UInt64) -> Bool {
            let digits = (word ^ 0x3030_3030_3030_3030) & digitMask
            // Adding 118 sets the high bit of a byte from ten on, without a carry into the next.
            let sums = (digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676
            return (word ^ literals) & literalMask | (digits | sums) & 0x8080_8080_8080_8080 == 0
        }
    }

    /// The offsets of the parts of a text; `nil` for parts that the format lacks.
    private struct Parts {
        var year, month, day, hour, minute, second, monthName, weekday, zone: Int?
        var isUTC = false

        /// Returns the spelling of a field at an offset, and keeps the offset.
        ///
        /// Returns `nil` for a field with texts of several lengths. Words are read up to the last
        /// letter, so none may follow them.
        mutating func spelling(
            of field: DateFormat.Field, before next: DateFormat.Field?, at offset: Int
        ) -> [Spelling]? {
            let isWordEnd =
                switch next {
                case .literal(let byte)?: !(0x41...0x5A).contains(byte & 0xDF)
                case nil, .year?, .day?, .hour?, .minute?, .second?: true
                default: false
                }
            switch field {
            case .literal(let byte): return [.literal(byte)]
            case .year: return Self.take(&year, offset, 4)
            case .month(2): return Self.take(&month, offset, 2)
            case .day(2): return Self.take(&day, offset, 2)
            case .hour(2): return Self.take(&hour, offset, 2)
            case .minute(2): return Self.take(&minute, offset, 2)
            case .second(2): return Self.take(&second, offset, 2)
            case .monthName(isFull: false) where isWordEnd:
                return Self.take(&monthName, offset, 3, .any)
            case .weekday(isFull: false) where isWordEnd:
                return Self.take(&weekday, offset, 3, .any)
            case .zone(UInt8(ascii: "z"), _) where next == nil && zone == nil:
                isUTC = true
                return "GMT".utf8.map(Spelling.literal)
            case .zone(UInt8(ascii: "Z"), 1...3):
                return Self.take(&zone, offset, 4).map { [.any] + $0 }
            default: return nil
            }
        }

        /// Keeps the offset of a part; returns `nil` if the format has the part twice.
        private static func take(
            _ part: inout Int?, _ offset: Int, _ count: Int, _ spelling: Spelling = .digit
        ) -> [Spelling]? {
            guard part == nil else { return nil }
            part = offset
            return Array(repeating: spelling, count: count)
        }
    }
}
