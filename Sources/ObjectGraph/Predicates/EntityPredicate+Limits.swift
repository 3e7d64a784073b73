/// Limits on the size of predicates.
///
/// They are the same in every store and within the limits of SQL.
extension EntityPredicate {
    /// The greatest nesting of conditions.
    ///
    /// SQLite parses a statement with a stack of 100 symbols. A level needs up to three of them if
    /// it is not the first of its siblings, and otherwise one; ``conditionLimit`` bounds the number
    /// of siblings at that depth.
    package static let depthLimit = 50

    /// The number of levels of a condition on a to-many relationship.
    ///
    /// The condition needs as many symbols of the parser stack.
    package static let toManyLevels = 8

    /// The greatest number of comparisons and other conditions without parts.
    ///
    /// Comparisons of one path with the values of a list are combined into one before they are
    /// counted.
    ///
    /// SQLite compares every constant of a statement with all preceding constants, without a chance
    /// to interrupt it: 2000 constants took 20 ms, 5000 an eighth of a second, 10 000 half a
    /// second, and 100 000 a minute and a half.
    package static let conditionLimit = 2000

    /// The greatest number of relationships in the paths of a condition, or in the sort keys.
    ///
    /// Common prefixes are counted once, and conditions on a to-many relationship separately.
    /// SQLite joins at most 64 tables.
    package static let stepLimit = 30

    /// The greatest number of sort keys of a request.
    package static let sortKeyLimit = 100

    /// The message for a predicate that is nested more deeply.
    static let tooDeepMessage =
        "conditions are nested deeper than \(depthLimit) levels, of which one on a to-many "
        + "relationship takes \(toManyLevels); join them with AND and OR, which do not nest"
}

extension EntityPredicate.Node {
    /// The number of levels of nested conditions inside this one.
    fileprivate var innerLevels: Int {
        switch self {
        case .quantified(_, _, let inner), .crossing(_, let inner), .not(let inner): inner.levels
        case .and(let parts), .or(let parts): parts.levels
        case .tooDeep: EntityPredicate.depthLimit
        default: 0
        }
    }

    /// The number of levels of nested conditions, including this one.
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

    /// The greatest number of a coder's nested containers for one level of conditions.
    private static let codingLevels = 5

    /// Decodes a predicate.
    ///
    /// - Throws: The error of the decoder, or `DecodingError` if conditions are nested too deeply.
    public init(from decoder: any Decoder) throws {
        let limit = (EntityPredicate.depthLimit + 2) * EntityPredicate.codingLevels
        guard decoder.codingPath.count <= limit else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: EntityPredicate.tooDeepMessage))
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode(Node.self, forKey: .node))
    }

    /// Encodes a predicate.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(node, forKey: .node)
    }
}
