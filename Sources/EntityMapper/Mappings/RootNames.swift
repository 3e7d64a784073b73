import MercatorPayload
import ObjectGraph

/// The top-level keys of a payload that name the entity of their value.
///
/// The name of an entity in the singular or in the plural, and the name of a relationship, are
/// such keys, in any spelling: `blogPosts`, `blog_posts`, `BlogPost`. A name of two entities is
/// ambiguous and names neither.
package struct RootNames: Sendable, Equatable {
    /// The mappings of a name, by its folded spelling.
    private var entities: [String: Set<String>] = [:]

    /// Collects the names of the entities that have a mapping, and of the dynamic mappings.
    init(_ set: MappingSet, in model: ManagedObjectModel) {
        let mappings = set.mappings
        for mapping in mappings {
            for name in Self.forms(of: mapping.entity.name) { add(name, mapping.name) }
        }
        for mapping in set.dynamicMappings {
            for name in Self.forms(of: mapping.name) { add(name, mapping.name) }
        }
        let names = Dictionary(
            mappings.map { ($0.entity.name, $0.name) }, uniquingKeysWith: { first, _ in first })
        for relationship in model.entities.flatMap(\.declaredRelationships) {
            guard let mapping = names[relationship.destination] else { continue }
            add(Self.folded(relationship.name), mapping)
        }
    }

    private mutating func add(_ name: String, _ mapping: String) {
        entities[name, default: []].insert(mapping)
    }

    /// Returns the mapping of the records under a key; `nil` if there is none, or more than one.
    func mapping(for key: String) -> String? {
        guard let found = entities[Self.folded(key)], found.count == 1 else { return nil }
        return found.first
    }

    /// Returns why a key names no entity; an empty text if it does not look like a name.
    func remark(on key: String, roots: [String]) -> String {
        let found = entities[Self.folded(key), default: []].sorted()
        guard found.count < 2 else {
            return ", which names " + found.map { "'\($0)'" }.joined(separator: " and ")
                + "; name one with roots:"
        }
        return Suggestion.text(for: key, among: roots + entities.keys)
    }

    /// Returns the singular and the regular plurals of an English noun.
    private static func forms(of name: String) -> [String] {
        let name = folded(name)
        return [name, name + "s", name + "es"] + (name.last == "y" ? [name.dropLast() + "ies"] : [])
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
