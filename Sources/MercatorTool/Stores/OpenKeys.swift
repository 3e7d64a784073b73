import Mercator

/// A connection of a store, with the number of objects that wait for its destination.
struct OpenKeys {
    let connection: ConnectionDescription
    /// The number of objects with an unresolved foreign key.
    ///
    /// `nil` for to-many relationships and connections by key path, where it is not counted.
    let count: Int?
    /// The reason why the connection is not evaluated; otherwise `nil`.
    let problem: String?

    /// Returns the connections of a store, sorted by entity and relationship.
    static func all(of store: OpenStore) throws -> [OpenKeys] {
        // Of several connections of a relationship, the last one applies.
        var latest: [[String]: ConnectionDescription] = [:]
        for connection in try store.container.registeredConnections() {
            latest[[connection.entity, connection.relationship]] = connection
        }
        let unfit = Dictionary(
            try store.container.unfitConnections().map {
                ([$0.entity, $0.relationship], $0.problem)
            },
            uniquingKeysWith: { $1 })
        let sorted = latest.sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }
        return try sorted.map { name, connection in
            if let problem = unfit[name] {
                return OpenKeys(connection: connection, count: nil, problem: problem)
            }
            return OpenKeys(
                connection: connection, count: try waiting(for: connection, in: store),
                problem: nil)
        }
    }

    private static func waiting(
        for connection: ConnectionDescription, in store: OpenStore
    ) throws -> Int? {
        guard let entity = store.model[connection.entity],
            let relationship = entity.relationship(named: connection.relationship),
            !relationship.isToMany, !connection.keys.isEmpty,
            connection.keys.allSatisfy({ key in
                entity.attribute(named: key.source).map { $0.type != .array } ?? false
            })
        else { return nil }
        let isOpen = EntityPredicate.attribute(connection.relationship).isNil
        let predicate = connection.keys.reduce(connection.sourcePredicate && isOpen) {
            $0 && !EntityPredicate.attribute($1.source).isNil
        }
        let request = FetchRequest(
            connection.entity, where: predicate,
            includesSubentities: connection.includesSubentities)
        return try store.container.perform { try $0.count(request) }
    }

    /// The keys: `by authorID = authorID`.
    var keys: String {
        if let path = connection.keyPath { return "by \(path)" }
        let pairs = connection.keys.map { "\($0.source) = \($0.destination)" }
        return "by \(pairs.joined(separator: ", "))"
    }
}
