package import ObjectGraph
import Testing

/// Compares the rows of random selections on random data.
package enum SelectionAgreement {
    /// Expects two stores with equal data to return equal rows, whole, in pages and one by one.
    ///
    /// - Precondition: Both stores are empty and have never been opened.
    package static func check(
        _ left: any PersistentStore, _ right: any PersistentStore, seed: UInt64,
        size: Int = 60, requests: Int = 200
    ) throws {
        let fixtures = [try StoreFixture(left), try StoreFixture(right)]
        let generator = SeededGenerator(seed: seed)
        for fixture in fixtures {
            try RandomGraph.fill(fixture, size: size, generator: generator)
        }
        var random = RandomSelections(
            model: fixtures[0].model, generator: SeededGenerator(seed: ~seed))
        for _ in 0..<requests {
            let request = try reread(random.selection(), generator)
            let contexts = fixtures.map {
                ManagedObjectContext(model: $0.model, backend: $0.backend)
            }
            let answers = contexts.map { context in
                Answer { () throws(StoreError) in try context.select(request) }
            }
            #expect(answers[0] == answers[1], "\(generator): \(request)")
            for context in contexts { expectSameCells(request, in: context, answers[0], generator) }
            guard case .rows(let rows) = answers[0] else { continue }
            var streamed: [SelectedRow] = []
            try contexts[1].forEachRow(of: request) { streamed.append($0) }
            #expect(streamed == rows, "\(generator): \(request), one by one")
            for context in contexts { try checkPages(of: request, in: context, generator) }
        }
    }

    /// Expects a store to return the rows that ``PredicateReference`` finds, in some order.
    package static func checkReference(
        _ store: any PersistentStore, seed: UInt64, size: Int = 40, requests: Int = 150
    ) throws {
        let fixture = try StoreFixture(store)
        let generator = SeededGenerator(seed: seed)
        try RandomGraph.fill(fixture, size: size, generator: generator)
        let reference = try PredicateReference(fixture)
        let context = ManagedObjectContext(model: fixture.model, backend: fixture.backend)
        var random = RandomSelections(
            model: fixture.model, generator: SeededGenerator(seed: ~seed))
        for _ in 0..<requests {
            var request = random.selection()
            (request.groupPredicate, request.sortKeys) = (.true, [])
            (request.limit, request.offset) = (nil, 0)
            let answer = Answer { () throws(StoreError) in try context.select(request) }
            guard let expected = reference.rows(request) else {
                #expect(answer == .failure(StoreError(.overflow, "")), "\(generator): \(request)")
                continue
            }
            guard case .rows(let rows) = answer else {
                Issue.record("\(generator): \(request): \(answer)")
                continue
            }
            let found = rows.map { "\($0.values)" }.sorted()
            #expect(found == expected.map { "\($0)" }.sorted(), "\(generator): \(request)")
        }
    }

    /// Expects a cursor to have the same values where it keeps no rows.
    private static func expectSameCells(
        _ request: SelectRequest, in context: ManagedObjectContext, _ answer: Answer,
        _ generator: SeededGenerator
    ) {
        var rows: [[Value]] = []
        var failure: StoreError.Code?
        do throws(StoreError) {
            let cursor = try context.values(
                of: ValueRequest(request, context.model), isWhole: false)
            defer { cursor.close() }
            func read(_ cells: any SelectedCells) throws(StoreError) {
                while try cells.moveToNext() {
                    var row: [Value] = []
                    for column in request.columns.indices {
                        row.append(try cells.value(at: column))
                    }
                    rows.append(row)
                }
            }
            for count in 0... {
                try cursor.read(7, read)
                if rows.count == count { break }
            }
        } catch {
            failure = error.code
        }
        switch answer {
        case .rows(let expected):
            #expect(failure == nil, "\(generator): \(request)")
            #expect(rows == expected.map(\.values), "\(generator): \(request)")
        case .failure(let error): #expect(failure == error.code, "\(generator): \(request)")
        }
    }

    /// Expects pages to contain the rows of the whole selection.
    private static func checkPages(
        of request: SelectRequest, in context: ManagedObjectContext, _ generator: SeededGenerator
    ) throws {
        var request = request
        (request.limit, request.offset) = (nil, 0)
        // More groups can include one whose sum is too large.
        let answer = Answer { () throws(StoreError) in try context.select(request) }
        guard case .rows(let whole) = answer else { return }
        request.limit = 1 + whole.count / 3
        var rows: [SelectedRow] = []
        var position: SelectionPosition?
        var count = 0
        repeat {
            let page = try context.page(request, after: position)
            rows += page.rows
            position = page.next
            count += 1
        } while position != nil && count < 10
        #expect(rows == whole, "\(generator): \(request), in \(count) pages")
    }

    /// Expects a context with unsaved changes to return the rows that it returns after the save.
    package static func checkPending(
        _ store: any PersistentStore, seed: UInt64, rounds: Int = 12
    ) throws {
        let fixture = try StoreFixture(store)
        let generator = SeededGenerator(seed: seed)
        try RandomGraph.fill(fixture, size: 40, generator: generator)
        var edits = SeededGenerator(seed: seed &* 3)
        var random = RandomSelections(
            model: fixture.model, generator: SeededGenerator(seed: ~seed))
        for round in 0..<rounds {
            let selections = try (0..<8).map { _ in try reread(random.selection(), generator) }
            let context = ManagedObjectContext(model: fixture.model, backend: fixture.backend)
            try edit(context, round, &edits)
            func answers() -> [Answer] {
                selections.map { request in
                    Answer { () throws(StoreError) in try context.select(request) }
                }
            }
            let before = answers()
            try context.save()
            for (request, (pending, saved)) in zip(selections, zip(before, answers())) {
                #expect(pending == saved, "\(generator), round \(round): \(request)")
            }
        }
    }

    /// Changes, inserts and deletes some objects.
    private static func edit(
        _ context: ManagedObjectContext, _ round: Int, _ random: inout SeededGenerator
    ) throws {
        let articles = try context.fetch(FetchRequest("Article"))
        let tags = try context.fetch(FetchRequest("Tag"))
        let authors = try context.fetch(FetchRequest("Author"))
        for article in articles where random.chance(0.2) {
            article["rating"] = .double(random.pick([0, 1.5, 4.25]))
            article["title"] = .string(random.pick(["a", "b", "Z"]))
            if random.chance(0.5) { article[toOne: "author"] = random.pick(authors) }
            if random.chance(0.5), let tag = tags.randomElement(using: &random) {
                article[toMany: "tags"] = [tag]
            }
        }
        if articles.count > 3, random.chance(0.7) { context.delete(random.pick(articles)) }
        let new = context.insert("Article")
        new["articleID"] = .integer(Int64(round))
        new["price"] = 7
        new[toOne: "author"] = random.pick(authors)
    }

    /// The rows of a selection, or the code of its error.
    private enum Answer: Equatable, Sendable {
        case rows([SelectedRow])
        case failure(StoreError)

        /// Compares rows, or the codes of errors.
        static func == (left: Answer, right: Answer) -> Bool {
            switch (left, right) {
            case (.rows(let left), .rows(let right)): left == right
            case (.failure(let left), .failure(let right)): left.code == right.code
            default: false
            }
        }

        init(_ select: () throws(StoreError) -> [SelectedRow]) {
            do {
                self = .rows(try select())
            } catch {
                self = .failure(error)
            }
        }
    }

    /// Returns the selection parsed from its own description, which must be equal.
    private static func reread(
        _ request: SelectRequest, _ generator: SeededGenerator
    ) throws -> SelectRequest {
        var reread = try SelectRequest(format: request.description)
        reread.includesSubentities = request.includesSubentities
        #expect(reread == request, "\(generator): \(request)")
        return reread
    }
}
