/// How large a predicate may be: the same in every store, and so that SQL can say it.
extension EntityPredicate {
    /// How many levels of conditions can be inside one another.
    ///
    /// SQLite reads a statement with a stack of 100 symbols. A level takes up to three of them,
    /// where it is not the first of its siblings, and one otherwise; no more siblings can be that
    /// deep than ``conditionLimit`` allows.
    package static let depthLimit = 50

    /// How many levels a condition on a to-many relationship takes: as many symbols of that stack.
    package static let toManyLevels = 8

    /// How many comparisons and other conditions without parts a predicate can have, once those on
    /// one path that are values of a list have become one.
    ///
    /// SQLite compares every constant of a statement with all before it, and nothing can stop it while
    /// it does: 2000 took 20 ms, 5000 an eighth of a second, 10 000 half a second, 100 000 a minute
    /// and a half.
    package static let conditionLimit = 2000

    /// How many relationships the paths of a condition can follow, and those of sort keys; common
    /// beginnings count once, and conditions on a to-many relationship by themselves.
    ///
    /// SQLite joins 64 tables.
    package static let stepLimit = 30

    /// How many keys a request can be sorted by.
    package static let sortKeyLimit = 100

    /// Why a predicate that nests deeper is refused.
    static let tooDeepMessage =
        "conditions are nested deeper than \(depthLimit) levels, of which one on a to-many "
        + "relationship takes \(toManyLevels); join them with AND and OR, which do not nest"
}

extension EntityPredicate.Node {
    /// How many levels of conditions are inside this one.
    fileprivate var innerLevels: Int {
        switch self {
        case .quantified(_, _, let inner), .crossing(_, let inner), .not(let inner): inner.levels
        case .and(let parts), .or(let parts): parts.levels
        case .tooDeep: EntityPredicate.depthLimit
        default: 0
        }
    }

    /// How many levels of conditions there are with this one.
    var levels: Int {
        switch self {
        case .quantified, .crossing: EntityPredicate.toManyLevels + innerLevels
        case .not, .and, .or, .tooDeep: 1 + innerLevels
        default: 0
        }
    }
}

extension EntityPredicate: Codable {
    private enum CodingKeys: CodingKey { case node }

    /// A level of conditions is at most so many levels of a coder's containers.
    private static let codingLevels = 5

    /// Reads a predicate.
    ///
    /// - Throws: What the decoder throws, and `DecodingError` where conditions nest too deeply.
    public init(from decoder: any Decoder) throws {
        let limit = (EntityPredicate.depthLimit + 2) * EntityPredicate.codingLevels
        guard decoder.codingPath.count <= limit else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: EntityPredicate.tooDeepMessage))
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode(Node.self, forKey: .node))
    }

    /// Writes a predicate.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(node, forKey: .node)
    }
}
