// Shared with the readers of other formats: the same errors and the same line counting.

extension PayloadError {
    /// Creates an error at a byte of a payload in another format.
    package init(_ code: Code, atByte offset: Int, in bytes: [UInt8]) {
        self.init(ParseFault(code: code, offset: offset), in: bytes)
    }
}

extension PayloadLocation {
    /// Returns the location of a byte in a payload of any format.
    ///
    /// - Complexity: O(offset).
    package static func location(ofByte offset: Int, in bytes: [UInt8]) -> PayloadLocation {
        PayloadLocation(ofByte: offset, in: bytes)
    }
}
