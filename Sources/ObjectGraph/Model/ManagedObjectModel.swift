/// The entities of an object graph, checked and complete.
///
/// A model is made once and shared freely. Making it checks everything and reports all problems in
/// one ``ManagedObjectModelError``.
///
/// ```swift
/// let model = try ManagedObjectModel([article, author, tag])      // by name
/// let same = try ManagedObjectModel(Article.self, Author.self, Tag.self)   // from schema structs
/// model["Article"]?.attributes.map(\.name)
/// ```
public final class ManagedObjectModel: Sendable {
    /// The entities, resolved, in the order they were given.
    public let entities: [EntityDescription]
    /// What the engine needs to know about each entity, at the same index.
    package let layouts: [EntityLayout]
    /// What the engine needs to know about each relationship, by its index.
    package let relationships: [RelationshipLayout]
    /// The relationships kept as references in the rows of a tree, by the index of its root.
    package let references: [[Int]]
    private let indexes: [String: Int]
    /// What is known of schema structs through which objects of the model are read.
    let readings = SchemaReadings()

    /// Checks the entities and makes a model of them.
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

    /// The entity of a name.
    public subscript(name: String) -> EntityDescription? {
        indexes[name].map { entities[$0] }
    }

    /// The index of an entity by name.
    package func index(ofEntity name: String) -> Int? { indexes[name] }

    /// What the engine needs to know about an entity, by name.
    package func layout(named name: String) -> EntityLayout? { indexes[name].map { layouts[$0] } }

    /// The relationship of a name that an entity has or inherits.
    package func relationship(named name: String, of entity: Int) -> RelationshipLayout? {
        layouts[entity].relationshipIndexes[name].map { relationships[$0] }
    }
}

extension ManagedObjectModel {
    /// The slot of a reference whose way back is a question and has no order: writing it is all.
    package func directSlot(of layout: RelationshipLayout) -> Int? {
        guard case .reference(let slot) = layout.storage else { return nil }
        guard let inverse = layout.inverse.map({ relationships[$0] }) else { return slot }
        return inverse.isToMany && !inverse.isOrdered ? slot : nil
    }

    /// The slot that orders the sources of a reference, if the relationship back is ordered.
    func positionSlot(of layout: RelationshipLayout) -> Int? {
        guard let inverse = layout.inverse, relationships[inverse].isOrdered else { return nil }
        return layouts[layout.entity].slots.firstIndex {
            $0.content == .position(relationship: layout.index)
        }
    }

    /// Whether the links of a new object can be set without reading anything.
    package func isPlainList(_ layout: RelationshipLayout) -> Bool {
        guard layout.storage == .links, !layout.isSymmetric else { return false }
        return layout.inverse.map { !relationships[$0].isOrdered } ?? true
    }
}

extension ManagedObjectModel: Equatable {
    /// Tests whether two models describe the same entities in the same order.
    ///
    /// - Complexity: Constant for one model, else linear in the number of descriptions.
    public static func == (left: ManagedObjectModel, right: ManagedObjectModel) -> Bool {
        left === right || left.entities == right.entities
    }
}
