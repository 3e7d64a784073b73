public import EntityMapper
import MercatorPayload
import ObjectGraph

extension EntityMapping {
    /// The keys of each mapped property, except for the identification attribute.
    ///
    /// If a property has several keys, all of them are written, and the first existing key is read.
    public var objectToWeb: [String: [String]] {
        let rows = objectMapRows.filter { $0.key != identifierAttribute }
        return Dictionary(
            rows.map { ($0.key, $0.webKeys) }, uniquingKeysWith: { first, _ in first })
    }

    /// The object map as a readable table.
    ///
    /// The entity and its path are followed by a line for each property.
    ///
    /// ```
    /// Image => images
    ///   systemId  => id          identifies
    ///   createdAt => created_at
    ///   product   => product_id  to-one Product
    /// ```
    public var objectMapTable: String {
        let rows = objectMapRows
        let keyWidth = rows.map(\.key.count).max() ?? 0
        let webWidth = rows.map(\.webKeyList.count).max() ?? 0
        let lines = rows.map { row in
            let notes = notes(on: row.key).joined(separator: ", ")
            let key = row.key.padded(to: keyWidth)
            guard !notes.isEmpty else { return "  \(key) => \(row.webKeyList)" }
            return "  \(key) => \(row.webKeyList.padded(to: webWidth))  \(notes)"
        }
        return (["\(entity.name) => \(serverPath)"] + lines).joined(separator: "\n")
    }

    private struct ObjectMapRow {
        let key: String
        var webKeys: [String]

        var webKeyList: String { webKeys.joined(separator: ", ") }
    }

    /// The properties in mapping order, each with its keys in reading order.
    private var objectMapRows: [ObjectMapRow] {
        let pairs =
            attributeMappings.map { ($0.destination, $0.source) }
            + relationshipMappings.map { ($0.destination, $0.source) }
        var rows: [ObjectMapRow] = []
        for (key, source) in pairs {
            let webKey = source.components.count == 1 ? source.components[0].name : "\(source)"
            if let index = rows.firstIndex(where: { $0.key == key }) {
                rows[index].webKeys.insert(webKey, at: 0)
            } else {
                rows.append(ObjectMapRow(key: key, webKeys: [webKey]))
            }
        }
        return rows
    }

    private func notes(on key: String) -> [String] {
        var notes: [String] = []
        if key == identifierAttribute { notes.append("identifies") }
        if let relationship = entity.relationship(named: key),
            let mapping = relationshipMapping(to: key)
        {
            notes.append("\(relationship.isToMany ? "to-many" : "to-one") \(mapping.mapping)")
        }
        if let transform = objectMap.transforms[key] { notes.append("\(transform)") }
        if objectMap.readOnlyKeys.contains(key) { notes.append("read-only") }
        if objectMap.optionalKeys.contains(key) { notes.append("optional") }
        return notes
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
