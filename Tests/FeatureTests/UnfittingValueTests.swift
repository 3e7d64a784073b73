import Foundation
import Mercator
import TestSupport
import Testing

@Suite("Stored values that do not fit their Swift type")
struct UnfittingValueTests {
    enum Level: String, AttributeValue { case junior, senior }
    enum Rank: Int16, AttributeValue, CaseIterable { case low = 3, high }
    enum Only: String, AttributeValue { case one }
    /// A custom type that does not accept all values.
    struct Even: AttributeValue, Equatable {
        static var attributeType: AttributeType { .integer64 }
        var half: Int64
        init?(attributeValue: Value) {
            guard let number = Int64(attributeValue: attributeValue), number.isMultiple(of: 2)
            else { return nil }
            half = number / 2
        }
        var attributeValue: Value { .integer(half * 2) }
    }

    /// Stores values by name, reads them through the schema struct, and tries to save.
    private func read<Content: AttributeValue & Equatable>(
        _ type: Content.Type, _ stored: Value, as expected: Content, _ kind: StoreKind,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let model = try Holder<Content>.modelByName()
        try kind.withContainer(model) { container throws in
            let id = try container.perform { context throws in
                let holder = context.insert("Holder")
                holder["number"] = 1
                holder["content"] = stored
                try context.save()
                return holder.objectID
            }
            // Reading alone throws no error.
            let read = try Holder<Content>.contents(in: container)
            #expect(read == [1: expected], sourceLocation: sourceLocation)
            try container.perform { context throws in
                let holder = try #require(try context.fetch(Holder<Content>.self).first)
                #expect(holder.content == expected, sourceLocation: sourceLocation)
                #expect(holder.managedObject["content"] == stored)
                holder.number = 2
                let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
                    try context.save()
                }
                #expect(error?.code == .unreadableValue, sourceLocation: sourceLocation)
                #expect("\(error as Any)".contains("Holder/1.content"))
                context.rollback()
                // Code that does not read the value may write every attribute, including this one.
                holder.number = 3
                try context.save()
                holder.content = expected
                try context.save()
            }
            let after = try container.perform { try $0.object(with: id)?["number"] }
            #expect(after == 3, sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `are nil where the attribute is optional`(kind: StoreKind) throws {
        try read(Level?.self, "boss", as: nil, kind)
        try read(Rank?.self, 9, as: nil, kind)
        try read(UInt8?.self, 300, as: nil, kind)
        try read(UInt16?.self, -5, as: nil, kind)
        try read(UInt32?.self, 4_294_967_296, as: nil, kind)
        try read(URL?.self, "http://[", as: nil, kind)
        try read(Even?.self, 5, as: nil, kind)
        try read([Int64]?.self, [1.5], as: nil, kind)
        try read([String]?.self, ["a", .null], as: nil, kind)
        try read([UUID]?.self, ["x"], as: nil, kind)
        try read([Timestamp]?.self, [1], as: nil, kind)
        try read([Decimal]?.self, ["1,5"], as: nil, kind)
        try read([Data]?.self, [[256]], as: nil, kind)
        try read([String: Int64]?.self, ["a": "b"], as: nil, kind)
        try read([String: [Level]]?.self, ["a": ["boss"]], as: nil, kind)
    }

    @Test(arguments: StoreKind.allCases)
    func `are placeholders where there must be a value`(kind: StoreKind) throws {
        try read(Level.self, "boss", as: .junior, kind)
        try read(Rank.self, 9, as: .low, kind)
        try read(Only.self, "two", as: .one, kind)
        try read(UInt8.self, 300, as: 0, kind)
        try read(Even.self, 5, as: try #require(Even(attributeValue: 0)), kind)
        try read(URL.self, "a b", as: try #require(URL(string: "about:blank")), kind)
        try read([Int64].self, [1.5], as: [], kind)
        try read([String: Int64].self, ["a": "b"], as: [:], kind)
        try read(Value.self, [1, 2], as: .null, kind)
    }

    @Test(arguments: StoreKind.allCases)
    func `are placeholders where there is none at all`(kind: StoreKind) throws {
        try read(Bool.self, .null, as: false, kind)
        try read(Int.self, .null, as: 0, kind)
        try read(Int64.self, .null, as: 0, kind)
        try read(Int32.self, .null, as: 0, kind)
        try read(Int16.self, .null, as: 0, kind)
        try read(Double.self, .null, as: 0, kind)
        try read(Float.self, .null, as: 0, kind)
        try read(Decimal.self, .null, as: 0, kind)
        try read(String.self, .null, as: "", kind)
        try read(Timestamp.self, .null, as: try #require(Timestamp("1970-01-01")), kind)
        try read(Date.self, .null, as: Date(timeIntervalSince1970: 0), kind)
        try read(Data.self, .null, as: Data(), kind)
        try read([UInt8].self, .null, as: [], kind)
        let zeros = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000000"))
        try read(UUID.self, .null, as: zeros, kind)
        try read(Level.self, .null, as: .junior, kind)
    }

    struct Author: Entity {
        let level = Attribute<Level>("level", default: .senior)
        let name = Attribute<String>("name")
    }

    @Test(arguments: StoreKind.allCases)
    func `are the default where there is one, and of what is gone, too`(kind: StoreKind) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Author", attributes: [.init("level", .string), .init("name", .string)])
        ])
        try kind.withContainer(model) { container throws in
            try container.perform { context throws in
                let author = context.insert("Author")
                author["level"] = "boss"
                try context.save()
            }
            try container.perform { context throws in
                let author = try #require(try context.fetch(Author.self).first)
                #expect(author.level == .senior)
                context.rollback()
                context.delete(author)
                #expect(author.name == "" && author.level == .senior)
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .unreadableValue)
            }
        }
    }

    @Test func `of a nested unit that is dropped are forgotten with it`() throws {
        let model = try Holder<Level?>.modelByName()
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        try container.perform { context throws in
            let holder = context.insert("Holder")
            holder["number"] = 1
            holder["content"] = "boss"
            try context.save()
            let typed = try #require(try context.fetch(Holder<Level?>.self).first)
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try context.perform { _ throws in
                    #expect(typed.content == nil)
                    throw Stop()
                }
            }
            try context.save()
            try context.perform { _ throws in #expect(typed.content == nil) }
            #expect(throws: StoreError.self) { try context.save() }
        }
    }

    struct Address: AttributeValue {
        static var attributeType: AttributeType { .string }
        let attributeValue: Value
        init?(attributeValue: Value) {
            guard case .string(let text) = attributeValue, text.contains("@") else { return nil }
            self.attributeValue = attributeValue
        }
    }

    @Test func `need something to stand for them, which the model says`() throws {
        let error = #expect(throws: ManagedObjectModelError.self) {
            try ManagedObjectModel(Holder<Address>.self)
        }
        #expect(error?.problems.map(\.code) == [.defaultValue])
        _ = try ManagedObjectModel(Holder<Address?>.self)
    }

    @Test(arguments: StoreKind.allCases)
    func `need it in a model that was made by name as well, whatever is stored`(
        kind: StoreKind
    ) throws {
        for stored in ["a@b", "boss", .null] as [Value] {
            try kind.withContainer(Holder<Address>.modelByName()) { container throws in
                try container.perform { context throws in
                    let holder = context.insert("Holder")
                    holder["number"] = 1
                    holder["content"] = stored
                    try context.save()
                    for _ in 1...2 {
                        let error = #expect(throws: StoreError.self) {
                            try context.fetch(Holder<Address>.self)
                        }
                        #expect(error?.code == .invalidRequest)
                        #expect(error?.message.contains("Holder.content") == true)
                    }
                    #expect(throws: StoreError.self) {
                        try context.object(Holder<Address>.self, with: holder.objectID)
                    }
                    // An optional attribute has `nil` as a substitute, so it can be read.
                    let typed = try #require(try context.fetch(Holder<Address?>.self).first)
                    #expect(typed.content?.attributeValue == (stored == "a@b" ? stored : nil))
                }
            }
        }
    }

    @Test func `are read as the default of a model that was made by name`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Holder",
                attributes: [
                    .init("number", .integer64), .init("content", .string, defaultValue: "a@b"),
                ])
        ])
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        try container.perform { context throws in
            context.insert("Holder")["content"] = "boss"
            try context.save()
            let typed = try #require(try context.fetch(Holder<Address>.self).first)
            #expect(typed.content.attributeValue == "a@b")
            #expect(throws: StoreError.self) { try context.save() }
        }
    }

    @Test func `without anything to be read are misuse where nothing can be thrown`() async {
        // The stored values are valid: the fault is in the program, and shows at the first access.
        await #expect(processExitsWith: .failure) {
            let container = try PersistentContainer(
                model: Holder<Address>.modelByName(), store: InMemoryStore())
            try container.perform { context in
                let holder = context.insert("Holder")
                holder["content"] = "a@b"
                _ = Object<Holder<Address>>(holder)?.number
            }
        }
    }
}
