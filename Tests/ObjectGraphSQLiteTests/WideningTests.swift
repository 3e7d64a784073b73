import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Migrations to wider types")
struct WideningTests {
    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
    }

    private var widening: Widening {
        Widening { SQLiteStore(file.path, options: .init(migration: $0)) }
    }

    private func values(_ type: AttributeType) throws -> [Value] { try widening.values(type) }

    @Test(
        "the values of stored rows are kept",
        arguments: Widening.cases)
    func values(row: Widening.Case) throws {
        try widening.fill(row.old, row.values)
        #expect(try values(row.new) == row.expected.map { row.new.normalized($0) ?? .null })
        #expect(try SQLiteFile(file.path).texts("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `a chain of types gives the text of the first`() throws {
        try widening.fill(.integer64, [7, .null, -1])
        for type in [AttributeType.double, .decimal, .string] { _ = try values(type) }
        #expect(try values(.array) == [["7"], .null, ["-1"]])
    }

    @Test func `digits that would be lost are refused`() throws {
        try widening.fill(.integer64, [1, .integer((1 << 53) + 1)])
        let error = storeError { _ = try values(.double) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message.contains(
                """
                Item.value: the file has integer64, the model double, and 1 stored object (Item/2) \
                would lose digits that a floating-point number does not have; convert them in a \
                migration step, or give the new attribute another name
                """) == true)
        #expect(
            try values(.decimal)
                == [1, .integer((1 << 53) + 1)].map {
                    AttributeType.decimal.normalized($0)
                })
    }

    @Test(arguments: [
        (AttributeType.string, AttributeType.integer64), (.array, .string), (.double, .integer64),
        (.data, .string), (.dictionary, .array), (.date, .double),
    ])
    func `other changes of type need a step`(old: AttributeType, new: AttributeType) throws {
        try widening.fill(old, [.null])
        #expect(storeError { _ = try values(new) }?.code == .schemaMismatch)
    }

    private func links(isToMany: Bool, isOrdered: Bool = false) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Post", attributes: [AttributeDescription("number", .integer64)],
                relationships: [
                    isToMany
                        ? .toMany("tag", "Tag", inverse: "posts", isOrdered: isOrdered)
                        : .toOne("tag", "Tag", inverse: "posts")
                ]),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("name", .string)],
                relationships: [.toMany("posts", "Post")]),
        ])
    }

    @Test("one destination becomes one of many", arguments: [false, true])
    func toMany(isOrdered: Bool) throws {
        let container = try PersistentContainer(
            model: links(isToMany: false), store: SQLiteStore(file.path))
        try container.perform { context in
            let tag = context.insert("Tag")
            tag["name"] = "a"
            for number in 0..<3 {
                let post = context.insert("Post")
                post["number"] = .integer(Int64(number))
                if number > 0 { post[toOne: "tag"] = tag }
            }
            try context.save()
        }
        let wide = try PersistentContainer(
            model: links(isToMany: true, isOrdered: isOrdered), store: SQLiteStore(file.path))
        try wide.perform { context in
            let posts = try context.fetch(FetchRequest("Post", sortedBy: [.ascending("number")]))
            #expect(posts.map { $0[toMany: "tag"].map { $0["name"] } } == [[], ["a"], ["a"]])
            let tags = try context.fetch(FetchRequest("Tag"))
            #expect(tags.map { $0[toMany: "posts"].count } == [2])
            let other = context.insert("Tag")
            other["name"] = "b"
            posts[2][toMany: "tag"].append(other)
            try context.save()
            #expect(posts[2][toMany: "tag"].map { "\($0["name"])" }.sorted() == ["\"a\"", "\"b\""])
        }
    }
}
