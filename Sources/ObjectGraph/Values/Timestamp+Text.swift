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
