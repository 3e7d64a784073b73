import ObjectGraph
import ObjectGraphSQL

/// Search indexes, which are tables with two columns for each searchable text.
///
/// One has the words, as ``ObjectGraph/SearchTokenizer`` divides the text, with a space before and
/// after each; the other is a `tsvector` of them without positions, under a GIN index. A vector has
/// room for 16 383 positions, so phrases are looked for among the words.
///
/// Source: PostgreSQL's documentation, chapter "Full Text Search", "Limitations".
extension PostgresDialect {
    func creation(of index: SearchIndex) -> [String] {
        let columns = index.columns.flatMap { column in
            [
                "\(words(of: column).quotedName) text\(engine.byteOrder)",
                "\(vector(of: column).quotedName) tsvector",
            ]
        }
        let vectors = index.columns.map { vector(of: $0).quotedName }
        let name = index.name.quotedName
        return [
            "CREATE TABLE \(name) (id bigint PRIMARY KEY, \(columns.joined(separator: ", ")))",
            "CREATE INDEX \(self.name(index.name + "_vectors").quotedName) ON \(name) "
                + "USING gin (\(vectors.joined(separator: ", ")))",
            "CREATE TABLE \(index.log.quotedName) "
                + "(id bigint NOT NULL, is_large boolean NOT NULL DEFAULT false)",
            logging(index),
            trigger(0, "INSERT", "NEW TABLE AS new_rows", index),
            trigger(1, "UPDATE", "NEW TABLE AS new_rows OLD TABLE AS old_rows", index),
            trigger(2, "DELETE", "OLD TABLE AS old_rows", index),
        ]
    }

    /// Returns the statement that creates the function of the triggers.
    ///
    /// It runs with the rights of its owner, because a program that may write the table need not
    /// know the log.
    private func logging(_ index: SearchIndex) -> String {
        let id = SystemColumn.id.quotedName
        let changes = index.columns.map {
            "n.\($0.quotedName) IS DISTINCT FROM o.\($0.quotedName)"
        }
        func log(_ rows: String) -> String {
            let statement = "INSERT INTO %I.%I (id) " + rows.replacing("%", with: "%%")
            return "EXECUTE format(\(statement.quotedText), TG_TABLE_SCHEMA, "
                + "\(index.log.quotedText));"
        }
        let inserted = log("SELECT n.\(id) FROM new_rows AS n WHERE \(index.hasText("n"))")
        let deleted = log("SELECT o.\(id) FROM old_rows AS o WHERE \(index.hasText("o"))")
        let updated = log(
            "SELECT n.\(id) FROM new_rows AS n JOIN old_rows AS o ON o.\(id) = n.\(id) "
                + "WHERE \(changes.joined(separator: " OR "))")
        return """
            CREATE FUNCTION \(index.log.quotedName)() RETURNS trigger LANGUAGE plpgsql
            SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS \("""
            BEGIN
              IF TG_OP = 'INSERT' THEN \(inserted)
              ELSIF TG_OP = 'UPDATE' THEN \(updated)
              ELSE \(deleted)
              END IF;
              RETURN NULL;
            END
            """.quotedText)
            """
    }

    private func trigger(
        _ position: Int, _ event: String, _ tables: String, _ index: SearchIndex
    ) -> String {
        "CREATE TRIGGER \(index.triggers[position].quotedName) AFTER \(event) "
            + "ON \(index.table.quotedName) REFERENCING \(tables) FOR EACH STATEMENT "
            + "EXECUTE FUNCTION \(index.log.quotedName)()"
    }

    func removal(of index: SearchIndex) -> [String] {
        index.triggers.map {
            "DROP TRIGGER IF EXISTS \($0.quotedName) ON \(index.table.quotedName)"
        } + ["DROP FUNCTION IF EXISTS \(index.log.quotedName)()"]
            + [index.name, index.log].map { "DROP TABLE IF EXISTS \($0.quotedName)" }
    }

    var triggers: String {
        "SELECT c.relname || '.' || g.tgname FROM pg_trigger AS g JOIN pg_class AS c "
            + "ON c.oid = g.tgrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace "
            + "WHERE n.nspname = current_schema() AND NOT g.tgisinternal"
    }

    func found(
        _ query: SearchQuery.Node, in columns: [String], of index: SearchIndex, at number: Int
    ) -> (query: String, values: [SQLValue]) {
        var values: [SQLValue] = []
        let condition = condition(query, columns, number, &values)
        return (
            "SELECT id FROM \(index.name.quotedName) WHERE \(condition) "
                + "AND id NOT IN (\(index.logged))", values
        )
    }

    /// The relevance is that of ``ObjectGraph/SearchScore``.
    ///
    /// Two occurrences with one space in between count as one.
    func scores(
        _ query: SearchQuery.Node, in columns: [String], of index: SearchIndex, at number: Int
    ) -> (query: String, values: [SQLValue]) {
        var values: [SQLValue] = []
        let condition = condition(query, columns, number, &values)
        var scores: [String] = []
        for term in SearchQuery(root: query).wantedTerms {
            values.append(.string(" \(term.text)\(term.isPrefix ? "" : " ")"))
            let pattern = "\(parameter(number + values.count - 1))::text"
            for column in columns {
                let words = words(of: column).quotedName
                let count =
                    "(length(\(words)) - length(replace(\(words), \(pattern), '')))::float8 "
                    + "/ length(\(pattern))"
                let weight =
                    "\(SearchScore.saturation) + length(\(words)) / \(SearchScore.lengthUnit)"
                scores.append("coalesce(\(count) / (\(count) + \(weight)), 0)")
            }
        }
        return (
            "SELECT id, \(scores.joined(separator: " + ")) AS score "
                + "FROM \(index.name.quotedName) WHERE \(condition)", values
        )
    }

    /// Returns the condition in SQL, whose first value has a number.
    private func condition(
        _ query: SearchQuery.Node, _ columns: [String], _ number: Int, _ values: inout [SQLValue]
    ) -> String {
        switch query {
        case .term(let term):
            let lexemes = term.words.map { "'\($0)'" }.joined(separator: " & ")
            values.append(.string(lexemes + (term.isPrefix ? ":*" : "")))
            let vector = parameter(number + values.count - 1)
            guard term.words.count > 1 else {
                return "("
                    + columns.map { "\(self.vector(of: $0).quotedName) @@ \(vector)::tsquery" }
                    .joined(separator: " OR ") + ")"
            }
            values.append(.string("% \(term.text)\(term.isPrefix ? "" : " ")%"))
            let phrase = parameter(number + values.count - 1)
            return "("
                + columns.map {
                    "\(self.vector(of: $0).quotedName) @@ \(vector)::tsquery "
                        + "AND \(words(of: $0).quotedName) LIKE \(phrase)"
                }.joined(separator: " OR ") + ")"
        case .not(let inner):
            // The vector of a missing text is null.
            return "NOT " + known(condition(inner, columns, number, &values))
        case .and(let parts):
            let conditions = parts.map { condition($0, columns, number, &values) }
            return "(" + conditions.joined(separator: " AND ") + ")"
        case .or(let parts):
            let conditions = parts.map { condition($0, columns, number, &values) }
            return "(" + conditions.joined(separator: " OR ") + ")"
        }
    }

    /// Returns the name of the column with the words of a text.
    func words(of column: String) -> String { name(column + "_words") }

    /// Returns the expression for the vector of the words in a column.
    func vector(ofWords column: String) -> String {
        "array_to_tsvector(string_to_array(btrim(\(column)), ' '))"
    }

    /// Returns the name of the column with the vector of a text.
    func vector(of column: String) -> String { name(column + "_vector") }
}
