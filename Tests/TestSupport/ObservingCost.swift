package import ObjectGraph

/// Counts the statements of observers after saves of one row.
package enum ObservingCost {
    /// Returns the numbers of statements that three saves cost, of a changed, a new and a deleted
    /// row, by the name of an observer.
    ///
    /// - Parameters:
    ///   - container: A container of the ``ContractModel`` with an empty store.
    ///   - statements: Returns the number of statements that the store has executed.
    /// - Returns: The numbers.
    /// - Throws: The errors of the store.
    package static func statements(
        _ container: PersistentContainer, _ statements: @Sendable () -> Int
    ) async throws -> [String: Int] {
        try fill(container)
        var observers = fetches.map { ($0, following(container.changes(of: $1))) }
        observers += selections.map { ($0, following(container.changes(of: $1))) }
        for (_, next) in observers { try await next() }
        var costs: [String: Int] = [:]
        for save in [change, insert, delete] {
            try container.write(save)
            for (name, next) in observers {
                let before = statements()
                try await next()
                costs[name, default: 0] += statements() - before
            }
        }
        return costs
    }

    /// Returns a function that waits for the next element of a sequence.
    private static func following<Changes: AsyncSequence>(
        _ changes: Changes
    ) -> () async throws -> Void {
        var iterator = changes.makeAsyncIterator()
        return { _ = try await iterator.next(isolation: #isolation) }
    }

    private static func change(_ context: ManagedObjectContext) throws {
        for article in try context.fetch(articles(17)) {
            (article["small"], article["title"], article["section"]) = (42, "word 42", "b")
            (article["weight"], article["price"]) = (2, 3)
        }
    }

    private static func insert(_ context: ManagedObjectContext) throws {
        let article = context.insert("Article")
        (article["small"], article["title"], article["section"]) = (50, "word 1", "b")
        (article["weight"], article["price"], article["rating"]) = (1, 2, 50)
    }

    private static func delete(_ context: ManagedObjectContext) throws {
        for article in try context.fetch(articles(50)) { context.delete(article) }
    }

    private static func articles(_ small: Int) -> FetchRequest {
        FetchRequest("Article", where: .attribute("small") == small)
    }

    private static let fetches = [
        ("sorted", FetchRequest("Article", sortedBy: [.descending("small")])),
        ("condition", FetchRequest("Article", where: .attribute("small") >= 10)),
        ("limit", FetchRequest("Article", sortedBy: [.descending("small")], limit: 5)),
        ("search", FetchRequest("Article", where: .matches("word", in: ["title", "section"]))),
        (
            "related search",
            FetchRequest("Article", where: .matches("1 OR 42", in: ["title", "author.name"]))
        ),
    ]

    private static let selections = [
        ("rows", SelectRequest("Article", ["title", "small"], sortedBy: [.descending("title")])),
        (
            "first rows",
            SelectRequest("Article", ["small"], sortedBy: [.descending("small")], limit: 3)
        ),
        ("related rows", SelectRequest("Article", ["title", "author.name"])),
        (
            "groups",
            SelectRequest(
                "Article",
                ["section", .count, .sum("small"), .average("price"), .maximum("title")],
                having: .count > 1, sortedBy: [.descending(.count)], limit: 2)
        ),
        (
            "total",
            SelectRequest("Article", [.sum("small"), .minimum("rating"), .maximum("small")])
        ),
        ("floating sums", SelectRequest("Article", ["section", .sum("weight")])),
    ]

    private static func fill(_ container: PersistentContainer) throws {
        try container.perform { context in
            let author = context.insert("Author")
            author["name"] = "Anna"
            for number in 0..<40 {
                let article = context.insert("Article")
                article["small"] = .integer(Int64(number))
                article["title"] = .string("word \(number)")
                article["section"] = .string(number < 20 ? "a" : "b")
                (article["price"], article["weight"]) = (2, 1)
                article["rating"] = .double(Double(number))
                article[toOne: "author"] = author
            }
            try context.save()
        }
    }
}
