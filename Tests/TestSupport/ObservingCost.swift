package import ObjectGraph

/// Counts the statements of observers after the save of one row.
package enum ObservingCost {
    /// Returns the numbers of statements that a saved row costs, by the name of an observer.
    ///
    /// - Parameters:
    ///   - container: A container of the ``ContractModel`` with an empty store.
    ///   - statements: Returns the number of statements that the store has executed.
    /// - Returns: The numbers, without observers that get no element.
    /// - Throws: The errors of the store.
    package static func statements(
        _ container: PersistentContainer, _ statements: @Sendable () -> Int
    ) async throws -> [String: Int] {
        try fill(container)
        var fetches: [(String, FetchChanges.Iterator)] = []
        for (name, request) in ObservingCost.fetches {
            var iterator = container.changes(of: request).makeAsyncIterator()
            _ = try await iterator.next()
            fetches.append((name, iterator))
        }
        var selections: [(String, SelectChanges.Iterator)] = []
        for (name, request) in ObservingCost.selections {
            var iterator = container.changes(of: request).makeAsyncIterator()
            _ = try await iterator.next()
            selections.append((name, iterator))
        }
        try container.perform { context in
            let request = FetchRequest("Article", where: .attribute("small") == 17)
            for article in try context.fetch(request) {
                (article["small"], article["title"], article["section"]) = (42, "word 42", "b")
                (article["weight"], article["price"]) = (2, 3)
            }
            try context.save()
        }
        var costs: [String: Int] = [:]
        for (name, var iterator) in fetches {
            let before = statements()
            guard try await iterator.next()?.isEmpty == false else { continue }
            costs[name] = statements() - before
        }
        for (name, var iterator) in selections {
            let before = statements()
            guard try await iterator.next()?.isEmpty == false else { continue }
            costs[name] = statements() - before
        }
        return costs
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
