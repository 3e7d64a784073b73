import Mercator
import ModelGeneration

/// An entity with its properties as text.
struct EntityText {
    let entity: EntityDescription

    /// Returns the heading with further notes, and a table of the declared properties; `details`
    /// returns further notes for the property with a name.
    func text(
        notes: [String] = [], width: Int? = nil, details: (String) -> [String] = { _ in [] }
    ) -> String {
        let rows = entity.declaredAttributes.map(row) + entity.declaredRelationships.map(row)
        let table = rows.map { row in
            let all = (row[2].isEmpty ? [] : [row[2]]) + details(row[0])
            return [row[0], row[1], all.joined(separator: ", ")].map(\.escapingControls)
        }
        let head = ([heading] + notes).joined(separator: ", ").escapingControls
        return ([head] + (rows.isEmpty ? [] : [TextTable(rows: table).text(width: width)]))
            .joined(separator: "\n")
    }

    private var heading: String {
        let unique = entity.uniquenessConstraints.map {
            "unique by \($0.joined(separator: " and "))"
        }
        let notes =
            (entity.isAbstract ? ["abstract"] : [])
            + (entity.parent.map { ["inherits from \($0)"] } ?? []) + unique
            + earlier(entity.renamingIdentifier) + annotations(entity.userInfo)
        return ([entity.name] + notes).joined(separator: ", ")
    }

    private func row(of attribute: AttributeDescription) -> [String] {
        let value = attribute.defaultValue
        let notes =
            (attribute.isUnique ? ["unique"] : []) + (attribute.isSearchable ? ["searchable"] : [])
            + (value.isNull ? [] : ["default \(value)"]) + attribute.rules.map(\.description)
            + earlier(attribute.renamingIdentifier) + annotations(attribute.userInfo)
        return [
            attribute.name, "\(attribute.type)\(attribute.isOptional ? "?" : "")",
            notes.joined(separator: ", "),
        ]
    }

    private func row(of relationship: RelationshipDescription) -> [String] {
        let notes =
            (relationship.isOrdered ? ["ordered"] : [])
            + (relationship.inverse.map { ["inverse \($0)"] } ?? [])
            + (relationship.deleteRule == .nullify ? [] : ["on delete \(relationship.deleteRule)"])
            + earlier(relationship.renamingIdentifier) + annotations(relationship.userInfo)
        return [
            relationship.name, "\(relationship.bounds) \(relationship.destination)",
            notes.joined(separator: ", "),
        ]
    }

    private func earlier(_ name: String?) -> [String] { name.map { ["earlier \($0)"] } ?? [] }

    private func annotations(_ userInfo: [String: Value]) -> [String] {
        userInfo.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
    }
}
