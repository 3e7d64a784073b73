/// Finds the parts of a model that exceed the limits of a table.
///
/// The limits are the same for every store, so that a model that works in memory works in a file.
struct ModelSize {
    private let layouts: [EntityLayout]

    /// The greatest number of columns of an SQLite table.
    private static let columnLimit = 2000
    /// The greatest number of attributes in a uniqueness constraint.
    private static let uniquenessLimit = 100

    init(_ layouts: [EntityLayout]) {
        self.layouts = layouts
    }

    /// One problem for each tree and each constraint that is too large.
    var problems: [ManagedObjectModelError.Problem] {
        layouts.compactMap(columnProblem) + layouts.compactMap(uniquenessProblem)
    }

    /// Checks the columns of a tree, which share one table.
    private func columnProblem(of layout: EntityLayout) -> ManagedObjectModelError.Problem? {
        guard layout.root == layout.index else { return nil }
        let count = layout.family.reduce(0) { count, member in
            count + layouts[member].slots.count { $0.entity == member }
        }
        // The columns for the number and the version, and for the entity if there are several.
        let limit = ModelSize.columnLimit - (layout.family.count > 1 ? 3 : 2)
        guard count > limit else { return nil }
        let family =
            layout.family.count > 1 ? "and its \(layout.family.count - 1) sub-entities have" : "has"
        return .init(
            code: .size, entity: layout.name, property: nil,
            message: "it \(family) \(count) attributes and to-one relationships, of which a table "
                + "keeps at most \(limit), each place in an ordered relationship included; move "
                + "some to an entity of their own, or sub-entities out of the tree")
    }

    private func uniquenessProblem(
        of layout: EntityLayout
    ) -> ManagedObjectModelError.Problem? {
        guard let count = layout.uniqueness.map(\.count).max(), count > ModelSize.uniquenessLimit
        else { return nil }
        return .init(
            code: .size, entity: layout.name, property: nil,
            message: "a uniqueness constraint has \(count) attributes, at most "
                + "\(ModelSize.uniquenessLimit) can be unique together")
    }
}
