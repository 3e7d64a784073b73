import ObjectGraph
import ObjectGraphSQL

/// Texts.
///
/// Regular expressions, and comparisons that ignore case or diacritics, are evaluated in Swift,
/// which is the same in every store.
extension PostgresDialect {
    func contains(
        _ text: TextTerm, _ part: String, at place: Int
    ) -> (condition: String, value: SQLValue) {
        guard TextCode.isUncoded(part) else {
            return matches(text, TextMatch(.contains, part, []), at: place)
        }
        return ("strpos(\(text.sql), \(parameter(place))) > 0", .string(part))
    }

    func matches(
        _ text: TextTerm, _ match: TextMatch, at place: Int
    ) -> (condition: String, value: SQLValue) {
        if let pattern = LikePattern(match) {
            let decoded = pattern.countsCharacters ? LikePattern.decoded(text.sql) : text.sql
            return (known("\(decoded) LIKE \(parameter(place))"), .string(pattern.text))
        }
        return (
            known("\(text.object) = ANY(\(parameter(place)))"),
            .found(TextQuestion(.match(match), of: text))
        )
    }

    func order(
        of text: TextTerm, _ options: TextOptions, at place: Int, alias: String
    ) -> (term: String, join: String, values: [SQLValue]) {
        let question = TextQuestion(.order(options), of: text)
        let lists = "\(parameter(place)), \(parameter(place + 1))"
        return (
            "\(alias).rank",
            " LEFT JOIN unnest(\(lists)) AS \(alias)(id, rank) ON \(alias).id = \(text.object)",
            [.found(question), .ranks(question)]
        )
    }
}
