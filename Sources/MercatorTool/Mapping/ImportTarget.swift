import MappingInference
import Mercator

/// A payload with the mappings of its kind.
struct ImportTarget: Sendable {
    let file: PayloadFile
    let plan: MappingPlan
    /// The name of its format: `json`, `lines`, `xml`, `plist`, `form`.
    let format: String
    /// The kind of the payload; empty if the mapping has one kind.
    var group = ""
    /// The names of the columns, if the records are rows.
    var columns: [String]?

    /// Returns the import of the payload.
    ///
    /// - Parameter options: The options; their checkpoint includes the revision of the mappings.
    /// - Returns: The import.
    /// - Throws: ``ImportError`` if the mappings have no root paths.
    func operation(_ options: ImportOptions) throws -> DocumentImport {
        var operation = try DocumentImport(
            plan, form: PayloadFile.form(ofFormat: format), options: options)
        operation.options.payload = PayloadFile.options
        // Payloads of two kinds may have records at the same path.
        if !group.isEmpty { operation.options.checkpoint?.append(" \(group)") }
        operation.metadata["source"] = .string(file.name)
        operation.columns = columns
        return operation
    }

    /// Parses the payload as a whole.
    ///
    /// - Throws: ``CommandError`` with the name of the file.
    func document() throws -> PayloadDocument {
        let document = try file.document()
        return columns.map { document.namingRows(like: $0) } ?? document
    }
}

extension MappingFile {
    /// A text that differs between mappings, for the names of checkpoints.
    ///
    /// Connections do not count: a new one is evaluated for the objects that are there, and needs
    /// no payload again.
    var revision: String {
        get throws {
            var digest = SourceDigest()
            digest.add(Array(try unconnected.text.utf8)[...])
            return digest.text
        }
    }

    /// The file without connections and the relationships that they fill.
    private var unconnected: MappingFile {
        var file = self
        file.possible = []
        for mapping in mappings.mappings {
            for connection in mapping.connections
            where mapping.relationshipMapping(to: connection.relationship) == nil {
                file.removeRelationship(connection.relationship, of: mapping.entity.name)
            }
        }
        for index in file.mappings.mappings.indices {
            file.mappings.mappings[index].connections = []
        }
        return file
    }

    /// Removes a relationship and its inverse.
    private mutating func removeRelationship(_ name: String, of entity: String) {
        for index in entities.indices {
            let isOwner = entities[index].name == entity
            entities[index].declaredRelationships.removeAll { relationship in
                isOwner && relationship.name == name
                    || relationship.destination == entity && relationship.inverse == name
            }
        }
    }

    /// Returns the payloads with the mappings of their kinds.
    ///
    /// - Parameters:
    ///   - files: The payloads.
    ///   - names: The group of each payload by its name, if the file has groups.
    /// - Returns: The payloads that have records, in order.
    /// - Throws: ``CommandError`` if the kind of a payload is unknown.
    func targets(_ files: [PayloadFile], groups names: [String: String]) throws -> [ImportTarget] {
        var plans: [String: MappingPlan] = [:]
        return try files.compactMap { file in
            let group = groups.isEmpty ? "" : try names[file.name] ?? guess(file)
            guard groups.isEmpty || groups.contains(where: { $0.name == group }) else { return nil }
            let plan = try plans[group] ?? self.plan(forSource: groups.isEmpty ? nil : group)
            plans[group] = plan
            return ImportTarget(
                file: file, plan: plan, format: try file.source.format(), group: group,
                columns: rows(forSource: group))
        }
    }

    /// Returns the group that the name of a payload begins with.
    private func guess(_ file: PayloadFile) throws -> String {
        let alike = groups.map(\.name).filter { file.name.hasPrefix($0) }
        if let best = alike.max(by: { $0.utf8.count < $1.utf8.count }) { return best }
        let known = groups.map { "'\($0.name)'" }.joined(separator: ", ")
        throw CommandError("'\(file.name)' is of none of the kinds that the mapping has: \(known)")
    }
}
