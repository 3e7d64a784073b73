import ObjectGraph
import ObjectGraphSQL

/// Search indexes, which are tables of FTS5.
///
/// A table has the words of each text, separated by spaces, as ``ObjectGraph/SearchTokenizer``
/// divides it. The tokenizer `ascii` divides them again without a change: everything that is no
/// ASCII belongs to words, and ASCII letters are lowercase already.
///
/// Source: sqlite.org/fts5.html, "Full-text Query Syntax" and "Ascii Tokenizer".
extension SQLiteDialect {
    func creation(of index: SearchIndex) -> [String] {
        let (table, log) = (index.table.quotedName, index.log.quotedName)
        let id = SystemColumn.id.quotedName
        let columns = index.columns.map { SQLiteDialect.words(of: $0).quotedName }
        let changes = index.columns.map { "OLD.\($0.quotedName) IS NOT NEW.\($0.quotedName)" }
        func trigger(_ position: Int, _ timing: String, _ row: String, _ condition: String)
            -> String
        {
            "CREATE TRIGGER \(index.triggers[position].quotedName) AFTER \(timing) ON \(table) "
                + "\(condition) BEGIN INSERT INTO \(log) VALUES (\(row).\(id)); END"
        }
        let names = index.columns.map(\.quotedName).joined(separator: ", ")
        return [
            "CREATE VIRTUAL TABLE \(index.name.quotedName) USING fts5("
                + columns.joined(separator: ", ") + ", tokenize = 'ascii')",
            "CREATE TABLE \(log) (id INTEGER NOT NULL)",
            // `REPLACE` deletes a row with texts without firing the trigger for it.
            trigger(0, "INSERT", "NEW", ""),
            trigger(
                1, "UPDATE OF \(names)", "NEW", "WHEN " + changes.joined(separator: " OR ")),
            trigger(2, "DELETE", "OLD", "WHEN " + index.hasText("OLD")),
        ]
    }

    func removal(of index: SearchIndex) -> [String] {
        index.triggers.map { "DROP TRIGGER IF EXISTS \($0.quotedName)" }
            + [index.name, index.log].map { "DROP TABLE IF EXISTS \($0.quotedName)" }
    }

    var triggers: String {
        "SELECT tbl_name || '.' || name FROM sqlite_schema WHERE type = 'trigger'"
    }

    func found(
        _ query: SearchQuery.Node, in columns: [String], of index: SearchIndex, at number: Int
    ) -> (query: String, values: [SQLValue]) {
        let table = index.name.quotedName
        return (
            "SELECT rowid FROM \(table) WHERE \(table) MATCH \(parameter(number)) "
                + "AND rowid NOT IN (\(index.logged))",
            [.string(query.expression(filter(columns)))]
        )
    }

    func scores(
        _ query: SearchQuery.Node, in columns: [String], of index: SearchIndex, at number: Int
    ) -> (query: String, values: [SQLValue]) {
        let table = index.name.quotedName
        return (
            "SELECT rowid AS id, -bm25(\(table)) AS score FROM \(table) "
                + "WHERE \(table) MATCH \(parameter(number))",
            [.string(query.expression(filter(columns)))]
        )
    }

    /// Returns the filter of columns in the language of FTS5.
    ///
    /// It is not left out for all columns: others may have asked for more.
    private func filter(_ columns: [String]) -> String {
        let names = columns.map { SQLiteDialect.words(of: $0).quotedName }
        return "{\(names.joined(separator: " "))} : "
    }

    /// Returns the name of an index's column; FTS5 keeps `rank` and `rowid` for itself.
    static func words(of column: String) -> String { column + "_words" }
}

extension SearchQuery.Node {
    /// Returns the query in the language of FTS5, with a filter of columns.
    func expression(_ filter: String) -> String {
        switch self {
        case .term(let term):
            return "\(filter)\(term.text.quotedName)\(term.isPrefix ? " *" : "")"
        // Only a part of a conjunction.
        case .not(let inner): return inner.expression(filter)
        case .or(let parts):
            return parts.map { "(\($0.expression(filter)))" }.joined(separator: " OR ")
        case .and(let parts):
            let excluded = parts.filter(\.isExclusion)
            let included = parts.filter { !$0.isExclusion }
            let wanted = included.map { "(\($0.expression(filter)))" }.joined(separator: " AND ")
            guard !excluded.isEmpty else { return wanted }
            let unwanted = excluded.map { "(\($0.expression(filter)))" }.joined(separator: " OR ")
            return "(\(wanted)) NOT (\(unwanted))"
        }
    }

    private var isExclusion: Bool { if case .not = self { true } else { false } }
}
