package import ObjectGraph

/// A question about the texts of a column that Swift answers before a statement is executed,
/// because the database has no function for it.
///
/// The texts are read in the transaction of the statement, so that both see one state.
package struct TextQuestion: Sendable, Hashable {
    /// The use of the texts.
    package enum Purpose: Sendable, Hashable {
        /// Finds the objects whose text matches.
        case match(TextMatch)
        /// Finds all objects with a text, with its rank among the folded texts.
        case order(TextOptions)
    }

    package let purpose: Purpose
    /// The query for the numbers of objects and their texts.
    package let sql: String

    package init(_ purpose: Purpose, of term: TextTerm) {
        self.purpose = purpose
        sql =
            "SELECT \(SystemColumn.id.quotedName), \(term.column) FROM \(term.table) AS texts "
            + "WHERE \(term.column) IS NOT NULL"
    }

    /// Returns the numbers of the objects in question, with ranks if they are ordered.
    ///
    /// The argument calls a closure for each text, with the number of its object. Texts are kept
    /// only to order them, in their folded form.
    ///
    /// - Complexity: O(*n* log *n*) in the number of texts.
    package func answer(
        _ forEachText: (_ body: (Int64, String) -> Void) throws(StoreError) -> Void
    ) throws(StoreError) -> (numbers: [Int64], ranks: [Int64]) {
        switch purpose {
        case .match(let match):
            let matcher: TextMatcher
            do { matcher = try TextMatcher(match) } catch {
                throw StoreError(.invalidRequest, "\(error)")
            }
            var numbers: [Int64] = []
            try forEachText { if matcher.matches($1) { numbers.append($0) } }
            return (numbers, [])
        case .order(let options):
            var keys: [(text: [UInt8], number: Int64)] = []
            try forEachText { keys.append((Array(options.folded($1).utf8), $0)) }
            keys.sort { $0.text.lexicographicallyPrecedes($1.text) }
            var ranks: [Int64] = []
            for index in keys.indices {
                let isSame = index > 0 && keys[index].text == keys[index - 1].text
                ranks.append(isSame ? ranks[index - 1] : Int64(index))
            }
            return (keys.map(\.number), ranks)
        }
    }
}
