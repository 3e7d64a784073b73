import Mercator

extension Shelf {
    /// The values that are selected of the articles.
    enum Selection {
        case attributes, attributesByRow, authors, groups

        /// Whether the attributes of all rows are kept; `nil` for other values.
        var keepsRows: Bool? {
            switch self {
            case .attributes: true
            case .attributesByRow: false
            case .authors, .groups: nil
            }
        }

        /// The statement for the values in a file created by Mercator.
        var sql: String {
            switch self {
            case .attributes, .attributesByRow:
                #"SELECT "title", "viewCount", "rating" FROM "Article" WHERE "articleID" >= ?"#
            case .authors:
                """
                SELECT t."title", a."name" FROM "Article" AS t \
                LEFT JOIN "Author" AS a ON a."_id" = t."author" WHERE t."articleID" >= ?
                """
            case .groups:
                """
                SELECT a."name", count(*), max(t."viewCount") FROM "Article" AS t \
                LEFT JOIN "Author" AS a ON a."_id" = t."author" WHERE t."articleID" >= ? GROUP BY 1
                """
            }
        }
    }

    /// Selects values of articles.
    func read(_ selection: Selection) throws -> Reading {
        let firstID = firstID
        return try container.read { context in
            var reading = Reading()
            switch selection {
            case .attributes:
                let rows = try context.select(
                    Library.Article.self, \.title, \.viewCount, \.rating,
                    where: { $0.articleID >= firstID })
                for (title, views, rating) in rows {
                    reading.add(title ?? "", views ?? 0, rating ?? 0)
                }
            case .attributesByRow:
                try context.forEachRow(
                    of: Library.Article.self, \.title, \.viewCount, \.rating,
                    where: { $0.articleID >= firstID }
                ) { title, views, rating in reading.add(title ?? "", views ?? 0, rating ?? 0) }
            case .authors:
                let rows = try context.select(
                    Library.Article.self, \.title, \.author.name,
                    where: { $0.articleID >= firstID })
                for (title, name) in rows { reading.add((title ?? "") + (name ?? ""), 0, 0) }
            case .groups:
                let rows = try context.select(
                    Library.Article.self, \.author.name, \.objectCount, \.viewCount.maximum,
                    where: { $0.articleID >= firstID })
                for (name, count, views) in rows {
                    reading.add(name ?? "", views ?? 0, Double(count))
                }
            }
            return reading
        }
    }
}

extension RawShelf {
    /// Executes a prepared statement and iterates over its rows.
    func read(_ selection: Shelf.Selection, from firstID: Int64) throws -> Shelf.Reading {
        let statement = try database.prepare(selection.sql)
        statement.bind(firstID)
        var reading = Shelf.Reading()
        try statement.forEachRow {
            switch selection {
            case .attributes, .attributesByRow:
                reading.add(statement.text(0), statement.integer(1), statement.double(2))
            case .authors: reading.add(statement.text(0) + statement.text(1), 0, 0)
            case .groups:
                reading.add(
                    statement.text(0), statement.integer(2), Double(statement.integer(1)))
            }
        }
        return reading
    }

    /// Executes the statement for the attributes in Mercator's order, and checks the types of the
    /// values; passes the rows on one by one, or keeps all of them first.
    func readChecked(from firstID: Int64, keepsRows: Bool) throws -> Shelf.Reading {
        let statement = try database.prepare(Shelf.Selection.attributes.sql + " ORDER BY \"_id\"")
        statement.bind(firstID)
        var reading = Shelf.Reading()
        var rows: [(title: String?, views: Int64?, rating: Double?)] = []
        try statement.forEachRow {
            let row = (
                title: try statement.checkedText(0), views: try statement.checkedInteger(1),
                rating: try statement.checkedDouble(2)
            )
            if keepsRows {
                rows.append(row)
            } else {
                reading.add(row.title ?? "", row.views ?? 0, row.rating ?? 0)
            }
        }
        for row in rows { reading.add(row.title ?? "", row.views ?? 0, row.rating ?? 0) }
        return reading
    }
}
