/// Finds what is more than a table can hold: the same for every store, so that a model that works
/// in memory works in a file.
struct ModelSize {
    private let layouts: [EntityLayout]

    /// How many columns a table of SQLite can have.
    private static let columnLimit = 2000
    /// How many attributes can be unique together.
    private static let uniquenessLimit = 100

    init(_ layouts: [EntityLayout]) {
        self.layouts = layouts
    }

    /// One for each tree and each constraint that is too large.
    var problems: [ManagedObjectModelError.Problem] {
        layouts.compactMap(columnProblem) + layouts.compactMap(uniquenessProblem)
    }

    /// All entities of a tree are kept in one table.
    private func columnProblem(of layout: EntityLayout) -> ManagedObjectModelError.Problem? {
        guard layout.root == layout.index else { return nil }
        let count = layout.family.reduce(0) { count, member in
            count + layouts[member].slots.count { $0.entity == member }
        }
        // Number and version, and the entity where there are several.
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
