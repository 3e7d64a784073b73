/// The values at a path to representations.
enum PathMatch {
    /// A single value of the payload: a representation, an array of representations, or `null`.
    case one(Int)
    /// Values gathered from the elements of an array.
    case many([Element], of: Int)

    /// A gathered value.
    struct Element {
        let place: Int
        /// The objects on the path, outermost first.
        var ancestors: [Int32] = []
    }

    /// The tape index that represents the result.
    var place: Int {
        switch self {
        case .one(let place), .many(_, let place): place
        }
    }
}
