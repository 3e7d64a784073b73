// What the readers of other formats need: the same errors and the same way to count lines.

extension PayloadError {
    /// A fault that another format's reader found, at a byte of its payload.
    package init(_ code: Code, atByte offset: Int, in bytes: [UInt8]) {
        self.init(ParseFault(code: code, offset: offset), in: bytes)
    }
}

extension PayloadLocation {
    /// The place of a byte in a payload of any format.
    ///
    /// - Complexity: O(offset).
    package static func place(ofByte offset: Int, in bytes: [UInt8]) -> PayloadLocation {
        PayloadLocation(ofByte: offset, in: bytes)
    }
}
