public import ObjectGraph

/// The foreign keys of a relationship that have no destination yet.
///
/// They are connected automatically when the destination is loaded.
public struct UnresolvedConnection: Sendable, Hashable, CustomStringConvertible {
    /// The entity with the foreign keys.
    public let entity: String
    /// The relationship that is not connected.
    public let relationship: String
    /// The missing keys of the destination, in ascending order, with the number of objects that
    /// refer to each.
    public let keys: [Key]

    /// The key of a missing destination.
    public struct Key: Sendable, Hashable {
        /// The values by the name of the destination's attribute.
        public let values: [String: Value]
        /// The number of objects that refer to the key.
        public let count: Int
    }

    /// The number of unresolved foreign keys of all objects; each element of an array counts once.
    public var count: Int { keys.reduce(0) { $0 + $1.count } }

    package init(_ connection: ConnectionDescription, _ missing: [[Value]: Int]) {
        entity = connection.entity
        relationship = connection.relationship
        let names = connection.keys.map(\.destination)
        keys = missing.sorted { Self.isOrdered($0.key, $1.key) }.map { key, count in
            Key(
                values: Dictionary(zip(names, key), uniquingKeysWith: { first, _ in first }),
                count: count)
        }
    }

    private static func isOrdered(_ left: [Value], _ right: [Value]) -> Bool {
        for (one, other) in zip(left, right) where one != other {
            return one.order(to: other) == .before
        }
        return false
    }

    /// A sentence with the relationship and the numbers of foreign keys and missing objects.
    public var description: String {
        let waiting = count == 1 ? "1 foreign key waits" : "\(count) foreign keys wait"
        let missing = keys.count == 1 ? "1 object that is" : "\(keys.count) objects that are"
        return "\(entity).\(relationship): \(waiting) for \(missing) not here yet"
    }
}

extension UnresolvedConnection: CustomDebugStringConvertible, CustomReflectable {
    /// The relationship, and the numbers of foreign keys and missing objects.
    public var debugDescription: String { description }

    /// The relationship and the first keys.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "entity": entity, "relationship": relationship, "keys": Array(keys.prefix(20)),
                "count": count,
            ])
    }
}

extension UnresolvedConnection.Key: CustomStringConvertible {
    /// The values and the number of objects, such as `authorID: 3 (2 objects)`.
    public var description: String {
        let values = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return values.joined(separator: ", ") + " (\(TextLines.count(count, "object")))"
    }
}
