import Mercator

/// Nested categories: one recursive mapping, for children and for parents.
enum Catalog {
    struct Category: Entity {
        let categoryID = Attribute<Int64>("categoryID")
        let name = Attribute<String?>("name")
        let position = Attribute<Int64?>("position")
        let parent: ToOne<Category> = ToOne("parent", inverse: \.children)
        let children: ToMany<Category> = ToMany("children", inverse: \.parent)
    }

    /// Creates the operation that maps categories including nested ones.
    static func operation() throws -> MappingOperation {
        let model = try ManagedObjectModel(Category.self)
        var categories = EntityMapping(for: Category.self)
        categories.addAttributeMappings([
            "id": "categoryID", "name": "name", "position": "position",
        ])
        categories.addRelationshipMapping(from: "children", to: "children", using: "Category")
        categories.addRelationshipMapping(from: "parent", to: "parent", using: "Category")
        let mappings = MappingSet([categories], roots: ["categories": "Category"])
        return MappingOperation(try MappingPlan(mappings, for: model))
    }
}
