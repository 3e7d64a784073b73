/// ASCII bytes with a role in the grammar of JSON.
///
/// The properties are computed, because a stored property cannot be inlined in another target.
package enum Byte {
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var quotationMark: UInt8 { 0x22 }
    @inlinable package static var plus: UInt8 { 0x2B }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var minus: UInt8 { 0x2D }
    @inlinable package static var point: UInt8 { 0x2E }
    @inlinable package static var slash: UInt8 { 0x2F }
    @inlinable package static var zero: UInt8 { 0x30 }
    @inlinable package static var nine: UInt8 { 0x39 }
    @inlinable package static var colon: UInt8 { 0x3A }
    @inlinable package static var openingBracket: UInt8 { 0x5B }
    @inlinable package static var backslash: UInt8 { 0x5C }
    @inlinable package static var closingBracket: UInt8 { 0x5D }
    @inlinable package static var openingBrace: UInt8 { 0x7B }
    @inlinable package static var closingBrace: UInt8 { 0x7D }

    /// Tests for the white space of JSON.
    @inlinable
    package static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == lineFeed || byte == carriageReturn || byte == 0x09
    }

    /// Returns the value of a hexadecimal digit.
    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x41 + 10)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        default: nil
        }
    }
}
