import ObjectGraph

/// The values of a possible foreign key (K1).
struct ForeignKeySource {
    let values: ValueSample
    let isText: Bool
    let isList: Bool
    let isUUID: Bool
    let lengths: ClosedRange<Int>
    /// The last components of the values, and their collections, if all values are URLs.
    let steps: (keys: ValueSample, collections: [String])?

    /// Returns `nil` for dates, fractions, booleans and containers, which are never foreign keys.
    init?(_ attribute: TypedAttribute, tree: SchemaTree) {
        guard attribute.origin == .member else { return nil }
        let first = attribute.columns.first
        isList = first.map { $0.column.form == .list } ?? (attribute.type == .array)
        var profile: NodeProfile
        if isList, first == nil {
            // Elements of stored lists were counted individually.
            profile = attribute.profile
        } else if isList {
            guard attribute.type == .array else { return nil }
            let elements = attribute.columns.compactMap { tree.listedValues(of: $0.column.node) }
            guard let element = elements.first else { return nil }
            profile = tree[element]
            for other in elements.dropFirst() { profile.merge(tree[other]) }
        } else {
            guard [.integer64, .string, .uuid, .url].contains(attribute.type) else { return nil }
            profile = attribute.profile
        }
        let kinds = profile.kinds
        guard kinds.fractions + kinds.booleans + kinds.bigIntegers + kinds.objects == 0,
            kinds.integers == 0 || kinds.texts == 0, kinds.integers + kinds.texts > 0
        else { return nil }
        values = profile.values
        isText = kinds.texts > 0
        let texts = profile.texts
        let urls = texts.collections.values.reduce(0, +) + texts.collectionOverflow
        steps =
            urls > 0 && urls == kinds.texts - texts.empty
            ? (texts.collectionKeys, texts.collections.keys.sorted()) : nil
        isUUID =
            isText && profile.texts.forms[.uuid, default: 0] == kinds.texts - profile.texts.empty
            && kinds.texts > profile.texts.empty
        lengths = profile.keyLengths
    }
}

extension NumberStatistics {
    /// Tests for integers from 1 to about their count, which match by chance.
    func isDense(_ count: Int) -> Bool { greatest <= 10 * Int64(count) + 100 }
}

extension NodeProfile {
    /// The range of the lengths of the texts, or of the numbers with their signs.
    var keyLengths: ClosedRange<Int> {
        let (low, high) =
            kinds.texts > 0
            ? (texts.lengths.shortest, texts.lengths.longest)
            : ("\(numbers.least)".count, "\(numbers.greatest)".count)
        return min(low, high)...max(low, high)
    }
}
