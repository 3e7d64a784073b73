import MappingInference
import Mercator

/// Command-line corrections that are ignored, because stored objects depend on earlier decisions.
struct StandingDecisions {
    /// A note on each decision.
    private(set) var notes: [String] = []

    /// Compares corrections with the mapping.
    init(_ corrections: InferenceCorrections, _ file: MappingFile) {
        addPaths(corrections, file)
        addProperties(corrections, file)
    }

    private mutating func addPaths(_ corrections: InferenceCorrections, _ file: MappingFile) {
        for (path, name) in corrections.entities {
            guard let found = file.paths.filter({ $0.value.contains(path.text) }).keys.min(),
                found != name
            else { continue }
            add("--entity \(path)=\(name)", "'\(found)'")
        }
        for path in corrections.dropped {
            guard let name = file.property(at: path.text) else { continue }
            add("--drop \(path)", "'\(name)'")
        }
    }

    private mutating func addProperties(_ corrections: InferenceCorrections, _ file: MappingFile) {
        for (property, type, _) in corrections.types {
            // An update reports the types of identities itself.
            let isKey = file.mapping(of: property.entity)?.identificationAttributes?
                .contains(property.name)
            guard let found = file.attribute(property.name, of: property.entity)?.type,
                found != type, isKey != true
            else { continue }
            add("--type \(property.entity).\(property.name)=\(type)", "\(found)")
        }
        for (property, name) in corrections.renamed
        where file.attribute(property.name, of: property.entity) != nil
            && file.attribute(name, of: property.entity) == nil
        {
            add("--rename \(property.entity).\(property.name)=\(name)", "'\(property.name)'")
        }
        for property in corrections.disconnected {
            let connection = file.mapping(of: property.entity)?.connections.first { connection in
                connection.keys.contains { $0.source == property.name }
            }
            guard let connection else { continue }
            add(
                "--no-connect \(property.entity).\(property.name)",
                "the connection of '\(connection.relationship)'")
        }
    }

    private mutating func add(_ option: String, _ decision: String) {
        notes.append(
            "\(option): \(decision) stays, as decided before; to decide otherwise, import into "
                + "another file")
    }
}

extension MappingFile {
    fileprivate func mapping(of entity: String) -> EntityMapping? {
        mappings.mappings.first { $0.entity.name == entity }
    }

    fileprivate func attribute(_ name: String, of entity: String) -> AttributeDescription? {
        entities.first { $0.name == entity }?.attribute(named: name)
    }
}
