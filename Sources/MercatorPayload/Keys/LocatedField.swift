/// The location of the value at a path of a representation, in four bytes.
@usableFromInline
package struct LocatedField: Equatable, Sendable {
    @usableFromInline let rawValue: Int32

    @inlinable
    init(rawValue: Int32) { self.rawValue = rawValue }

    /// Creates the location of a value by its tape index.
    @inlinable
    package init(at position: Int) { rawValue = Int32(truncatingIfNeeded: position) }

    /// The location of a value that is absent.
    @inlinable package static var absent: LocatedField { LocatedField(rawValue: -1) }
    /// The location of a value that cannot be reached, because of a type mismatch on the path.
    @inlinable package static var mismatch: LocatedField { LocatedField(rawValue: -2) }

    /// The tape index of the value; `nil` if it is absent or cannot be reached.
    @inlinable package var position: Int? { rawValue < 0 ? nil : Int(rawValue) }

    /// Indicates whether the payload contains the value.
    @inlinable package var isLocated: Bool { rawValue >= 0 }
}
