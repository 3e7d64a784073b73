import EntityMapper
import ModelGeneration
import ObjectGraph

extension MappingCode {
    mutating func write(_ connection: ConnectionDescription) {
        // A key without a mapping is explained here.
        let unmapped = connection.keys.map(\.source).filter {
            mapping.attributeMapping(to: $0) == nil
        }
        let subjects = (unmapped + [connection.relationship]).map(subject)
        let isPlain = connection == connection.plain && connection.entity == mapping.entity.name
        if isPlain, let (declarer, arguments) = part(of: connection) {
            add(".connect", arguments, of: declarer, about: subjects)
            return
        }
        let relationship = SwiftLiteral.text(connection.relationship)
        let source = source(of: connection)
        guard !isPlain else {
            add(
                SwiftLayout.call("    mapping.addConnection", ["for: \(relationship)", source]),
                about: subjects)
            return
        }
        let name = newVariable("connection")
        var lines = SwiftLayout.call(
            "    var \(name) = ConnectionDescription",
            [
                "entity: \(SwiftLiteral.text(connection.entity))", "relationship: \(relationship)",
                source,
            ])
        let plain = connection.plain
        if connection.includesSubentities != plain.includesSubentities {
            lines.append("    \(name).includesSubentities = \(connection.includesSubentities)")
        }
        if connection.onMissing != plain.onMissing {
            lines.append("    \(name).onMissing = .\(connection.onMissing)")
        }
        for (property, predicate) in [
            ("sourcePredicate", connection.sourcePredicate),
            ("destinationPredicate", connection.destinationPredicate),
        ] where predicate != .true {
            let text = expression(predicate)
            let line = "    \(name).\(property) = \(text)"
            lines +=
                line.count > SwiftLayout.width
                ? ["    \(name).\(property) =", "        \(text)"] : [line]
        }
        add(lines + ["    mapping.addConnection(\(name))"], about: subjects)
    }

    /// Returns the arguments of a part, and the entity that declares its properties.
    private func part(of connection: ConnectionDescription) -> (String, [String])? {
        let way = connection.keyPath?.components ?? []
        let own = [connection.relationship] + way.prefix(1) + connection.keys.map(\.source)
        guard let declarer = schemas.declarer(of: own, in: mapping.entity.name),
            let relationship = schemas.keyPath(connection.relationship, of: declarer),
            let destination = schemas.destination(of: connection.relationship, of: declarer)
        else { return nil }
        if way.count == 2 {
            return schemas.keyPaths(way[...], of: declarer).map {
                (declarer, [relationship, "keyPath: \($0[0])", $0[1]])
            }
        }
        let keys = connection.keys.compactMap { key -> String? in
            guard key.isShort, let source = schemas.keyPath(key.source, of: declarer),
                let other = schemas.keyPath(key.destination, of: destination)
            else { return nil }
            let isAlone = connection.keys.count == 1 && mapping.keyNaming == .identity
            return isAlone && source == other ? source : "(\(source), \(other))"
        }
        guard way.isEmpty, !keys.isEmpty, keys.count == connection.keys.count else { return nil }
        return (declarer, [relationship, "by: \(keys[0])"] + keys.dropFirst())
    }

    /// Returns the argument for the connection's key path or keys.
    private mutating func source(of connection: ConnectionDescription) -> String {
        if let path = connection.keyPath {
            return "keyPath: \(SwiftLiteral.text(path.description))"
        }
        let keys = connection.keys.map { key in
            let source = paths.literal(key.source, unless: key.isShort)
            return "\(source): \(SwiftLiteral.text(key.destination))"
        }
        return "connectedBy: [\(keys.joined(separator: ", "))]"
    }

    /// Returns an expression for a predicate, and records whether it throws.
    mutating func expression(_ predicate: EntityPredicate) -> String {
        let (text, isThrowing) = SwiftValues.predicate(predicate)
        self.isThrowing = self.isThrowing || isThrowing
        return text
    }
}

extension ConnectionDescription.Key {
    /// Indicates whether both names fit on a line.
    fileprivate var isShort: Bool { source.utf8.count + destination.utf8.count < 64 }
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
