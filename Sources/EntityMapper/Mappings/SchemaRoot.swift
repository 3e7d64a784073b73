import ObjectGraph

/// The root entity of a declaration by key path; `nil` for a declaration by name.
///
/// A key path is stored as the name of the property, and the same name may belong to another
/// entity, which the plan reports. Declarations are equal however they were written, so all roots
/// are equal.
package struct SchemaRoot: Sendable, Hashable {
    /// The name of the entity.
    package let entity: String?

    package init(_ entity: String? = nil) {
        self.entity = entity
    }

    package static func == (left: SchemaRoot, right: SchemaRoot) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

/// A property that a mapping names by key path outside of its attribute and relationship mappings.
package struct SchemaUse: Sendable, Hashable {
    package let property: String
    package let root: SchemaRoot
}

/// The uses of key paths and declarations in a mapping.
///
/// They are not compared, like ``SchemaRoot``.
package struct SchemaUses: Sendable, Hashable {
    package private(set) var uses: [SchemaUse] = []
    /// The properties that are mapped as their schema struct declares.
    var declaredMappings: Set<String> = []
    /// The relationships that are connected as their schema struct declares.
    var declaredConnections: Set<String> = []

    /// Adds a property that is referred to by key path.
    mutating func add(_ property: some PropertyReference) {
        guard let entity = property.schemaEntityName else { return }
        add(property.nameInModel, ofEntityNamed: entity)
    }

    package mutating func add(_ property: String, ofEntityNamed entity: String) {
        uses.append(SchemaUse(property: property, root: SchemaRoot(entity)))
    }

    package static func == (left: SchemaUses, right: SchemaUses) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
