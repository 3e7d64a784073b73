import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

/// Another program may write any value that SQLite accepts into the column of any Swift type.
@Suite("Values that another writer left in a file")
struct OtherWriterTests {
    enum Level: String, AttributeValue { case junior, senior }
    enum Rank: Int16, AttributeValue, CaseIterable { case low = 3, high }
    /// A custom type that does not accept all values.
    struct Even: AttributeValue {
        static var attributeType: AttributeType { .integer64 }
        let attributeValue: Value
        init?(attributeValue: Value) {
            guard case .integer(let number) = attributeValue, number.isMultiple(of: 2) else {
                return nil
            }
            self.attributeValue = attributeValue
        }
    }

    struct Kept<Content: AttributeValue>: Entity {
        static var entityName: String { "Kept" }
        let number = Attribute<Int64>("number")
        let note = Attribute<Int64?>("note")
        let content = Attribute<Content>("content")
    }

    /// The values to write, as SQL literals; a program itself could have left the first one.
    private static let literals =
        [
            "NULL", "0", "1", "2", "3", "5", "300", "-5", "70000", "4294967296",
            "9223372036854775807", "1.5", "-0.0", "1e300", "1e999", "'boss'", "'junior'", "''",
            "' '", "'7'", "'1.5'", "'1,5'", "'http://['", "'http://a/b'", "'a b'", "'2014-13-31'",
            "'2014-08-31T00:29:15Z'", "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", "'E621E1F8'",
            "'nan'", "x''", "x'00ff'", "x'5b5d'", "'[]'", "'[1.5]'", "'[1,2]'", "'[[1],[2]]'",
            "'[\"a\",null]'", "'[\"boss\"]'", "'[300]'", "'[[256]]'", "'[\"1,5\"]'", "'[1,]'",
            "'{}'", "'{\"a\":\"b\"}'", "'{\"a\":[\"boss\"]}'", "'{\"a\":1,\"a\":2}'", "'{'",
            "'[1e999]'", "'[\"\\ud800\"]'", "'null'", "'true'", "'\"x\"'", "char(0)",
        ] + [600, 5000].map { "'\(String(repeating: "[", count: $0))'" }
        + [512, 600, 5000].map {
            "'\(String(repeating: "[", count: $0) + String(repeating: "]", count: $0))'"
        }

    private func check<Content: AttributeValue>(_ type: Content.Type) throws {
        try checkOne(Content.self)
        try checkOne(Content?.self)
    }

    private func checkOne<Content: AttributeValue>(_ type: Content.Type) throws {
        let file = try TemporaryStore()
        let model = try ManagedObjectModel(Kept<Content>.self)
        func open() throws -> PersistentContainer {
            try PersistentContainer(model: model, store: SQLiteStore(file.path))
        }
        try open().perform { context throws in
            for number in Self.literals.indices {
                let kept = context.insert(Kept<Content>.self)
                kept.number = Int64(number)
                let first = Content.placeholder?.attributeValue ?? .null
                kept.managedObject["content"] =
                    first.isNull && !Content.isOptionalAttribute ? .array([1]) : first
            }
            try context.save()
        }
        let other = try SQLiteFile(file.path)
        for (number, literal) in Self.literals.enumerated() {
            try other.texts("UPDATE Kept SET content = \(literal) WHERE number = \(number)")
        }
        let container = try open()
        // The check is stricter than reading, which accepts blobs as texts and texts as blobs.
        let problems = try container.checkIntegrity(limit: 1000).problems
        let found = Set(problems.filter { $0.code == .unreadableValue }.compactMap(\.objectID))
        for (number, literal) in Self.literals.enumerated() {
            let comment = Comment("\(Content.self): \(literal.prefix(60))")
            let unread = try container.perform { context throws in
                try read(Int64(number), as: Content.self, in: context, comment)
            }
            if let unread { #expect(found.contains(unread), comment) }
        }
    }

    /// Reads an object and tries to save; returns its identifier if its row cannot be read at all,
    /// and `nil` otherwise.
    private func read<Content: AttributeValue>(
        _ number: Int64, as type: Content.Type, in context: ManagedObjectContext,
        _ comment: Comment
    ) throws -> ManagedObjectID? {
        let kept: Object<Kept<Content>>
        do {
            kept = try #require(
                try context.fetch(Kept<Content>.self) { $0.number == number }.first)
        } catch let error as StoreError {
            #expect(error.code == .corrupt, comment)
            var request = FetchRequest("Kept", where: .attribute("number") == number)
            request.attributesToFetch = ["number"]
            return try #require(try context.fetch(request).first).objectID
        }
        let stored = kept.managedObject["content"]
        let read = kept.content.attributeValue
        kept.note = 1
        if let fitting = Content(attributeValue: stored) {
            #expect(read == fitting.attributeValue, comment)
            try context.save()
        } else {
            let standIn = Content(attributeValue: .null) ?? Content.placeholder
            #expect(read == standIn?.attributeValue, comment)
            let error = storeError { try context.save() }
            #expect(error?.code == .unreadableValue, comment)
            context.rollback()
        }
        return nil
    }

    @Test func `are read, or replaced, or an error for numbers and texts`() throws {
        try check(Bool.self)
        try check(Int.self)
        try check(Int64.self)
        try check(Int32.self)
        try check(Int16.self)
        try check(UInt32.self)
        try check(UInt16.self)
        try check(UInt8.self)
        try check(Double.self)
        try check(Float.self)
        try check(Decimal.self)
        try check(String.self)
        try check(Timestamp.self)
        try check(Date.self)
        try check(Data.self)
        try check([UInt8].self)
        try check(UUID.self)
        try check(URL.self)
        try check(Level.self)
        try check(Rank.self)
        try check(Even.self)
    }

    @Test func `are read, or replaced, or an error for arrays and dictionaries`() throws {
        try check([Bool].self)
        try check([Int64].self)
        try check([UInt8?].self)
        try check([Double].self)
        try check([Decimal].self)
        try check([String].self)
        try check([Timestamp].self)
        try check([Data].self)
        try check([UUID].self)
        try check([URL].self)
        try check([Level].self)
        try check([[Int32]].self)
        try check([String: Int64].self)
        try check([String: [Level]].self)
        try check([Value].self)
        try check([String: Value].self)
        try check(Value.self)
    }
}
