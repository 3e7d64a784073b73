/// One value of a ``RowBlock`` in sixteen plain bytes: copying it counts no references.
@usableFromInline
package struct RowCell: Sendable {
    /// A number, or where a text begins.
    @usableFromInline package let bits: UInt64
    /// How long a text is, or the nanoseconds of an instant.
    @usableFromInline package let length: UInt32
    @usableFromInline package let kind: Kind

    @usableFromInline
    package enum Kind: UInt8, Sendable {
        case null, no, yes, integer, double, date
        /// A text among the bytes that the block shares with others.
        case sharedText
        /// A text among the bytes of the block.
        case ownText
        /// A list as JSON among the bytes that the block shares, exactly as a store writes it.
        case sharedList
        /// Such a list among the bytes of the block.
        case ownList
        /// One of the block's ``RowBlock/boxes``.
        case boxed
    }

    @inlinable
    package init(_ kind: Kind, bits: UInt64 = 0, length: UInt32 = 0) {
        self.bits = bits
        self.length = length
        self.kind = kind
    }

    /// No value.
    @inlinable package static var null: RowCell { RowCell(.null) }

    /// A truth value.
    @inlinable
    package static func boolean(_ flag: Bool) -> RowCell { RowCell(flag ? .yes : .no) }

    /// A whole number.
    @inlinable
    package static func integer(_ number: Int64) -> RowCell {
        RowCell(.integer, bits: UInt64(bitPattern: number))
    }

    /// A floating-point number; of the two zeros, the one without a sign, as stores keep it.
    @inlinable
    package static func double(_ number: Double) -> RowCell {
        RowCell(.double, bits: (number + 0).bitPattern)
    }

    /// An instant.
    package static func date(_ instant: Timestamp) -> RowCell {
        RowCell(
            .date, bits: UInt64(bitPattern: instant.seconds),
            length: UInt32(bitPattern: instant.nanoseconds))
    }

    /// A part of the bytes that the block shares.
    @inlinable
    package static func sharedText(from start: Int, count: Int) -> RowCell {
        RowCell(
            .sharedText, bits: UInt64(truncatingIfNeeded: start),
            length: UInt32(truncatingIfNeeded: count))
    }

    /// The whole number, if it is one.
    var number: Int64? { kind == .integer ? Int64(bitPattern: bits) : nil }

    /// The bytes of a text.
    var range: Range<Int> {
        let start = Int(truncatingIfNeeded: bits)
        return start..<start + Int(length)
    }

    var isText: Bool { kind == .sharedText || kind == .ownText }
    var isList: Bool { kind == .sharedList || kind == .ownList }
    /// Whether it stands for bytes: a text, or a list's JSON.
    package var isTextOrList: Bool { isText || isList }
    /// Whether its text is among the bytes of the block itself.
    var isOwn: Bool { kind == .ownText || kind == .ownList }
}

/// What cells stand for; boxed ones are known to their block only.
extension RowCell {
    /// The value, whose text is a part of some bytes.
    func value(of bytes: [UInt8]) -> Value {
        switch kind {
        case .null: return .null
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .integer: return .integer(Int64(bitPattern: bits))
        case .double: return .double(Double(bitPattern: bits))
        case .date:
            return .date(
                Timestamp(
                    uncheckedSeconds: Int64(bitPattern: bits),
                    nanoseconds: Int32(bitPattern: length)))
        case .sharedText, .ownText: return .string(String(decoding: bytes[range], as: UTF8.self))
        case .sharedList, .ownList:
            guard let list = ValueJSON.value(Array(bytes[range])) else {
                preconditionFailure("what was put into a row as a list is none")
            }
            return list
        case .boxed: preconditionFailure("only its block knows what is in a box")
        }
    }

    /// Whether the cell has a value, its text being a part of some bytes; no text is made.
    func isSame(as value: Value, of bytes: [UInt8]) -> Bool {
        switch (kind, value) {
        case (.null, .null): true
        case (.no, .boolean(let flag)): !flag
        case (.yes, .boolean(let flag)): flag
        case (.integer, .integer(let number)): UInt64(bitPattern: number) == bits
        case (.sharedText, .string(let text)), (.ownText, .string(let text)):
            text.utf8.count == Int(length) && text.utf8.elementsEqual(bytes[range])
        case (.sharedText, _), (.ownText, _), (.null, _), (.no, _), (.yes, _), (.integer, _): false
        default: self.value(of: bytes) == value
        }
    }
}
