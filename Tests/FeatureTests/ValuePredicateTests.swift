import Mercator
import TestSupport
import Testing

@Suite("Predicates with values that were read by name")
struct ValuePredicateTests {
    private static let types = AttributeType.allCases
    private static let ordered: Set<AttributeType> = [
        .integer16, .integer32, .integer64, .float, .double, .decimal, .string, .date, .url,
    ]

    /// Returns a model with attributes of every type, and objects with and without values.
    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Thing", attributes: types.map { AttributeDescription($0.rawValue, $0) },
                relationships: [
                    .toOne("next", "Thing", inverse: "former"),
                    .toMany("former", "Thing"),
                ])
        ])
    }

    private static func fill(_ context: ManagedObjectContext, seed: UInt64) throws {
        var random = RandomValues(SeededGenerator(seed: seed))
        for number in 0..<12 {
            let thing = context.insert("Thing")
            guard number > 0 else { continue }
            for type in types { thing[type.rawValue] = random.value(of: type) }
        }
        try context.save()
    }

    @Test(arguments: StoreKind.allCases, 1...3 as ClosedRange<UInt64>)
    func `what was read finds the objects that have it`(store: StoreKind, seed: UInt64) throws {
        try store.withContainer(Self.model()) { container throws in
            try container.perform { try Self.fill($0, seed: seed) }
            try container.perform { context throws in
                let things = try context.fetch(FetchRequest("Thing"))
                func found(_ predicate: EntityPredicate) throws -> [ManagedObject] {
                    try context.fetch(FetchRequest("Thing", where: predicate))
                }
                for type in Self.types {
                    let path = PropertyPath(type.rawValue)
                    for value in things.map({ $0[type.rawValue] }) {
                        let equal = things.filter { $0[type.rawValue] == value }
                        let other = things.filter { $0[type.rawValue] != value }
                        #expect(try found(path == value) == equal, "\(type): \(value)")
                        #expect(try found(path != value) == other, "\(type): \(value)")
                        #expect(try found(path.isIn([value])) == equal, "\(type): \(value)")
                        #expect(
                            try found(.all(things.map { path.isIn([$0[type.rawValue], value]) }))
                                == (things.allSatisfy { $0[type.rawValue] == value }
                                    ? things : equal),
                            "\(type): \(value)")
                    }
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `every comparison means what it does with a Swift value`(store: StoreKind) throws {
        try store.withContainer(Self.model()) { container throws in
            try container.perform { try Self.fill($0, seed: 7) }
            try container.perform { context throws in
                let things = try context.fetch(FetchRequest("Thing"))
                for type in Self.types where Self.ordered.contains(type) {
                    let path = PropertyPath(type.rawValue)
                    for value in things.map({ $0[type.rawValue] }) {
                        let wrapped: Value? = value
                        let predicates: [(EntityPredicate, EntityPredicate, String)] = [
                            (path == value, path == wrapped, "=="),
                            (path != value, path != wrapped, "!="),
                            (path < value, path < wrapped, "<"),
                            (path <= value, path <= wrapped, "<="),
                            (path > value, path > wrapped, ">"),
                            (path >= value, path >= wrapped, ">="),
                        ]
                        for (predicate, optional, sign) in predicates {
                            let format = try EntityPredicate(
                                format: "%K \(sign) %@", PropertyPath(type.rawValue), value)
                            #expect(predicate == format && optional == format)
                            _ = try context.count(FetchRequest("Thing", where: predicate))
                        }
                        let around = FetchRequest("Thing", where: path.isBetween(value, and: value))
                        let both = FetchRequest("Thing", where: path >= value && path <= value)
                        #expect(try context.fetch(around) == context.fetch(both))
                    }
                }
            }
        }
    }

    @Test func `a value says the same as the Swift value it holds`() throws {
        let path = PropertyPath.attribute("rating")
        #expect((path == Value.integer(3)) == (path == 3))
        #expect((path < Value.double(3.5)) == (path < 3.5))
        #expect((path != Value.string("a")) == (path != "a"))
        #expect(path.isIn([Value.integer(1), .null]) == path.isIn([1, nil]))
        #expect(path.isBetween(Value.integer(1), and: 2) == path.isBetween(1, and: 2))
        #expect((path == Value.array([1])) == (path == [1]))
        #expect(
            try EntityPredicate(format: "rating IN %@", [Value.integer(1), Value.integer(2)])
                == path.isIn([1, 2]))
        #expect(
            try EntityPredicate(format: "rating == $x", arguments: [], variables: ["x": Value.null])
                == path.isNil)
        #expect(PredicateOperand(Value.null) == Int?.none.predicateOperand)
    }

    @Test func `null is nil, and none is nil`() {
        let path = PropertyPath.attribute("rating")
        let none: Value? = nil
        #expect((path == .null) == path.isNil)
        #expect((path != .null) == !path.isNil)
        #expect((path == none) == path.isNil)
        #expect((path != none) == !path.isNil)
        #expect((path == nil) == path.isNil)
        #expect((path != nil) == !path.isNil)
        let relationship: EntityPredicate = .relationship("next") == nil
        #expect(relationship == EntityPredicate.relationship("next").isNil)
    }

    @Test(arguments: StoreKind.allCases)
    func `a value of another type is refused, and null compares with nothing`(
        store: StoreKind
    ) throws {
        try store.withContainer(Self.model()) { container throws in
            try container.perform { context throws in
                _ = context.insert("Thing")
                context.insert("Thing")["integer16"] = 1
                try context.save()
                func count(_ predicate: EntityPredicate) throws -> Int {
                    try context.count(FetchRequest("Thing", where: predicate))
                }
                #expect(try count(.attribute("integer16") == .null) == 1)
                #expect(try count(.attribute("integer16") != .null) == 1)
                #expect(try count(.attribute("integer16") <= .null) == 0)
                #expect(try count(.attribute("integer16") >= Value?.none) == 0)
                #expect(throws: (any Error).self) {
                    try count(.attribute("integer16") == Value.string("1"))
                }
                #expect(throws: (any Error).self) {
                    try count(.attribute("integer16") == Value.array([1]))
                }
            }
        }
    }
}
