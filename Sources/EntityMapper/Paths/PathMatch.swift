/// The values at a path to representations.
package enum PathMatch {
    /// A single value of the payload: a representation, an array of representations, or `null`.
    case one(Int)
    /// Values gathered from the elements of an array.
    case many([Element], of: Int)

    /// A gathered value.
    package struct Element {
        package let position: Int
        /// The objects on the path, outermost first.
        package var ancestors: [Int32] = []

        package init(position: Int, ancestors: [Int32] = []) {
            (self.position, self.ancestors) = (position, ancestors)
        }
    }

    /// The tape index that represents the result.
    package var position: Int {
        switch self {
        case .one(let position), .many(_, let position): position
        }
    }
}
