public import ObjectGraph

/// The foreign keys of a relationship that have no destination yet.
///
/// They are connected automatically when the destination is loaded. A connection with a ``problem``
/// is different: it is registered in the store, no longer matches the model, and is not evaluated.
public struct UnresolvedConnection: Sendable, Hashable, CustomStringConvertible {
    /// The entity with the foreign keys.
    public let entity: String
    /// The relationship that is not connected.
    public let relationship: String
    /// The missing keys in ascending order, with the number of objects that refer to each.
    public let keys: [Key]
    /// The reason why the connection is not evaluated at all; otherwise `nil`.
    ///
    /// A plan with this problem uses the same words. Usually, the attributes at its ends no longer
    /// have the same type.
    ///
    /// Its relationship keeps its current objects. Give both attributes the same type again and run
    /// a `ConnectionOperation`, declare another connection of the relationship in a mapping, or
    /// remove this one with ``ObjectGraph/PersistentContainer/removeConnection(for:of:)``.
    public let problem: String?

    /// The key of a missing destination.
    public struct Key: Sendable, Hashable {
        /// The values by the name of the destination's attribute.
        public let values: [String: Value]
        /// The number of objects that refer to the key.
        public let count: Int
    }

    /// The number of unresolved foreign keys of all objects; each element of an array counts once.
    public var count: Int { keys.reduce(0) { $0 + $1.count } }

    /// Creates the description of a connection that is not evaluated.
    init(_ connection: ConnectionDescription, problem: String) {
        entity = connection.entity
        relationship = connection.relationship
        keys = []
        self.problem = problem
    }

    package init(_ connection: ConnectionDescription, _ missing: [[Value]: Int]) {
        problem = nil
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

    /// A sentence with the relationship, and the numbers of foreign keys and missing objects.
    ///
    /// A problem of the connection replaces the numbers.
    public var description: String {
        if let problem { return "\(entity).\(relationship) is not connected any more: \(problem)" }
        let waiting = count == 1 ? "1 foreign key waits" : "\(count) foreign keys wait"
        let missing = keys.count == 1 ? "1 object that is" : "\(keys.count) objects that are"
        return "\(entity).\(relationship): \(waiting) for \(missing) not here yet"
    }
}

extension UnresolvedConnection: CustomReflectable {
    /// The relationship and the first keys, or the problem.
    public var customMirror: Mirror {
        if let problem {
            return Mirror(
                self,
                children: ["entity": entity, "relationship": relationship, "problem": problem])
        }
        return Mirror(
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
