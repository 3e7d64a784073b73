extension PayloadError {
    /// The grammar rule or limit that a payload violates.
    ///
    /// Codes may be added in later releases, so a `switch` needs a `default`. A code matches an
    /// error in a `catch` clause: `catch PayloadError.Code.trailingComma`.
    public struct Code: Sendable {
        /// The name of the code, stable across releases.
        public let name: String
        package let expectation: String
        let advice: String

        private init(_ name: String, expected expectation: String, advice: String) {
            self.name = name
            self.expectation = expectation
            self.advice = advice
        }

        /// Tests whether an error is a ``PayloadError`` with the given code.
        ///
        /// - Parameters:
        ///   - code: The code to match.
        ///   - error: Any error.
        /// - Returns: `true` if `error` is a ``PayloadError`` with `code`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PayloadError)?.code == code
        }
    }
}

extension PayloadError.Code: Hashable, CustomStringConvertible {
    /// Compares codes by name.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name of the code.
    public var description: String { name }
}

// Structure.
extension PayloadError.Code {
    /// The payload is empty or consists of white space only.
    public static let emptyPayload = Self(
        "emptyPayload", expected: "a value",
        advice: "see whether the response was empty, or send at least 'null'")
    /// The payload ends in the middle of a value or a container.
    public static let unexpectedEnd = Self(
        "unexpectedEnd", expected: "more of the payload", advice: "see whether it was cut off")
    /// The payload continues after its top-level value.
    public static let trailingContent = Self(
        "trailingContent", expected: "the end of the payload",
        advice: "put several values into one array")
    /// A value is missing: the characters at its position cannot begin one.
    public static let expectedValue = Self(
        "expectedValue", expected: "a value", advice: "put text between quotation marks")
    /// A member begins with something other than a string.
    public static let expectedKey = Self(
        "expectedKey", expected: "a key", advice: "put keys between quotation marks")
    /// A key is not followed by a colon.
    public static let expectedColon = Self(
        "expectedColon", expected: "':'", advice: "put a colon between key and value")
    /// An array element is followed by neither a comma nor a closing bracket.
    public static let expectedArrayEnd = Self(
        "expectedArrayEnd", expected: "',' or ']'",
        advice: "put a comma between elements, or close the array")
    /// An object member is followed by neither a comma nor a closing brace.
    public static let expectedObjectEnd = Self(
        "expectedObjectEnd", expected: "',' or '}'",
        advice: "put a comma between members, or close the object")
    /// The last element or member of a container is followed by a comma.
    public static let trailingComma = Self(
        "trailingComma", expected: "a value behind the comma",
        advice: "remove the comma, or set allowsTrailingComma")
    /// An object contains the same key twice, and the options reject duplicates.
    public static let duplicateKey = Self(
        "duplicateKey", expected: "a key the object does not have yet",
        advice: "rename or remove the member, or let the last one win")
}

// Scalars.
extension PayloadError.Code {
    /// A literal begins like `true`, `false` or `null` but continues differently.
    public static let invalidLiteral = Self(
        "invalidLiteral", expected: "'true', 'false' or 'null'",
        advice: "write literals in lower case, and text between quotation marks")
    /// A sign, a decimal point or an exponent is not followed by a digit.
    public static let invalidNumber = Self(
        "invalidNumber", expected: "a digit",
        advice: "put digits behind the sign, the point and the exponent")
    /// A number has a leading zero followed by further digits.
    public static let leadingZero = Self(
        "leadingZero", expected: "a number without leading zeros",
        advice: "remove the zeros, or send a string")
    /// A string contains an unescaped line break or another control character.
    public static let controlCharacter = Self(
        "controlCharacter", expected: "text or '\"'",
        advice: "escape control characters, or close the string")
    /// A backslash does not begin a valid escape sequence.
    public static let invalidEscape = Self(
        "invalidEscape", expected: #"\" \\ \/ \b \f \n \r \t or \u with four hex digits"#,
        advice: "write a backslash in text twice")
    /// An escaped half of a surrogate pair occurs without the other half.
    public static let loneSurrogate = Self(
        "loneSurrogate", expected: "both halves of a surrogate pair",
        advice: "do not cut text between UTF-16 code units")
    /// A string is not valid UTF-8.
    public static let invalidUTF8 = Self(
        "invalidUTF8", expected: "UTF-8", advice: "send the payload as UTF-8")
}

// Limits.
extension PayloadError.Code {
    /// The payload is larger than ``PayloadLimits/payloadBytes``.
    public static let payloadTooLarge = limit("payloadTooLarge", "payloadBytes")
    /// Containers are nested more deeply than ``PayloadLimits/nestingDepth`` allows.
    public static let nestingTooDeep = limit("nestingTooDeep", "nestingDepth")
    /// A string or key is longer than ``PayloadLimits/stringBytes``.
    public static let stringTooLong = limit("stringTooLong", "stringBytes")
    /// A number is longer than ``PayloadLimits/numberBytes``.
    public static let numberTooLong = limit("numberTooLong", "numberBytes")
    /// A container has more elements than ``PayloadLimits/elementsPerContainer`` allows.
    public static let tooManyElements = limit("tooManyElements", "elementsPerContainer")

    private static func limit(_ name: String, _ limit: String) -> Self {
        Self(
            name, expected: "no more than the limit \(limit) allows",
            advice: "raise limits.\(limit) if the sender can be trusted")
    }
}
