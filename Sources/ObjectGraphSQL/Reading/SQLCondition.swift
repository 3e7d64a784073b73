/// An SQL condition that can be combined.
///
/// SQLite parses a statement with a stack of 100 symbols, which holds everything that is open to
/// the left of a condition. Therefore the deepest condition of a list comes first where it matters,
/// and parentheses are used only where necessary. A long list is split into nested lists, because
/// the depth of an expression is also limited, to 1000.
struct SQLCondition {
    /// The operators that combine conditions.
    enum Word: String {
        case and = "AND"
        case or = "OR"
    }

    private let sql: String
    /// The operator that combines the parts; `nil` for a condition without parts.
    private let word: Word?
    /// The greatest number of symbols that are open before a part.
    private let depth: Int

    /// The greatest number of parts in one list.
    private static let width = 10
    /// The maximum depth of conditions that keep their order.
    private static let easyDepth = 16

    /// Creates a condition without parts.
    init(_ sql: String, depth: Int = 0) {
        self.sql = sql
        self.depth = depth
        word = nil
    }

    /// Combines conditions; an empty list has the value `none`.
    init(_ parts: [SQLCondition], _ word: Word, none: String) {
        guard parts.count > 1 else {
            self = parts.first ?? SQLCondition(none)
            return
        }
        var parts = parts
        if parts.contains(where: { $0.depth > SQLCondition.easyDepth }) {
            parts = parts.enumerated().sorted {
                ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset)
            }.map(\.element)
        }
        // The first part is not enclosed, so that the deepest condition does not become deeper.
        var rest = parts[1...]
        while rest.count >= SQLCondition.width {
            let lists = stride(from: rest.startIndex, to: rest.endIndex, by: SQLCondition.width)
                .map { SQLCondition(flat: rest[$0...].prefix(SQLCondition.width), word).enclosed }
            rest = lists[...]
        }
        self.init(flat: [parts[0]] + rest, word)
    }

    private init(flat parts: ArraySlice<SQLCondition>, _ word: Word) {
        self.word = word
        sql = parts.map { $0.operand(of: word) }.joined(separator: " \(word.rawValue) ")
        let depths = parts.enumerated().map { index, part in
            part.operandDepth(of: word) + (index == 0 ? 0 : 2)
        }
        depth = depths.max() ?? 0
    }

    /// Returns the depth as an operand of an operator.
    func operandDepth(of word: Word) -> Int { depth + (needsParentheses(in: word) ? 1 : 0) }

    /// Returns the text as an operand of an operator.
    func operand(of word: Word) -> String { needsParentheses(in: word) ? "(\(sql))" : sql }

    /// Tests whether parentheses are necessary: `AND` has precedence over `OR`.
    private func needsParentheses(in word: Word) -> Bool {
        self.word == .or && word == .and
    }

    /// The condition in parentheses.
    private var enclosed: SQLCondition { SQLCondition("(\(sql))", depth: depth + 1) }
}
