/// Why bytes are not a payload: what was expected, what was found, where, and what to do.
///
/// Match the code, not the words:
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
    /// Which rule was broken.
    public let code: Code
    /// Where it was broken.
    public let location: PayloadLocation
    /// The payload around that place; contains payload values.
    public let excerpt: PayloadExcerpt
    /// What is at that place: one character, one byte, or the end of the payload.
    public let found: String

    /// How many bytes come before the fault.
    public var byteOffset: Int { location.byteOffset }
    /// The line of the fault, beginning with 1.
    public var line: Int { location.line }
    /// The Unicode scalar in its line, beginning with 1.
    public var column: Int { location.column }

    /// Counts lines and columns, which nobody needs while parsing goes well.
    init(_ fault: ParseFault, in bytes: [UInt8]) {
        code = fault.code
        location = PayloadLocation(ofByte: fault.offset, in: bytes)
        excerpt = PayloadExcerpt(around: fault.offset, in: bytes)
        found = PayloadError.name(ofByte: fault.offset, in: bytes)
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
    /// The fault in one line, without payload values beyond one character.
    public var description: String {
        "expected \(code.expectation), found \(found), at \(location): \(code.advice)"
    }
}
