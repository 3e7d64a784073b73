extension PayloadError {
    /// Which rule a payload broke.
    ///
    /// More codes may come, so a `switch` needs a `default`.
    /// A code matches an error in a `catch` clause: `catch PayloadError.Code.trailingComma`.
    public struct Code: Sendable {
        /// The name of the code, the same in every release.
        public let name: String
        package let expectation: String
        let advice: String

        private init(_ name: String, expected expectation: String, advice: String) {
            self.name = name
            self.expectation = expectation
            self.advice = advice
        }

        /// Whether an error is a ``PayloadError`` with this code.
        ///
        /// - Parameters:
        ///   - code: The code to look for.
        ///   - error: Any error.
        /// - Returns: Whether they belong together.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PayloadError)?.code == code
        }
    }
}

extension PayloadError.Code: Hashable, CustomStringConvertible {
    /// Codes are equal when their names are.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name of the code.
    public var description: String { name }
}

// Structure.
extension PayloadError.Code {
    /// There is nothing but white space.
    public static let emptyPayload = Self(
        "emptyPayload", expected: "a value", advice: "send at least 'null'")
    /// The payload stops in the middle of something.
    public static let unexpectedEnd = Self(
        "unexpectedEnd", expected: "more of the payload", advice: "see whether it was cut off")
    /// Something follows the value that the payload is.
    public static let trailingContent = Self(
        "trailingContent", expected: "the end of the payload",
        advice: "put several values into one array")
    /// Something that cannot begin a value stands in its place.
    public static let expectedValue = Self(
        "expectedValue", expected: "a value", advice: "put text between quotation marks")
    /// Something other than a string stands in the place of a key.
    public static let expectedKey = Self(
        "expectedKey", expected: "a key", advice: "put keys between quotation marks")
    /// No colon follows a key.
    public static let expectedColon = Self(
        "expectedColon", expected: "':'", advice: "put a colon between key and value")
    /// Neither a comma nor the end of the array follows an element.
    public static let expectedArrayEnd = Self(
        "expectedArrayEnd", expected: "',' or ']'",
        advice: "put a comma between elements, or close the array")
    /// Neither a comma nor the end of the object follows a member.
    public static let expectedObjectEnd = Self(
        "expectedObjectEnd", expected: "',' or '}'",
        advice: "put a comma between members, or close the object")
    /// A comma stands before the end of a container.
    public static let trailingComma = Self(
        "trailingComma", expected: "a value behind the comma",
        advice: "remove the comma, or set allowsTrailingComma")
    /// An object has a key twice, and the options forbid it.
    public static let duplicateKey = Self(
        "duplicateKey", expected: "a key the object does not have yet",
        advice: "rename or remove the member, or let the last one win")
}

// Scalars.
extension PayloadError.Code {
    /// Something begins like `true`, `false` or `null` and goes on differently.
    public static let invalidLiteral = Self(
        "invalidLiteral", expected: "'true', 'false' or 'null'",
        advice: "write literals in lower case, and text between quotation marks")
    /// A sign, a point or an exponent lacks its digits.
    public static let invalidNumber = Self(
        "invalidNumber", expected: "a digit",
        advice: "put digits behind the sign, the point and the exponent")
    /// A number begins with a zero that more digits follow.
    public static let leadingZero = Self(
        "leadingZero", expected: "a number without leading zeros",
        advice: "remove the zeros, or send a string")
    /// A line break or another control character stands in a string.
    public static let controlCharacter = Self(
        "controlCharacter", expected: "text or '\"'",
        advice: "escape control characters, or close the string")
    /// A backslash is followed by something that is no escape sequence.
    public static let invalidEscape = Self(
        "invalidEscape", expected: #"\" \\ \/ \b \f \n \r \t or \u with four hex digits"#,
        advice: "write a backslash in text twice")
    /// One half of a surrogate pair is escaped without the other.
    public static let loneSurrogate = Self(
        "loneSurrogate", expected: "both halves of a surrogate pair",
        advice: "do not cut text between UTF-16 code units")
    /// The bytes of a string are not UTF-8.
    public static let invalidUTF8 = Self(
        "invalidUTF8", expected: "UTF-8", advice: "send the payload as UTF-8")
}

// Limits.
extension PayloadError.Code {
    /// The payload is larger than ``PayloadLimits/payloadBytes``.
    public static let payloadTooLarge = limit("payloadTooLarge", "payloadBytes")
    /// More containers are inside each other than ``PayloadLimits/nestingDepth``.
    public static let nestingTooDeep = limit("nestingTooDeep", "nestingDepth")
    /// A string or key is longer than ``PayloadLimits/stringBytes``.
    public static let stringTooLong = limit("stringTooLong", "stringBytes")
    /// A number is longer than ``PayloadLimits/numberBytes``.
    public static let numberTooLong = limit("numberTooLong", "numberBytes")
    /// A container holds more than ``PayloadLimits/elementsPerContainer``.
    public static let tooManyElements = limit("tooManyElements", "elementsPerContainer")

    private static func limit(_ name: String, _ limit: String) -> Self {
        Self(
            name, expected: "no more than the limit \(limit) allows",
            advice: "raise limits.\(limit) if the sender can be trusted")
    }
}
