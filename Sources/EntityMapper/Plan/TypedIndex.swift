/// An index of elements of one kind, stored in four bytes.
///
/// Indices of different kinds cannot be confused, which plain integers could be.
protocol TypedIndex: Hashable, Comparable, Sendable {
    var rawValue: Int32 { get }

    init(rawValue: Int32)
}

extension TypedIndex {
    /// Creates the index of a position in an array or on the tape.
    @inline(__always)
    init(_ position: Int) { self.init(rawValue: Int32(truncatingIfNeeded: position)) }

    /// The position in an array or on the tape.
    @inline(__always)
    var position: Int { Int(rawValue) }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    static func + (index: Self, distance: Int) -> Self { Self(index.position &+ distance) }
}
