public import Payload

/// Why a payload of some format cannot be read or written, or why no format is known for it.
///
/// Where a ``PayloadError`` code fits, as for limits, that error is thrown instead.
///
/// ```swift
/// do {
///     let document = try PayloadFormat.xml.document(from: bytes)
/// } catch PayloadFormatError.Code.entityDeclaration {
///     // refuse the request
/// }
/// ```
public struct PayloadFormatError: Error, Sendable, Hashable {
    /// Which rule was broken.
    public let code: Code
    /// What should have been there.
    public let expected: String
    /// What is there: one character, a kind of value, or the name of a type.
    public let found: String
    /// Where it is in the payload, or `nil` where the fault is not in a payload.
    public let location: PayloadLocation?
    /// What to do.
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
}

extension PayloadFormatError: CustomStringConvertible {
    /// The fault in one line, without payload values beyond one character.
    public var description: String {
        let place = location.map { ", at \($0)" } ?? ""
        return "expected \(expected), found \(found)\(place): \(advice)"
    }
}

extension PayloadFormatError {
    /// Which rule was broken.
    ///
    /// More codes may come, so a `switch` needs a `default`.
    /// A code matches an error in a `catch` clause: `catch PayloadFormatError.Code.malformed`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code, the same in every release.
        public let description: String

        /// No format is registered for a MIME type.
        public static let unknownMIMEType = Code(description: "unknownMIMEType")
        /// No format is registered for a path extension.
        public static let unknownPathExtension = Code(description: "unknownPathExtension")
        /// The format can only be read.
        public static let writingNotSupported = Code(description: "writingNotSupported")
        /// The format has no form for a value of the document.
        public static let unwritableValue = Code(description: "unwritableValue")
        /// The bytes break the grammar of the format.
        public static let malformed = Code(description: "malformed")
        /// The text is in an encoding that is not read.
        public static let unsupportedEncoding = Code(description: "unsupportedEncoding")
        /// An XML document declares an entity.
        public static let entityDeclaration = Code(description: "entityDeclaration")
        /// Two keys of a form ask for values of different kinds in one place.
        public static let conflictingKeys = Code(description: "conflictingKeys")
        /// A percent sign is not followed by two hexadecimal digits.
        public static let invalidPercentEscape = Code(description: "invalidPercentEscape")
        /// A value has no form in a document, such as a number that is infinite.
        public static let unrepresentableValue = Code(description: "unrepresentableValue")
        /// References make a small payload stand for an enormous document.
        public static let expandsTooFar = Code(description: "expandsTooFar")

        /// Whether an error is a ``PayloadFormatError`` with this code.
        ///
        /// - Parameters:
        ///   - code: The code to look for.
        ///   - error: Any error.
        /// - Returns: Whether they belong together.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PayloadFormatError)?.code == code
        }
    }
}
