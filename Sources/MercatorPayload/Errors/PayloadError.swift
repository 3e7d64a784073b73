/// A syntax error in a payload: the expectation, the finding, the location and advice.
///
/// Match the code rather than the message:
///
/// ```swift
/// do {
///     let document = try PayloadDocument(parsing: bytes)
/// } catch PayloadError.Code.nestingTooDeep {
///     // refuse the request
/// } catch {
///     print(error)  // expected ',' or ']', found '2', at line 1, column 4 (byte 3): …
/// }
/// ```
public struct PayloadError: Error, Sendable, Equatable {
    /// The violated rule.
    public let code: Code
    /// The location of the fault.
    public let location: PayloadLocation
    /// The text surrounding the fault; contains payload values.
    public let excerpt: PayloadExcerpt
    /// The input at the fault: one character, one byte, or the end of the payload.
    public let found: String
    /// Indicates whether there is nothing but white space before the fault.
    private let isAtStart: Bool

    /// The number of bytes before the fault.
    public var byteOffset: Int { location.byteOffset }
    /// The one-based line of the fault.
    public var line: Int { location.line }
    /// The one-based column of the fault, in Unicode scalars.
    public var column: Int { location.column }

    /// Computes line, column and excerpt here, so that successful parsing does not pay for them.
    init(_ fault: ParseFault, in bytes: [UInt8]) {
        code = fault.code
        location = PayloadLocation(ofByte: fault.offset, in: bytes)
        excerpt = PayloadExcerpt(around: fault.offset, in: bytes)
        found = PayloadError.name(ofByte: fault.offset, in: bytes)
        isAtStart = bytes.prefix(fault.offset).allSatisfy { [9, 10, 13, 32].contains($0) }
    }

    private static func name(ofByte offset: Int, in bytes: [UInt8]) -> String {
        guard offset < bytes.count else { return "the end of the payload" }
        var decoder = UTF8()
        var input = bytes[offset...].prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&input),
            scalar.properties.generalCategory != .control
        else {
            let digits = String(bytes[offset], radix: 16, uppercase: true)
            return "byte 0x" + (digits.count == 1 ? "0" : "") + digits
        }
        return "'\(scalar)'"
    }
}

extension PayloadError: CustomStringConvertible {
    /// The fault in one line, exposing at most one character of the payload.
    public var description: String {
        "expected \(code.expectation), found \(found), at \(location): \(advice)"
    }

    /// The advice of the code, or for a payload that begins like a page.
    private var advice: String {
        code == .expectedValue && found == "'<'" && isAtStart
            ? "this looks like HTML or XML; see whether the response was a page that reports an error"
            : code.advice
    }
}
