import ObjectGraph

/// The limits of PostgreSQL that are stricter than the limits of all stores.
enum PostgresLimits {
    /// The greatest number of columns of a table.
    private static let columns = 1600
    /// The greatest number of columns of an index.
    static let indexColumns = 32

    /// Checks that a table can have the properties of each tree, and an index the attributes of
    /// each uniqueness constraint.
    ///
    /// - Throws: ``StoreError`` with code `unsupported`, naming the limit.
    static func check(_ model: ManagedObjectModel) throws(StoreError) {
        for layout in model.layouts {
            if layout.root == layout.index { try checkColumns(of: layout, model) }
            guard let count = layout.uniqueness.map(\.count).max(), count > indexColumns else {
                continue
            }
            throw StoreError(
                .unsupported,
                "a uniqueness constraint of '\(layout.name)' has \(count) attributes; an index of "
                    + "PostgreSQL has at most \(indexColumns) columns")
        }
    }

    private static func checkColumns(
        of layout: EntityLayout, _ model: ManagedObjectModel
    ) throws(StoreError) {
        let count = layout.family.reduce(0) { count, member in
            count + model.layouts[member].slots.count { $0.entity == member }
        }
        // The columns for the number and the version, and for the entity if there are several.
        let limit = columns - (layout.family.count > 1 ? 3 : 2)
        guard count > limit else { return }
        throw StoreError(
            .unsupported,
            "'\(layout.name)' and its sub-entities have \(count) attributes and to-one "
                + "relationships, of which a table of PostgreSQL, with at most \(columns) columns, "
                + "keeps \(limit), each place in an ordered relationship included; move some to an "
                + "entity of their own")
    }
}
