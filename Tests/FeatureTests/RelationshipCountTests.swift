import Mercator
import TestSupport
import Testing

@Suite("Numbers of objects in relationships")
struct RelationshipCountTests {
    /// The storage of `A.items`, two or three of them; `B.back`, if it exists, is the inverse.
    enum Kind: String, CaseIterable, CustomStringConvertible {
        case oneWay, manyToMany, manyToManyFromTheOtherEnd, oneToMany

        var description: String { rawValue }

        func model(isOptional: Bool) throws -> ManagedObjectModel {
            let items = RelationshipDescription.toMany(
                "items", "B", isOptional: isOptional, minCount: 2, maxCount: 3)
            let a = EntityDescription("A", relationships: [items])
            let b = EntityDescription("B", relationships: back.map { [$0] } ?? [])
            return try ManagedObjectModel(self == .manyToManyFromTheOtherEnd ? [b, a] : [a, b])
        }

        private var back: RelationshipDescription? {
            switch self {
            case .oneWay: nil
            case .manyToMany, .manyToManyFromTheOtherEnd: .toMany("back", "A", inverse: "items")
            case .oneToMany: .toOne("back", "A", inverse: "items")
            }
        }

        /// Sets a relationship from its other end.
        func join(_ b: ManagedObject, to a: ManagedObject) {
            switch self {
            case .oneWay: a[toMany: "items"].append(b)
            case .manyToMany, .manyToManyFromTheOtherEnd: b[toMany: "back"] = [a]
            case .oneToMany: b[toOne: "back"] = a
            }
        }
    }

    @Test(arguments: StoreKind.allCases, Kind.allCases)
    func `are checked when there are more`(store: StoreKind, kind: Kind) throws {
        try store.withContainer(kind.model(isOptional: true)) { container throws in
            let id = try Self.insert(container, count: 3)
            try container.perform { context throws in
                let a = try #require(try context.object(with: id))
                let b = context.insert("B")
                kind.join(b, to: a)
                Self.expect(
                    context, .tooManyObjects, "expected at most 3 of B, found 4")
                context.delete(b)
                try context.save()
            }
        }
    }

    @Test(arguments: StoreKind.allCases, Kind.allCases)
    func `are checked when the first one comes`(store: StoreKind, kind: Kind) throws {
        try store.withContainer(kind.model(isOptional: true)) { container throws in
            let id = try Self.insert(container, count: 0)
            try container.perform { context throws in
                let a = try #require(try context.object(with: id))
                kind.join(context.insert("B"), to: a)
                Self.expect(
                    context, .tooFewObjects, "expected at least 2 of B, found 1")
                kind.join(context.insert("B"), to: a)
                try context.save()
            }
        }
    }

    @Test(arguments: StoreKind.allCases, Kind.allCases)
    func `are checked when objects are deleted`(store: StoreKind, kind: Kind) throws {
        try store.withContainer(kind.model(isOptional: false)) { container throws in
            let id = try Self.insert(container, count: 2)
            try container.perform { context throws in
                let a = try #require(try context.object(with: id))
                let items = a[toMany: "items"]
                context.delete(items[0])
                Self.expect(
                    context, .tooFewObjects, "expected at least 2 of B, found 1")
                context.delete(items[1])
                Self.expect(context, .missingObject, "an object of B is required")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a relationship that is optional may be empty`(store: StoreKind) throws {
        try store.withContainer(Kind.oneWay.model(isOptional: true)) { container throws in
            let id = try Self.insert(container, count: 2)
            try container.perform { context throws in
                try #require(try context.object(with: id))[toMany: "items"] = []
                try context.save()
            }
        }
    }

    private static func insert(
        _ container: PersistentContainer, count: Int
    ) throws -> ManagedObjectID {
        try container.perform { context throws in
            let a = context.insert("A")
            a[toMany: "items"] = (0..<count).map { _ in context.insert("B") }
            try context.save()
            return a.objectID
        }
    }

    private static func expect(
        _ context: ManagedObjectContext, _ code: ValidationError.Code, _ message: String
    ) {
        let error = #expect(throws: ValidationError.self) { try context.save() }
        #expect(error?.problems.map(\.code) == [code])
        #expect(error?.problems.map(\.description) == ["A/1 items: \(message)"])
    }

    @Test(
        arguments: [
            (-1, nil, "no number of objects is at least -1 and at most any number"),
            (0, 0, "no number of objects is at least 0 and at most 0"),
            (3, 2, "no number of objects is at least 3 and at most 2"),
        ] as [(Int, Int?, String)])
    func `that cannot be are refused with the model`(
        least: Int, most: Int?, message: String
    ) throws {
        let entity = EntityDescription(
            "E", relationships: [.toMany("r", "E", minCount: least, maxCount: most)])
        let error = try #require(
            #expect(throws: ManagedObjectModelError.self) { try ManagedObjectModel([entity]) })
        #expect(error.problems.map(\.message) == [message])
    }

    @Test func `are for to-many relationships`() throws {
        var relationship = RelationshipDescription.toOne("r", "E")
        relationship.maxCount = 1
        let error = try #require(
            #expect(throws: ManagedObjectModelError.self) {
                try ManagedObjectModel([EntityDescription("E", relationships: [relationship])])
            })
        #expect(error.problems.map(\.code) == [.relationship])
    }
}
