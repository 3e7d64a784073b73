/// The traits of a record type that distinguish and name entities.
struct RecordTraits {
    /// The nouns of the path, nearest first.
    let nouns: [String]
    /// The value of each discriminator that has only one (E5).
    let discriminators: [String: String]
    /// Indicates a JSON:API resource object or identifier, whose type is reliable.
    let isResource: Bool
    /// The collection in its URLs, with the preceding component: `issues/comments`.
    let collection: String?
    /// The comparable scalars by name, as indices of the node's columns.
    let columns: [String: Int]

    init(_ record: RecordType, tree: SchemaTree, finder: IdentityFinder) {
        var nouns = finder.nouns(of: record.node)
        switch record.share {
        case .collection(let name, _):
            nouns.insert(EntityName.of(key: CollectionURL.last(of: name)), at: 0)
        case .variant(_, let value): nouns.insert(EntityName.of(key: value), at: 0)
        case .all, .link, .linked: break
        }
        self.nouns = nouns
        var discriminators: [String: String] = [:]
        for table in tree[record.node].variants {
            guard let member = tree.key(of: table.column), let values = table.variants,
                values.count == 1, let (value, variant) = values.first,
                variant.count == tree[record.node].kinds.objects
            else { continue }
            discriminators[member] = value
        }
        if case .variant(let member, let value) = record.share { discriminators[member] = value }
        self.discriminators = discriminators
        collection = Self.collection(of: record, tree)
        isResource = finder.isResource(record.node)
        let indices = Dictionary(
            tree[record.node].columns.enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first })
        var columns: [String: Int] = [:]
        for column in record.columns where column.form == .scalar {
            guard let index = indices[column.node], tree[column.node].kinds.booleans == 0,
                !column.path.contains(where: IdentityFinder.isPosition)
            else { continue }
            columns[record.name(of: column.path).joined(separator: "\u{0}")] = index
        }
        self.columns = columns
    }

    /// Returns the only collection in the records' URLs, if it is a plural noun.
    private static func collection(of record: RecordType, _ tree: SchemaTree) -> String? {
        if case .collection(let name, _) = record.share { return name }
        for key in IdentityFinder.ownURLs {
            guard
                let column = record.columns.first(where: {
                    record.name(of: $0.path) == [key] && $0.form == .scalar
                }), tree[column.node].texts.collectionOverflow == 0
            else { continue }
            let steps = tree[column.node].texts.collections.keys
            let names = Set(steps.map(CollectionURL.last))
            guard names.count == 1, let name = names.first,
                CollectionURL.isCollection(name) || steps.allSatisfy(CollectionURL.isBelowVersion)
            else { continue }
            return steps.count == 1 ? steps.first.map(CollectionURL.name) : name
        }
        return nil
    }

    /// Tests whether a discriminator or the URLs' collection differs (S1).
    func differs(from other: RecordTraits) -> Bool {
        for (member, value) in discriminators where isPrecise(member, with: other) {
            guard let second = other.discriminators[member] else { continue }
            if Self.folded(value) != Self.folded(second) { return true }
        }
        guard let collection, let second = other.collection else { return false }
        if CollectionURL.last(of: collection) != CollectionURL.last(of: second) { return true }
        return collection.contains("/") && second.contains("/") && collection != second
    }

    /// Tests whether a discriminator has the same meaning in both.
    private func isPrecise(_ member: String, with other: RecordTraits) -> Bool {
        DiscriminatorNames.isPrecise(member) || isResource && other.isResource
    }

    /// Returns the discriminator value without the prefix `deleted_`.
    static func folded(_ value: String) -> String {
        value.hasPrefix("deleted_") ? String(value.dropFirst("deleted_".count)) : value
    }

    /// Tests whether a discriminator has the same value in both.
    func sharesDiscriminator(with other: RecordTraits) -> Bool {
        discriminators.contains { member, value in
            isPrecise(member, with: other)
                && other.discriminators[member].map(Self.folded) == Self.folded(value)
        }
    }
}

extension RecordComparison.Side {
    /// Creates a side with a record type's columns except a candidate's.
    init(_ table: KeyTable, of record: RecordType, _ traits: RecordTraits, in tree: SchemaTree) {
        let own = Set(table.columns.compactMap { tree[record.node].columns.firstIndex(of: $0) })
        self.init(table: table, columns: traits.columns.filter { !own.contains($0.value) })
    }
}
