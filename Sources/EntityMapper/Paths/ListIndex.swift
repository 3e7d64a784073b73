/// The location of a representation among its siblings, in four bytes.
package struct ListIndex: Equatable, Sendable {
    private let rawValue: Int32

    private init(rawValue: Int32) { self.rawValue = rawValue }

    /// An element of an array.
    @inline(__always)
    package static func element(_ index: Int) -> ListIndex {
        ListIndex(rawValue: Int32(truncatingIfNeeded: index))
    }

    /// A single representation at a root path.
    package static let single = ListIndex(rawValue: -1)
    /// A representation in a to-one relationship.
    package static let toOne = ListIndex(rawValue: -2)

    /// The index of an element of an array; `nil` for other representations.
    package var element: Int? { rawValue < 0 ? nil : Int(rawValue) }
}
