import EntityMapper
import ModelGeneration
import ObjectGraph

extension MappingCode {
    mutating func write(_ connection: ConnectionDescription) {
        writeComments(about: connection)
        let relationship = SwiftLiteral.text(connection.relationship)
        let source = source(of: connection)
        let plain = connection.plain
        guard connection != plain else {
            statements += SwiftLayout.call(
                "    mapping.addConnection", ["for: \(relationship)", source])
            return
        }
        let name = newVariable("connection")
        statements += SwiftLayout.call(
            "    var \(name) = ConnectionDescription",
            [
                "entity: \(SwiftLiteral.text(connection.entity))", "relationship: \(relationship)",
                source,
            ])
        if connection.includesSubentities != plain.includesSubentities {
            statements.append("    \(name).includesSubentities = \(connection.includesSubentities)")
        }
        if connection.onMissing != plain.onMissing {
            statements.append("    \(name).onMissing = .\(connection.onMissing)")
        }
        set("\(name).sourcePredicate", connection.sourcePredicate)
        set("\(name).destinationPredicate", connection.destinationPredicate)
        statements.append("    mapping.addConnection(\(name))")
    }

    /// Writes comments about a connection and its unmapped keys.
    private mutating func writeComments(about connection: ConnectionDescription) {
        let entity = mapping.entity.name
        for key in connection.keys where mapping.attributeMapping(to: key.source) == nil {
            statements += comments.lines(about: "\(entity).\(key.source)")
        }
        statements += comments.lines(about: "\(entity).\(connection.relationship)")
    }

    /// Returns the argument for the connection's key path or keys.
    private mutating func source(of connection: ConnectionDescription) -> String {
        if let path = connection.keyPath {
            return "keyPath: \(SwiftLiteral.text(path.description))"
        }
        let keys = connection.keys.map { key in
            let isShort = key.source.utf8.count + key.destination.utf8.count < 64
            let source = paths.literal(key.source, unless: isShort)
            return "\(source): \(SwiftLiteral.text(key.destination))"
        }
        return "connectedBy: [\(keys.joined(separator: ", "))]"
    }

    /// Writes a predicate unless it is `nil`.
    mutating func set(_ property: String, _ predicate: EntityPredicate?) {
        guard let predicate else { return }
        let (text, isThrowing) = SwiftValues.predicate(predicate)
        self.isThrowing = self.isThrowing || isThrowing
        let line = "    \(property) = \(text)"
        statements +=
            line.count > SwiftLayout.width ? ["    \(property) =", "        \(text)"] : [line]
    }
}

extension ConnectionDescription {
    /// The connection with default options.
    fileprivate var plain: ConnectionDescription {
        if let keyPath {
            return ConnectionDescription(
                entity: entity, relationship: relationship, keyPath: keyPath.description)
        }
        let table = Dictionary(
            keys.map { ($0.source, $0.destination) }, uniquingKeysWith: { first, _ in first })
        return ConnectionDescription(
            entity: entity, relationship: relationship, connectedBy: table)
    }
}
