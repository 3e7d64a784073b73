import Foundation
import ObjectGraph
import ObjectGraphSQLite
import Testing

@Suite("Questions in SQL")
struct QueryTests {
    let library: Library
    let file: TemporaryStore
    let trace = Trace()
    let store: SQLiteBackend
    let articles: [Int64]

    init() throws {
        library = try Library()
        file = try TemporaryStore()
        let trace = trace
        store = try file.open(
            library.model, options: .init(trace: { trace.note($0) }))
        try store.insert(
            library.author, root: library.author, [["Anna", "anna"], ["Émile", "emile"]])
        let price = Decimal(string: "9.5").map(Value.decimal) ?? .null
        articles = try store.insert(
            library.article, root: library.article,
            [
                library.article(1, "Swift", rating: 4, price: price, author: 1),
                library.article(2, "swiftly", rating: .null, price: .decimal(10), author: 2),
                library.article(3, .null, rating: 2, isArchived: true),
            ])
        let tags = try store.insert(library.tag, root: library.tag, [["a"], ["b"]])
        var changes = ChangeSet()
        changes.links = [LinkChanges(relationship: library.tags)]
        changes.links[0].stored = tags.map { StoredLink(source: 1, destination: $0) }
        changes.indexes = [
            IndexDescription(entity: library.article, slots: [0], isUnique: true),
            IndexDescription(entity: library.article, slots: [1, 0], isUnique: false),
            IndexDescription(entity: library.film, slots: [2], isUnique: true),
        ]
        try store.commit(changes)
    }

    private func find(
        _ predicate: EntityPredicate, sortedBy keys: [SortKey] = [], limit: Int? = nil,
        offset: Int = 0
    ) throws -> [Int64] {
        let request = RowRequest(
            entity: library.article, predicate: predicate, sortKeys: keys, limit: limit,
            offset: offset)
        let reader = try store.makeReader()
        let found = try reader.rows(matching: request).map { $0.row.reference(0) ?? 0 }
        #expect(try reader.count(matching: request) == found.count)
        return found
    }

    @Test
    func `a comparison with no value is false, and its opposite true`() throws {
        #expect(try find(.attribute("rating") > 3.0) == [1])
        #expect(try find(!(.attribute("rating") > 3.0)) == [2, 3])
        #expect(try find(.attribute("rating") != 4.0) == [2, 3])
        #expect(try find(!(.attribute("rating") == 4.0)) == [2, 3])
        #expect(try find(.attribute("rating") == nil) == [2])
        #expect(try find(!.attribute("title").begins(with: "S")) == [2, 3])
        #expect(try find(!.attribute("title").contains("wift")) == [3])
        #expect(try find(!.attribute("title").isIn(["Swift"])) == [2, 3])
        #expect(try find(!(.attribute("rating").isBetween(3.0, and: 5.0))) == [2, 3])
        #expect(try find(!(.attribute("author.name") == "Anna")) == [2, 3])
        #expect(try find(!(.attribute("rating") < .attribute("rating"))) == [1, 2, 3])
    }

    @Test
    func `paths follow to-one relationships`() throws {
        #expect(try find(.attribute("author.name") == "Anna") == [1])
        #expect(try find(.attribute("author.name") == nil) == [3])
        let options: TextOptions = [.caseInsensitive, .diacriticInsensitive]
        #expect(try find(.attribute("author.name").equals("EMILE", options)) == [2])
        let anna = ManagedObjectID(entityName: "Author", number: 1)
        #expect(try find(.relationship("author") == anna) == [1])
        #expect(try find(.relationship("author") != anna) == [2, 3])
        #expect(try find(.any("author.articles", .attribute("articleID") == 2)) == [2])
    }

    @Test
    func `quantifiers ask for some or for all`() throws {
        #expect(try find(.any("tags", .attribute("name") == "b")) == [1])
        #expect(try find(.all("tags", .attribute("name") == "b")) == [2, 3])
        #expect(try find(.relationship("tags") == nil) == [2, 3])
        #expect(try find(!.any("tags", .attribute("name") == "b")) == [2, 3])
    }

    @Test
    func `decimals compare as numbers, texts as the options say`() throws {
        let nine = try #require(Decimal(string: "9.75"))
        #expect(try find(.attribute("price") > nine) == [2])
        #expect(try find(.true, sortedBy: [.ascending("price")]) == [3, 1, 2])
        #expect(try find(.true, sortedBy: [.descending("price")]) == [2, 1, 3])
        #expect(try find(.attribute("title").begins(with: "swift", .caseInsensitive)) == [1, 2])
        #expect(try find(.attribute("title").isLike("s*?y")) == [2])
        #expect(try find(.true, sortedBy: [.descending("author.name")]) == [2, 1, 3])
    }

    @Test
    func `limits count after the order`() throws {
        let keys = [SortKey.ascending("rating")]
        #expect(try find(.true, sortedBy: keys) == [2, 3, 1])
        #expect(try find(.true, sortedBy: keys, limit: 1, offset: 1) == [3])
        #expect(try find(.true, sortedBy: keys, offset: 2) == [1])
        #expect(try find(.true, limit: 0) == [])
    }

    @Test
    func `long lists of conditions are no deep expressions`() throws {
        let parts = (0..<3000).map { EntityPredicate.attribute("articleID") == $0 }
        #expect(try find(.any(parts)) == [1, 2, 3])
        #expect(try find(!.any(parts)) == [])
        #expect(try find(.attribute("articleID").isIn(Array(2..<20_000))) == [2, 3])
    }

    @Test
    func `text from outside stays a value`() throws {
        #expect(try find(.attribute("title") == "' OR 1=1 --") == [])
        #expect(try find(.attribute("title").contains("\u{0}")) == [])
    }

    @Test
    func `an unknown name is the same error as everywhere`() throws {
        let error = storeError { _ = try find(.attribute("titel") == "x") }
        #expect(error?.code == .invalidRequest)
        let sort = storeError { _ = try find(.true, sortedBy: [.ascending("tags")]) }
        #expect(sort?.code == .invalidRequest)
        let reader = try store.makeReader()
        #expect(storeError { _ = try reader.links(of: library.authorOfArticle, from: [1]) } != nil)
        #expect(storeError { _ = try reader.rows(referringThrough: library.tags, to: [1]) } != nil)
    }

    @Test
    func `null finds null, alone and in compound keys`() throws {
        let reader = try store.makeReader()
        func keys(_ slots: [Int], _ keys: [[Value]]) throws -> [Int64] {
            try reader.rows(entity: library.article, slots: slots, keys: keys).map(\.number)
                .sorted()
        }
        #expect(try keys([1], [[.null]]) == [3])
        #expect(try keys([1], [[.null], ["Swift"], ["Swift"], ["none"]]) == [1, 3])
        #expect(
            try keys([0, 1], [[3, .null], [1, "Swift"], [1, "Swift"], [2, .null]]) == [1, 3])
    }

    @Test(arguments: [1, 10, 20_000])
    func `the number of statements does not depend on the number of keys`(count: Int) throws {
        let reader = try store.makeReader()
        _ = try reader.connections()
        let numbers = (1...Int64(count)).map(\.self)
        let before = store.statementCount
        _ = try reader.rows(root: library.article, numbers: numbers)
        _ = try reader.rows(
            entity: library.article, slots: [0], keys: numbers.map { [.integer($0)] })
        _ = try reader.rows(
            entity: library.article, slots: [1, 0], keys: numbers.map { ["x", .integer($0)] })
        _ = try reader.rows(referringThrough: library.authorOfArticle, to: numbers)
        _ = try reader.links(of: library.tags, from: numbers)
        _ = try reader.links(of: library.tags, to: numbers)
        #expect(store.statementCount - before == 6)
    }

    @Test
    func `look-ups and selective questions use their indexes`() throws {
        let reader = try store.makeReader()
        let start = trace.statements.count
        _ = try reader.rows(root: library.article, numbers: [1])
        _ = try reader.rows(entity: library.article, slots: [0], keys: [[1], [2]])
        _ = try reader.rows(entity: library.article, slots: [0], keys: [[1], [.null]])
        _ = try reader.rows(
            entity: library.article, slots: [1, 0], keys: [["a", 1], [.null, 2]])
        _ = try reader.rows(entity: library.film, slots: [2], keys: [["A1"]])
        _ = try reader.rows(referringThrough: library.authorOfArticle, to: [1])
        _ = try reader.links(of: library.tags, from: [1])
        _ = try reader.links(of: library.tags, to: [1])
        _ = try find(.attribute("articleID") == 1)
        _ = try find(.attribute("articleID").isIn([1, 2]))
        _ = try find(.attribute("title").begins(with: "Sw"))
        _ = try find(.any("tags", .attribute("name") == "a"))
        let raw = try SQLiteFile(file.path)
        let statements = trace.statements[start...].filter {
            !$0.hasPrefix("SELECT count") && $0.hasPrefix("SELECT")
                && !$0.contains("mercator_store")
        }
        #expect(statements.count == 12)
        // The last query looks for tags by name, for which there is no index.
        for sql in statements.dropLast() {
            let plan = try raw.texts("EXPLAIN QUERY PLAN " + sql).joined(separator: "\n")
            #expect(
                !plan.split(separator: "\n").contains { $0.contains("SCAN t") },
                "\(sql)\n\(plan)")
            #expect(plan.contains("SEARCH"), "\(sql)\n\(plan)")
        }
    }
}
