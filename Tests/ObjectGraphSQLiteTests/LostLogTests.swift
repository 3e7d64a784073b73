import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

/// Stores whose write-ahead log was deleted or cut off by another program.
///
/// SQLite writes saves to a file `-wal` first, and moves them to the main file at a checkpoint. The
/// last connection to be closed makes one and deletes the log; after a crash, the log remains, and
/// contains the only copy of the last saves.
@Suite("Lost write-ahead logs", .endsInTime)
struct LostLogTests {
    private let model: ManagedObjectModel
    private let store: TemporaryStore

    init() throws {
        store = try TemporaryStore()
        model = try ManagedObjectModel([
            EntityDescription(
                "Author", attributes: [.init("name", .string, isUnique: true)],
                relationships: [
                    .toMany("articles", "Article", inverse: "author", isOrdered: true)
                ]),
            EntityDescription(
                "Article", attributes: [.init("title", .string)],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("related", "Article", inverse: "related"),
                ]),
        ])
    }

    private func open(_ path: String) throws -> PersistentContainer {
        try PersistentContainer(model: model, store: SQLiteStore(path))
    }

    /// Saves an author with two articles, and moves all earlier articles to the author.
    private func save(_ number: Int, _ container: PersistentContainer) throws {
        try container.perform { context in
            let author = context.insert("Author")
            author["name"] = .string("A\(number)")
            let earlier = try context.fetch(FetchRequest("Article"))
            let new = (0..<2).map { place in
                let article = context.insert("Article")
                article["title"] = .string("\(number).\(place)")
                return article
            }
            new[0][toMany: "related"] = new + earlier.prefix(1)
            author[toMany: "articles"] = new + earlier
            try context.save()
        }
    }

    /// Returns each author with the titles of its articles, in order.
    private func content(_ container: PersistentContainer) throws -> [String] {
        try container.perform { context in
            try context.fetch(FetchRequest("Author")).map { author in
                let titles = author[toMany: "articles"].map { "\($0["title"])" }
                return "\(author["name"]): \(titles.joined(separator: " "))"
            }
        }
    }

    /// Returns the content after a number of saves, from a store in memory.
    private func content(afterSaves count: Int) throws -> [String] {
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        for number in 0..<count { try save(number, container) }
        return try content(container)
    }

    /// Returns the files of a store as a crash leaves them, with saves before and after the last
    /// checkpoint; `nil` stands for a store that was never checkpointed.
    private func crash(before: Int?, after: Int) throws -> TemporaryStore {
        let image = try TemporaryStore()
        let container = try open(store.path)
        for number in 0..<(before ?? 0) { try save(number, container) }
        if before != nil {
            let outcome = try SQLiteFile(store.path).texts("PRAGMA wal_checkpoint(TRUNCATE)")
            #expect(outcome == ["0|0|0"])
        }
        for number in 0..<after { try save((before ?? 0) + number, container) }
        for file in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: store.path + file, toPath: image.path + file)
        }
        // The store is still in use, so nothing has been moved to the main file meanwhile.
        #expect(try content(container) == content(afterSaves: (before ?? 0) + after))
        return image
    }

    /// Checks that a store has the content after a number of saves, and that work goes on.
    private func expect(_ image: TemporaryStore, toHave count: Int) throws {
        for round in 0..<2 {
            let container = try open(image.path)
            #expect(try content(container) == content(afterSaves: count + round))
            #expect(try container.checkIntegrity().isClean)
            if round == 0 { try save(count, container) }
        }
    }

    private static let saves: [(before: Int, after: Int)] = (0...3).flatMap { before in
        (0...2).map { (before, $0) }
    }

    @Test(arguments: saves)
    func `after a crash, the log has what the main file lacks`(before: Int, after: Int) throws {
        try expect(try crash(before: before, after: after), toHave: before + after)
    }

    @Test(arguments: saves)
    func `without its log, a store has what the last checkpoint wrote`(
        before: Int, after: Int
    ) throws {
        let image = try crash(before: before, after: after)
        try FileManager.default.removeItem(atPath: image.path + "-wal")
        try expect(image, toHave: before)
    }

    @Test(arguments: 0...2)
    func `without its log, a store without a checkpoint is empty`(saves: Int) throws {
        let image = try crash(before: nil, after: saves)
        try FileManager.default.removeItem(atPath: image.path + "-wal")
        try expect(image, toHave: 0)
    }

    @Test func `a store that was closed has no log, and needs none`() throws {
        for number in 0..<3 {
            try save(number, try open(store.path))
            try? FileManager.default.removeItem(atPath: store.path + "-wal")
            try? FileManager.default.removeItem(atPath: store.path + "-shm")
        }
        try expect(store, toHave: 3)
    }

    /// Cuts the log off, or changes a byte of it, at one of many places.
    @Test(arguments: [true, false], 0..<24)
    func `of a damaged log, the complete saves before the damage count`(
        isCut: Bool, place: Int
    ) throws {
        let image = try crash(before: 1, after: 3)
        let log = URL(filePath: image.path + "-wal")
        var bytes = try Data(contentsOf: log)
        let offset = bytes.count * place / 24 + place
        if isCut { bytes = bytes.prefix(offset) } else { bytes[offset] ^= 0x55 }
        try bytes.write(to: log)
        let found = try content(try open(image.path))
        let states = try (0...3).map { try content(afterSaves: 1 + $0) }
        let count = try #require(states.firstIndex(of: found), "\(found)")
        if place == 0 { #expect(count == 0) }
        try expect(image, toHave: 1 + count)
    }

    /// Another program deletes the log while the store is open, and the store is opened again.
    ///
    /// The first container goes on with the deleted file; the second one cannot be opened, or reads
    /// a complete save.
    @Test(arguments: 0...3)
    func `a log that is deleted while the store is open loses no save`(count: Int) throws {
        let states = try (0...5).map { try content(afterSaves: $0) }
        var saved = count
        do {
            let first = try open(store.path)
            for number in 0..<count { try save(number, first) }
            try FileManager.default.removeItem(atPath: store.path + "-wal")
            do {
                let second = try open(store.path)
                #expect(states.contains(try content(second)))
            } catch {
                #expect(error is StoreError, "\(error)")
            }
            do {
                #expect(try content(first) == states[count])
                try save(count, first)
                saved += 1
            } catch {
                #expect(error is StoreError, "\(error)")
            }
        }
        let found = try content(try open(store.path))
        #expect(found == states[saved])
        try expect(store, toHave: saved)
    }
}
