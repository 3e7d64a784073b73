/// A condition in SQL, to be joined with others.
///
/// SQLite reads a statement with a stack of 100 symbols: whatever is open to the left of a
/// condition is on it. So the deepest condition of a list comes first where that matters, and what
/// needs no parentheses gets none. A list is split into lists of lists, since the depth of an
/// expression is limited, too, to 1000.
struct SQLCondition {
    /// How conditions are joined.
    enum Word: String {
        case and = "AND"
        case or = "OR"
    }

    private let sql: String
    /// What joins its parts; `nil` if it has none.
    private let word: Word?
    /// How many symbols are open at most in front of a part.
    private let depth: Int

    /// The most parts that are joined side by side.
    private static let width = 10
    /// Up to this depth conditions stay in the order in which they were written.
    private static let easyDepth = 16

    /// A condition without parts.
    init(_ sql: String, depth: Int = 0) {
        self.sql = sql
        self.depth = depth
        word = nil
    }

    /// Joins conditions; with none, it is what `none` says.
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
        // The first one stays where it is: what is deep is not to get deeper.
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
        let depths = parts.enumerated().map { place, part in
            part.operandDepth(of: word) + (place == 0 ? 0 : 2)
        }
        depth = depths.max() ?? 0
    }

    /// How deep it is inside of others.
    func operandDepth(of word: Word) -> Int { depth + (needsParentheses(in: word) ? 1 : 0) }

    /// The text to be joined with others by a word.
    func operand(of word: Word) -> String { needsParentheses(in: word) ? "(\(sql))" : sql }

    /// `AND` binds more tightly than `OR`.
    private func needsParentheses(in word: Word) -> Bool {
        self.word == .or && word == .and
    }

    /// The condition in parentheses.
    private var enclosed: SQLCondition { SQLCondition("(\(sql))", depth: depth + 1) }
}
