/// A set of statuses, as ranges.
///
/// ```swift
/// let statuses: StatusSet = [409, 422]
/// StatusSet.clientError.contains(404)     // true
/// ```
///
/// Source: RFC 9110, section 15.
public struct StatusSet: Sendable, Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// The ranges in the given order.
    public let ranges: [ClosedRange<Int>]

    /// The statuses from 200 to 299.
    public static let success = StatusSet(200...299)
    /// The statuses from 400 to 499.
    public static let clientError = StatusSet(400...499)
    /// The statuses from 500 to 599.
    public static let serverError = StatusSet(500...599)
    /// The statuses from 400 to 599.
    public static let error = StatusSet(400...599)

    /// Creates a set of ranges.
    ///
    /// - Parameter ranges: The ranges; the plan reports an empty set.
    public init(_ ranges: ClosedRange<Int>...) { self.ranges = ranges }

    /// Creates a set of statuses.
    public init(arrayLiteral statuses: Int...) { ranges = statuses.map { $0...$0 } }

    /// Tests whether a status is in the set.
    public func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }

    /// The precedence of the set: few statuses precede many.
    var rank: Int { -ranges.reduce(0) { $0 + $1.count } }

    func overlaps(_ other: StatusSet) -> Bool {
        ranges.contains { range in other.ranges.contains { $0.overlaps(range) } }
    }

    /// The statuses, such as `200–299` or `409, 422`.
    public var description: String {
        ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
        }.joined(separator: ", ")
    }
}
