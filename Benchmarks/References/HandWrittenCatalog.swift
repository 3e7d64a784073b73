/// A category for `JSONDecoder`; a class, because a struct cannot contain itself.
final class CategoryRecord: Decodable {
    let id: Int64
    let name: String
    let position: Int64
    let children: [CategoryRecord]?
    let parent: CategoryRecord?
}

/// The complete payload.
struct CategoryPageRecord: Decodable {
    let categories: [CategoryRecord]
}

/// A hand-written tree of categories: one instance per identity, both directions of
/// the relationship.
struct HandWrittenCatalog {
    final class Category {
        let id: Int64
        var name = ""
        var position: Int64 = 0
        // Parents retain their children, so the other direction must not.
        unowned var parent: Category?
        var children: [Category] = []

        init(id: Int64) { self.id = id }
    }

    private(set) var categories: [Int64: Category] = [:]

    /// Creates a tree from decoded records.
    init(_ page: CategoryPageRecord, count: Int) {
        categories.reserveCapacity(count)
        for record in page.categories { apply(record) }
    }

    @discardableResult
    private mutating func apply(_ record: CategoryRecord) -> Category {
        let category = categories[record.id] ?? Category(id: record.id)
        categories[record.id] = category
        category.name = record.name
        category.position = record.position
        for child in record.children ?? [] { Self.attach(apply(child), to: category) }
        if let parent = record.parent { Self.attach(category, to: apply(parent)) }
        return category
    }

    // A mutating method would copy the dictionary while its arguments are evaluated.
    private static func attach(_ child: Category, to parent: Category) {
        guard child.parent !== parent else { return }
        child.parent?.children.removeAll { $0 === child }
        child.parent = parent
        parent.children.append(child)
    }
}
