import ModelGeneration
import ObjectGraph

/// The schema structs of a generated model, whose key paths the parts of mappings have.
struct SchemaStructs {
    let model: ManagedObjectModel
    let names: SwiftNames

    /// Returns the struct of an entity, as an argument.
    func type(_ entity: String) -> String { "\(names.type(entity)).self" }

    /// Returns the entity that declares all of some properties: the given one or an ancestor.
    func declarer(of properties: [String], in entity: String) -> String? {
        ([entity] + (model[entity]?.ancestors ?? []).map(\.name)).first { entity in
            properties.allSatisfy { keyPath($0, of: entity) != nil }
        }
    }

    /// Returns the key path of a property that an entity itself declares.
    func keyPath(_ property: String, of entity: String) -> String? {
        let known = model[entity].map {
            $0.declaredAttributes.map(\.name) + $0.declaredRelationships.map(\.name)
        }
        return known?.contains(property) == true ? "\\.\(SwiftNames.escaped(property))" : nil
    }

    /// Returns the entity at the other end of a relationship.
    func destination(of relationship: String, of entity: String) -> String? {
        model[entity]?.relationship(named: relationship)?.destination
    }

    /// Returns the key paths of relationships in a row and the property at their end.
    func keyPaths(_ path: ArraySlice<String>, of entity: String) -> [String]? {
        guard let name = path.first, let first = keyPath(name, of: entity) else { return nil }
        guard path.count > 1 else { return [first] }
        return destination(of: name, of: entity).flatMap { keyPaths(path.dropFirst(), of: $0) }
            .map { [first] + $0 }
    }
}
