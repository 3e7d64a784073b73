/// One value of a ``RowBlock`` in sixteen bytes, which are copied without reference counting.
@usableFromInline
package struct RowCell: Sendable {
    /// A number, the seconds of an instant, the offset of a text, or the index of a boxed value.
    @usableFromInline package let bits: UInt64
    /// The length of a text in bytes, or the nanoseconds of an instant.
    @usableFromInline package let length: UInt32
    @usableFromInline package let kind: Kind

    @usableFromInline
    package enum Kind: UInt8, Sendable {
        case null, no, yes, integer, double, date
        /// A text in the shared bytes of the block.
        case sharedText
        /// A text in the block's own bytes.
        case ownText
        /// A list as JSON in the shared bytes of the block, exactly as a store spells it.
        case sharedList
        /// A list as JSON in the block's own bytes, exactly as a store spells it.
        case ownList
        /// A value of ``RowBlock/boxes``.
        case boxed
    }

    @inlinable
    package init(_ kind: Kind, bits: UInt64 = 0, length: UInt32 = 0) {
        self.bits = bits
        self.length = length
        self.kind = kind
    }

    /// Null.
    @inlinable package static var null: RowCell { RowCell(.null) }

    /// A Boolean value.
    @inlinable
    package static func boolean(_ flag: Bool) -> RowCell { RowCell(flag ? .yes : .no) }

    /// An integer.
    @inlinable
    package static func integer(_ number: Int64) -> RowCell {
        RowCell(.integer, bits: UInt64(bitPattern: number))
    }

    /// A floating-point number; negative zero becomes zero, as in stores.
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

    /// A text in the shared bytes of the block.
    @inlinable
    package static func sharedText(from start: Int, count: Int) -> RowCell {
        RowCell(
            .sharedText, bits: UInt64(truncatingIfNeeded: start),
            length: UInt32(truncatingIfNeeded: count))
    }

    /// A list as JSON in the shared bytes of the block, exactly as a store spells it.
    @inlinable
    package static func sharedList(from start: Int, count: Int) -> RowCell {
        RowCell(
            .sharedList, bits: UInt64(truncatingIfNeeded: start),
            length: UInt32(truncatingIfNeeded: count))
    }

    /// A cell for a text or a list at the beginning of its bytes.
    @inlinable
    package static func leading(_ kind: Kind, count: Int) -> RowCell {
        RowCell(kind, length: UInt32(truncatingIfNeeded: count))
    }

    /// Indicates whether the cell holds an infinity.
    @inlinable package var isInfinite: Bool {
        kind == .double && Double(bitPattern: bits).isInfinite
    }

    /// The integer, or `nil` if the cell holds another kind of value.
    var number: Int64? { kind == .integer ? Int64(bitPattern: bits) : nil }

    /// The range of a text in its bytes.
    @inlinable var range: Range<Int> {
        let start = Int(truncatingIfNeeded: bits)
        return start..<start + Int(length)
    }

    @inlinable package var isText: Bool { kind == .sharedText || kind == .ownText }
    @inlinable var isList: Bool { kind == .sharedList || kind == .ownList }
    /// Indicates whether the cell refers to bytes: to a text or to a list's JSON.
    @inlinable package var isTextOrList: Bool { isText || isList }
    /// Indicates whether the cell refers to the block's own bytes.
    @inlinable var isOwn: Bool { kind == .ownText || kind == .ownList }
}

/// The values of cells. A boxed cell can be read only through its block.
extension RowCell {
    /// Returns the value; its text is a range of the given bytes.
    package func value(of bytes: [UInt8]) -> Value {
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
        case .sharedText, .ownText: return .string(RowBlock.text(ofCheckedBytes: bytes, in: range))
        case .sharedList, .ownList:
            guard let list = ValueJSON.value(Array(bytes[range])) else {
                preconditionFailure("what was put into a row as a list is none")
            }
            return list
        case .boxed: preconditionFailure("only its block knows what is in a box")
        }
    }

    /// Tests whether the cell holds a value, without creating a string for a text.
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
