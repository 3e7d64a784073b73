import ObjectGraph
import ObjectGraphSQL

/// Texts.
///
/// Regular expressions, and comparisons that ignore case or diacritics, are evaluated in Swift,
/// which is the same in every store.
extension PostgresDialect {
    func contains(
        _ text: TextTerm, _ part: String, at parameterIndex: Int
    ) -> (condition: String, value: SQLValue) {
        guard TextCode.isUncoded(part) else {
            return matches(text, TextMatch(.contains, part, []), at: parameterIndex)
        }
        return ("strpos(\(text.sql), \(parameter(parameterIndex))) > 0", .string(part))
    }

    func matches(
        _ text: TextTerm, _ match: TextMatch, at parameterIndex: Int
    ) -> (condition: String, value: SQLValue) {
        if let pattern = LikePattern(match) {
            let decoded = pattern.countsCharacters ? LikePattern.decoded(text.sql) : text.sql
            return (known("\(decoded) LIKE \(parameter(parameterIndex))"), .string(pattern.text))
        }
        let found = known("\(text.object) = ANY(\(parameter(parameterIndex)))")
        return (
            text.isOfGroups ? "bool_or(\(found))" : found,
            .found(TextQuestion(.match(match), of: text))
        )
    }

    func order(
        of text: TextTerm, _ options: TextOptions, at parameterIndex: Int, alias: String
    ) -> (term: String, join: String, values: [SQLValue]) {
        let question = TextQuestion(.order(options), of: text)
        let lists = "\(parameter(parameterIndex)), \(parameter(parameterIndex + 1))"
        return (
            "\(alias).rank",
            " LEFT JOIN unnest(\(lists)) AS \(alias)(id, rank) ON \(alias).id = \(text.object)",
            [.found(question), .ranks(question)]
        )
    }
}
