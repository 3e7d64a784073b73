public import MercatorPayload

/// An error in reading or writing a payload of some format, or in finding its format.
///
/// Faults covered by a code of ``PayloadError``, such as exceeded limits, throw that error instead.
///
/// ```swift
/// do {
///     let document = try PayloadFormat.xml.document(from: bytes)
/// } catch PayloadFormatError.Code.entityDeclaration {
///     // refuse the request
/// }
/// ```
public struct PayloadFormatError: Error, Sendable, Hashable {
    /// The violated rule.
    public let code: Code
    /// A description of the expected input.
    public let expected: String
    /// The actual input: one character, a kind of value, or the name of a type.
    public let found: String
    /// The location in the payload, or `nil` if the fault is not in a payload.
    public let location: PayloadLocation?
    /// Advice for resolving the error.
    public let advice: String

    init(
        _ code: Code, expected: String, found: String, location: PayloadLocation? = nil,
        advice: String
    ) {
        self.code = code
        self.expected = expected
        self.found = found
        self.location = location
        self.advice = advice
    }

    /// The error for a value that a format cannot represent.
    static func unwritable(
        _ value: PayloadValue, expected: String, found: String, advice: String
    ) -> PayloadFormatError {
        PayloadFormatError(
            .unwritableValue, expected: expected, found: found, location: value.location,
            advice: advice)
    }
}

extension PayloadFormatError: CustomStringConvertible {
    /// The fault in one line, exposing at most one character of the payload.
    public var description: String {
        let locationText = location.map { ", at \($0)" } ?? ""
        return "expected \(expected), found \(found)\(locationText): \(advice)"
    }
}

extension PayloadFormatError {
    /// The rule that a payload or a request for a format violates.
    ///
    /// Codes may be added in later releases, so a `switch` needs a `default`. A code matches an
    /// error in a `catch` clause: `catch PayloadFormatError.Code.malformed`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code, stable across releases.
        public let description: String

        /// No format is registered for a MIME type.
        public static let unknownMIMEType = Code(description: "unknownMIMEType")
        /// No format is registered for a path extension.
        public static let unknownPathExtension = Code(description: "unknownPathExtension")
        /// The format is read-only.
        public static let writingNotSupported = Code(description: "writingNotSupported")
        /// The format cannot represent a value of the document.
        public static let unwritableValue = Code(description: "unwritableValue")
        /// The bytes violate the grammar of the format.
        public static let malformed = Code(description: "malformed")
        /// The text has an unsupported encoding.
        public static let unsupportedEncoding = Code(description: "unsupportedEncoding")
        /// An XML document declares an entity.
        public static let entityDeclaration = Code(description: "entityDeclaration")
        /// Two keys of a form require values of different kinds at the same position.
        public static let conflictingKeys = Code(description: "conflictingKeys")
        /// A percent sign is not followed by two hexadecimal digits.
        public static let invalidPercentEscape = Code(description: "invalidPercentEscape")
        /// A value cannot be represented in a document, such as an infinite number.
        public static let unrepresentableValue = Code(description: "unrepresentableValue")
        /// References expand a small payload into an excessively large document.
        public static let expandsTooFar = Code(description: "expandsTooFar")

        /// Tests whether an error is a ``PayloadFormatError`` with the given code.
        ///
        /// - Parameters:
        ///   - code: The code to match.
        ///   - error: Any error.
        /// - Returns: `true` if `error` is a ``PayloadFormatError`` with `code`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PayloadFormatError)?.code == code
        }
    }
}
