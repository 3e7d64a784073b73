#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The order of one value relative to another.
package enum ValueOrder: Sendable, Hashable {
    case before, same, after

    /// The order with the operands exchanged.
    package var reversed: ValueOrder {
        switch self {
        case .before: .after
        case .same: .same
        case .after: .before
        }
    }
}

extension Value {
    /// Returns the order of this value relative to another value of the same attribute type.
    ///
    /// `false` precedes `true`; numbers, decimals and dates are in their natural order; strings,
    /// bytes and UUIDs in the order of their bytes, which is SQLite's `BINARY` collation. `null`
    /// comes first. Values of different kinds are in declaration order of the cases of ``Value``,
    /// so that the order is total; arrays and dictionaries are in the order of their JSON.
    package func order(to other: Value) -> ValueOrder {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): Value.order(a, b)
        case (.string(let a), .string(let b)): Value.order(bytes: a.utf8, b.utf8)
        case (.date(let a), .date(let b)): Value.order(a, b)
        case (.double(let a), .double(let b)): Value.order(a, b)
        case (.boolean(let a), .boolean(let b)): Value.order(a ? 1 : 0, b ? 1 : 0)
        case (.decimal(let a), .decimal(let b)): Value.order(a, b)
        case (.data(let a), .data(let b)): Value.order(bytes: a, b)
        case (.uuid(let a), .uuid(let b)):
            Value.order(bytes: a.uuidString.utf8, b.uuidString.utf8)
        case (.array, .array), (.dictionary, .dictionary):
            Value.order(bytes: ValueJSON.text(self).utf8, ValueJSON.text(other).utf8)
        default: Value.order(rank, other.rank)
        }
    }

    private static func order<T: Comparable>(_ left: T, _ right: T) -> ValueOrder {
        left == right ? .same : left < right ? .before : .after
    }

    private static func order<Bytes: Collection<UInt8>>(
        bytes left: Bytes, _ right: Bytes
    ) -> ValueOrder {
        var others = right.makeIterator()
        for byte in left {
            guard let other = others.next() else { return .after }
            if byte != other { return byte < other ? .before : .after }
        }
        return others.next() == nil ? .same : .before
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .boolean: 1
        case .integer: 2
        case .double: 3
        case .decimal: 4
        case .string: 5
        case .date: 6
        case .data: 7
        case .uuid: 8
        case .array: 9
        case .dictionary: 10
        }
    }
}
