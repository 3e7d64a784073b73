import Foundation
import Mercator
import TestSupport
import Testing

@Suite("What a program writes into arrays and dictionaries")
struct StoredFormTests {
    enum Level: String, AttributeValue { case junior, senior }

    private func survives<Content: AttributeValue & Equatable>(
        _ content: Content, _ kind: StoreKind, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let model = try Holder<Content>.model()
        try kind.withReopening { open throws in
            try open(model).perform { context throws in
                let holder = context.insert(Holder<Content>.self)
                holder.number = 1
                holder.content = content
                #expect(holder.content == content, sourceLocation: sourceLocation)
                try context.save()
                #expect(holder.content == content, sourceLocation: sourceLocation)
                // Assigning the same value is not a change.
                holder.content = content
                #expect(!holder.managedObject.isUpdated, sourceLocation: sourceLocation)
            }
            let read = try Holder<Content>.contents(in: try open(model))
            #expect(read == [1: content], sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `is read the same in the next unit of work and after reopening`(kind: StoreKind) throws {
        let identifier = UUID()
        let instant = try #require(Timestamp("2014-08-31T00:29:15.123456789Z"))
        let price = try #require(Decimal(string: "12345678901234567890.123"))
        let link = try #require(URL(string: "http://a/b"))
        try survives([identifier], kind)
        try survives([instant], kind)
        try survives([Date(timeIntervalSince1970: 1.5)], kind)
        try survives([price, -1, 0], kind)
        try survives([Data([1, 2, 255]), Data()], kind)
        try survives([[UInt8](0...255)], kind)
        try survives(["a": identifier, "b": nil], kind)
        try survives(["a": [instant]], kind)
        try survives([Level.senior], kind)
        try survives([1.0, -1.5, 1e300], kind)
        try survives([Float(0.1)], kind)
        try survives([[Int64.max], []], kind)
        try survives([UInt8(1), nil], kind)
        try survives([link], kind)
        try survives(["n": 7, "t": ["x", .null, 1.5, true]] as [String: Value], kind)
        try survives([1, "x", ["a": .null]] as [Value], kind)
        for value: Value in [1, "x", 1.5, true, ["a", 1], ["a": ["b": 2]]] {
            try survives(value, kind)
        }
        try survives(Value?.none, kind)
    }

    /// Returns nested arrays.
    private func deep(_ levels: Int) -> Value {
        (0..<levels).reduce(Value.null) { inner, _ in [inner] }
    }

    /// Releases nested arrays from the outside, because releasing them at once would use stack
    /// space proportional to their depth.
    private func dismantle(_ value: inout Value) {
        while case .array(let elements) = value, let first = elements.first { value = first }
    }

    @Test(arguments: StoreKind.allCases)
    func `may lie 512 deep, and is refused beyond that`(kind: StoreKind) throws {
        let model = try Holder<[Value]?>.model()
        try kind.withReopening { open throws in
            try open(model).perform { context throws in
                let holder = context.insert(Holder<[Value]?>.self)
                holder.number = 1
                holder.managedObject["content"] = deep(512)
                try context.save()
            }
            try open(model).perform { context throws in
                let holder = try #require(try context.fetch(Holder<[Value]?>.self).first)
                #expect(holder.managedObject["content"] == deep(512))
                for levels in [513, 3000, 100_000] {
                    var value = deep(levels)
                    holder.managedObject["content"] = value
                    dismantle(&value)
                    let error = #expect(throws: ValidationError.self) { try context.save() }
                    #expect(error?.problems.map(\.code) == [.invalidValue])
                    #expect("\(error as Any)".contains("512 levels"))
                }
                holder.content = [1]
                try context.save()
            }
            #expect(try Holder<[Value]?>.contents(in: try open(model)) == [1: [1]])
        }
    }

    @Test func `is compared and hashed at any depth`() {
        var (left, right, other) = (deep(100_000), deep(100_000), deep(99_999))
        #expect((left == right) && (left != other))
        #expect(left.hashValue == right.hashValue)
        dismantle(&left)
        dismantle(&right)
        dismantle(&other)
    }

    @Test(arguments: StoreKind.allCases, [511, 100_000])
    func `of a payload is an issue beyond that`(kind: StoreKind, levels: Int) throws {
        struct Item: Entity {
            let number = Attribute<Int64>("number")
            let whole = Attribute<[Value]?>("whole")
        }
        let model = try ManagedObjectModel(Item.self)
        var items = EntityMapping(for: Item.self)
        items.identificationAttributes = ["number"]
        items.addAttributeMapping(from: "n", to: "number")
        items.addAttributeMapping(from: "", to: "whole")
        let plan = try MappingPlan(MappingSet([items], roots: ["": "Item"]), for: model)
        let list = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        var options = PayloadOptions()
        options.limits.nestingDepth = 200_000
        let document = try PayloadDocument(parsing: #"{"n":1,"v":\#(list)}"#, options: options)
        try kind.withReopening { open throws in
            let result = try MappingOperation(plan).run(document, in: try open(model))
            #expect(result.issues.map(\.code) == [.invalidValue])
            #expect(result.issues.first?.path.hasPrefix("v[0][0]") == true)
            #expect(try open(model).perform { try $0.fetch(Item.self).count } == 0)
        }
    }

    @Test(arguments: StoreKind.allCases, [Double.infinity, -.infinity, .nan])
    func `has no number that JSON has not`(kind: StoreKind, number: Double) throws {
        let model = try Holder<[Double]?>.model()
        try kind.withContainer(model) { container throws in
            try container.perform { context throws in
                let holder = context.insert(Holder<[Double]?>.self)
                holder.number = 1
                holder.content = [1, number]
                let error = #expect(throws: ValidationError.self) { try context.save() }
                #expect(error?.problems.map(\.code) == [.invalidValue])
                holder.managedObject["content"] = [.double(number)]
                #expect(throws: ValidationError.self) { try context.save() }
                holder.content = [1]
                try context.save()
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `has one zero, and so has an attribute`(kind: StoreKind) throws {
        let model = try Holder<Double>.model()
        try kind.withReopening { open throws in
            try open(model).perform { context throws in
                let holder = context.insert(Holder<Double>.self)
                holder.number = 1
                holder.content = -0.0
                #expect(holder.content.sign == .plus)
                try context.save()
            }
            #expect(try Holder<Double>.contents(in: try open(model))[1]?.sign == .plus)
            let load = try Holder<Double>.load(model)
            _ = try load.run(
                #"[{"n": 2, "v": -0.0}, {"n": 3, "v": "-0"}]"#.utf8, in: try open(model))
            let read = try Holder<Double>.contents(in: try open(model))
            #expect(read.values.map(\.sign) == [.plus, .plus, .plus])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `by name is refused by the save if the Swift type refuses it`(kind: StoreKind) throws {
        let model = try Holder<Level>.model()
        try kind.withContainer(model) { container throws in
            try container.perform { context throws in
                let holder = context.insert(Holder<Level>.self)
                holder.number = 1
                let savepoint = context.savepoint()
                holder.managedObject["content"] = "boss"
                #expect(holder.managedObject["content"] == "boss")
                let error = #expect(throws: ValidationError.self) { try context.save() }
                #expect(error?.problems.map(\.property) == ["content"])
                context.rollback(to: savepoint)
                holder.content = .senior
                try context.save()
                holder.managedObject["content"] = "boss"
                holder.managedObject["content"] = "junior"
                try context.save()
                holder.managedObject["content"] = "boss"
                context.delete(holder)
                try context.save()
            }
        }
    }

    @Test func `may be described by name beside schema structs`() throws {
        let model = try ManagedObjectModel(
            Holder<Level>.self,
            and: EntityDescription("Tag", attributes: [.init("name", .string)]),
            EntityDescription("Badge"))
        #expect(model.entities.map(\.name) == ["Holder", "Tag", "Badge"])
        #expect(model["Holder"] == Holder<Level>.entityDescription)
        let byName = EntityDescription(
            "Holder",
            attributes: [
                .init("number", .integer64, isOptional: false),
                .init("content", .string, isOptional: false),
            ])
        #expect(model["Holder"] == byName && model["Holder"]?.hashValue == byName.hashValue)
    }

    @Test func `a default that the Swift type refuses is a problem of the model`() throws {
        var holder = Holder<Level>.entityDescription
        holder.updateAttribute("content") { $0.defaultValue = "boss" }
        let error = #expect(throws: ManagedObjectModelError.self) {
            try ManagedObjectModel([holder])
        }
        #expect(error?.problems.map(\.code) == [.defaultValue])
    }
}
