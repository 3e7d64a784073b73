extension Timestamp {
    /// Reads an ISO 8601 / RFC 3339 text such as `2014-08-31T00:29:15.25+02:00`.
    ///
    /// The rules are those of ``init(iso8601:)``.
    public init?(_ text: String) {
        self.init(iso8601: Array(text.utf8)[...])
    }

    /// Reads the UTF-8 bytes of an ISO 8601 / RFC 3339 date.
    ///
    /// Accepted are `YYYY-MM-DD`, and with `T`, `t` or a space after it `hh:mm`, `hh:mm:ss` or
    /// `hh:mm:ss.fraction` (a comma may stand for the point), and after that a zone `Z`, `z`, `±hh`,
    /// `±hhmm` or `±hh:mm`. No zone means UTC. Nine digits of the fraction count; further ones are
    /// checked and dropped. Anything else, also a trailing byte, gives `nil`.
    ///
    /// That is all on purpose: a text of digits alone might as well be seconds since 1970, and week
    /// dates, ordinal dates and dates without separators are rare. The mapper's transform `iso8601`
    /// reads those for who asks for them.
    ///
    /// Source: RFC 3339, section 5.6, with ISO 8601's reduced precision and basic zone offsets.
    public init?(iso8601 bytes: [UInt8]) {
        self.init(iso8601: bytes[...])
    }

    /// Reads the same from a part of some bytes, such as a payload.
    package init?(iso8601 bytes: ArraySlice<UInt8>) {
        var reader = DigitReader(bytes)
        guard let year = reader.number(4), reader.skip(UInt8(ascii: "-")),
            let month = reader.number(2),
            reader.skip(UInt8(ascii: "-")), let day = reader.number(2)
        else { return nil }
        guard !reader.isAtEnd else {
            self.init(year: year, month: month, day: day)
            return
        }
        guard
            reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: "t"))
                || reader.skip(UInt8(ascii: " ")),
            let hour = reader.number(2), reader.skip(UInt8(ascii: ":")),
            let minute = reader.number(2)
        else { return nil }
        var second = 0
        var nanoseconds: Int32 = 0
        if reader.skip(UInt8(ascii: ":")) {
            guard let seconds = reader.number(2) else { return nil }
            second = seconds
            if reader.skip(UInt8(ascii: ".")) || reader.skip(UInt8(ascii: ",")) {
                guard let fraction = reader.fraction() else { return nil }
                nanoseconds = fraction
            }
        }
        guard let offset = reader.zone(), reader.isAtEnd else { return nil }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            nanoseconds: nanoseconds, offset: offset)
    }

    /// Reads a part of some bytes if it is what most servers send: `2014-08-31T00:29:15Z`, or with a
    /// fraction of up to nine digits before the `Z`.
    ///
    /// What else there is ``init(iso8601:)-(ArraySlice<UInt8>)`` reads, which takes longer.
    package init?(commonISO8601 bytes: [UInt8], in range: Range<Int>) {
        let start = range.lowerBound
        guard range.count >= 20, range.count <= 30, bytes[range.upperBound - 1] == 0x5A,
            bytes[start + 4] == 0x2D, bytes[start + 7] == 0x2D, bytes[start + 10] == 0x54,
            bytes[start + 13] == 0x3A, bytes[start + 16] == 0x3A
        else { return nil }
        // Whatever is no digit makes it 10 or more.
        var largest: UInt8 = 0
        func digit(_ place: Int) -> Int {
            let digit = bytes[place] &- 0x30
            largest = max(largest, digit)
            return Int(digit)
        }
        func pair(_ place: Int) -> Int { digit(start + place) &* 10 &+ digit(start + place + 1) }
        var nanoseconds = 0
        if range.count > 20 {
            guard range.count > 21, bytes[start + 19] == 0x2E else { return nil }
            for place in start + 20..<range.upperBound - 1 {
                nanoseconds = nanoseconds * 10 + digit(place)
            }
            for _ in range.count - 21..<9 { nanoseconds *= 10 }
        }
        let year = pair(0) * 100 + pair(2)
        let (month, day, hour, minute, second) = (pair(5), pair(8), pair(11), pair(14), pair(17))
        guard largest < 10 else { return nil }
        self.init(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            nanoseconds: Int32(nanoseconds))
    }

    /// The instant in UTC without a zone and without trailing zeros: `2014-08-31 00:29:15.25`.
    ///
    /// These texts sort like the instants, and SQLite's date functions read them.
    package var sortableText: String { text(separator: 0x20, suffix: "") }

    /// Reads what ``sortableText`` wrote.
    package init?(sortableText text: String) {
        self.init(iso8601: Array(text.utf8)[...])
    }

    private func text(separator: UInt8, suffix: String) -> String {
        let parts = components
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        bytes.append(parts.year, digits: 4)
        bytes.append(0x2D)
        bytes.append(parts.month, digits: 2)
        bytes.append(0x2D)
        bytes.append(parts.day, digits: 2)
        bytes.append(separator)
        bytes.append(parts.hour, digits: 2)
        bytes.append(0x3A)
        bytes.append(parts.minute, digits: 2)
        bytes.append(0x3A)
        bytes.append(parts.second, digits: 2)
        if nanoseconds > 0 {
            bytes.append(0x2E)
            bytes.append(Int(nanoseconds), digits: 9)
            while bytes.last == 0x30 { bytes.removeLast() }
        }
        bytes.append(contentsOf: suffix.utf8)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Timestamp: CustomStringConvertible, LosslessStringConvertible {
    /// The instant in UTC as RFC 3339 text, such as `2014-08-31T00:29:15.25Z`.
    public var description: String { text(separator: 0x54, suffix: "Z") }
}

extension Timestamp: Codable {
    /// Reads RFC 3339 text.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let instant = Timestamp(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no ISO 8601 date: \(text)")
            )
        }
        self = instant
    }

    /// Writes RFC 3339 text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension [UInt8] {
    /// Appends the last digits of a number that is not negative, with zeros in front.
    package mutating func append(_ number: Int, digits: Int) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(truncatingIfNeeded: 0x30 + number / divisor % 10))
            divisor /= 10
        }
    }
}
