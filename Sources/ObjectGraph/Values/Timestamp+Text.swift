extension Timestamp {
    /// Reads ISO 8601 / RFC 3339 text such as `2014-08-31T00:29:15.25+02:00`.
    ///
    /// The rules are the same as for ``init(iso8601:)``.
    public init?(_ text: String) {
        self.init(iso8601: Array(text.utf8)[...])
    }

    /// Reads the UTF-8 bytes of an ISO 8601 / RFC 3339 date.
    ///
    /// The accepted forms are `YYYY-MM-DD`, optionally followed by `T`, `t` or a space and `hh:mm`,
    /// `hh:mm:ss` or `hh:mm:ss.fraction` (with a period or a comma), and then optionally by a time
    /// zone `Z`, `z`, `±hh`, `±hhmm` or `±hh:mm`. Without a zone the time is UTC. The first nine
    /// digits of the fraction are significant; further ones are checked and dropped. Any other
    /// text, including one with trailing bytes, gives `nil`.
    ///
    /// Other forms of ISO 8601 are rejected on purpose: digits alone could as well be seconds since
    /// 1970, and week dates, ordinal dates and dates without separators are rare. Mappings that
    /// need them use the mapper's transform `iso8601`.
    ///
    /// Source: RFC 3339, section 5.6, with ISO 8601's reduced precision and basic zone offsets.
    public init?(iso8601 bytes: [UInt8]) {
        self.init(iso8601: bytes[...])
    }

    /// Reads the same forms from a slice of a larger buffer, such as a payload.
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

    /// Creates an instant from the most common form, in little-endian words of eight bytes.
    ///
    /// The form is `2014-08-31T00:29:15Z`, with or without a fraction.
    ///
    /// Every other form is read by the slower ``init(iso8601:)-(ArraySlice<UInt8>)``.
    ///
    /// - Parameters:
    ///   - first: `2014-08-`.
    ///   - second: `31T00:29`.
    ///   - third: The bytes from the last digit of the hour on, which overlap the second word:
    ///     `0:29:15Z`, or `0:29:15.` before a fraction.
    ///   - nanoseconds: The fraction; `nil` if the text ends with the seconds and a `Z`.
    package init?(
        commonISO8601 first: UInt64, _ second: UInt64, _ third: UInt64, nanoseconds: Int32?
    ) {
        // Replaces each digit with its value, and each expected separator with zero.
        let date = first ^ 0x2D30_302D_3030_3030
        let time = second ^ 0x3030_3A30_3054_3030
        let seconds = third ^ (nanoseconds == nil ? 0x5A30_303A_3030_3A30 : 0x2E30_303A_3030_3A30)
        let separators =
            date & 0xFF00_00FF_0000_0000 | time & 0x0000_FF00_00FF_0000
            | seconds & 0xFF00_00FF_0000_FF00
        // Sets the high bit of each byte above 9: adding 118 carries into it from 10 on.
        func others(_ digits: UInt64) -> UInt64 {
            digits | ((digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676)
        }
        guard separators == 0,
            (others(date) | others(time) | others(seconds)) & 0x8080_8080_8080_8080 == 0
        else { return nil }
        /// Returns the number that the two digits from an index on represent.
        func pair(_ digits: UInt64, _ index: UInt64) -> Int {
            let both = digits >> (8 &* index)
            return Int(truncatingIfNeeded: (both & 0xFF) &* 10 &+ both >> 8 & 0xFF)
        }
        self.init(
            year: pair(date, 0) &* 100 &+ pair(date, 2), month: pair(date, 5), day: pair(time, 0),
            hour: pair(time, 3), minute: pair(time, 6), second: pair(seconds, 5),
            nanoseconds: nanoseconds ?? 0)
    }

    /// The instant in UTC without a zone and without trailing zeros: `2014-08-31 00:29:15.25`.
    ///
    /// The texts sort in the order of the instants, and SQLite's date functions read them.
    package var sortableText: String { text(separator: 0x20, suffix: "") }

    /// Reads a text of the form of ``sortableText``.
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
    /// Appends the last `digits` digits of a nonnegative number, padded with leading zeros.
    package mutating func append(_ number: Int, digits: Int) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(truncatingIfNeeded: 0x30 + number / divisor % 10))
            divisor /= 10
        }
    }
}
