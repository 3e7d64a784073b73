/// A checked, complete set of the entities of an object graph.
///
/// A model is immutable and can be shared. Its initializer reports all problems in one
/// ``ManagedObjectModelError``; the limits of size are checked once there are no other problems.
///
/// ```swift
/// let model = try ManagedObjectModel([article, author, tag])      // by name
/// let same = try ManagedObjectModel(Article.self, Author.self, Tag.self)   // from schema structs
/// model["Article"]?.attributes.map(\.name)
/// ```
public final class ManagedObjectModel: Sendable {
    /// The resolved entities, in their original order.
    public let entities: [EntityDescription]
    /// The layout of each entity, at the same index.
    package let layouts: [EntityLayout]
    /// The layout of each relationship, by its index.
    package let relationships: [RelationshipLayout]
    /// The relationships stored as references in the rows of a tree, by the index of its root.
    package let references: [[Int]]
    private let indexes: [String: Int]
    /// The results of checking the schema structs through which objects of the model are read.
    let readings = SchemaReadings()

    /// Creates a model from entities that pass all checks.
    ///
    /// - Throws: ``ManagedObjectModelError`` with every problem found.
    public init(_ entities: [EntityDescription]) throws(ManagedObjectModelError) {
        let problems = ModelCheck(entities).problems()
        guard problems.isEmpty else { throw ManagedObjectModelError(problems: problems) }
        let compiler = LayoutCompiler(ModelResolution.resolve(entities))
        let layouts = compiler.layouts()
        let excess = ModelSize(layouts).problems
        guard excess.isEmpty else { throw ManagedObjectModelError(problems: excess) }
        self.entities = compiler.entities
        self.indexes = compiler.indexes
        self.layouts = layouts
        self.relationships = compiler.relationships
        var references: [[Int]] = Array(repeating: [], count: entities.count)
        for relationship in relationships {
            guard case .reference = relationship.storage else { continue }
            references[layouts[relationship.entity].root].append(relationship.index)
        }
        self.references = references
    }

    /// Returns the entity with a name.
    public subscript(name: String) -> EntityDescription? {
        indexes[name].map { entities[$0] }
    }

    /// Returns the index of the entity with a name.
    package func index(ofEntity name: String) -> Int? { indexes[name] }

    /// Returns the layout of the entity with a name.
    package func layout(named name: String) -> EntityLayout? { indexes[name].map { layouts[$0] } }

    /// Returns the relationship with a name that an entity declares or inherits.
    package func relationship(named name: String, of entity: Int) -> RelationshipLayout? {
        layouts[entity].relationshipIndexes[name].map { relationships[$0] }
    }
}

extension ManagedObjectModel {
    /// Returns the slot of a reference that can be written without any other change.
    ///
    /// The relationship has no inverse, or a to-many inverse without order.
    package func directSlot(of layout: RelationshipLayout) -> Int? {
        guard case .reference(let slot) = layout.storage else { return nil }
        guard let inverse = layout.inverse.map({ relationships[$0] }) else { return slot }
        return inverse.isToMany && !inverse.isOrdered ? slot : nil
    }

    /// Returns the slot that orders the sources of a reference; `nil` for an unordered inverse.
    package func positionSlot(of layout: RelationshipLayout) -> Int? {
        guard let inverse = layout.inverse, relationships[inverse].isOrdered else { return nil }
        return layouts[layout.entity].slots.firstIndex {
            $0.content == .position(relationship: layout.index)
        }
    }

    /// Indicates whether the links of a new object can be set without reading other links.
    ///
    /// The relationship stores links, is not its own inverse, and has no ordered inverse.
    package func isPlainList(_ layout: RelationshipLayout) -> Bool {
        guard layout.storage == .links, !layout.isSymmetric else { return false }
        return layout.inverse.map { !relationships[$0].isOrdered } ?? true
    }
}

extension ManagedObjectModel: Equatable {
    /// Tests whether two models describe the same entities in the same order.
    ///
    /// - Complexity: O(1) for the same model, otherwise O(*n*) in the number of descriptions.
    public static func == (left: ManagedObjectModel, right: ManagedObjectModel) -> Bool {
        left === right || left.entities == right.entities
    }
}
