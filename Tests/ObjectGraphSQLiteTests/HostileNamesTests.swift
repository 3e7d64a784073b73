import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Names and sizes of models")
struct HostileNamesTests {
    /// Returns the problems for which a model with an invalid name or size is rejected.
    private func problems(_ entities: [EntityDescription]) -> [ManagedObjectModelError.Problem] {
        do {
            _ = try ManagedObjectModel(entities)
            return []
        } catch {
            return error.problems
        }
    }

    @Test(arguments: [
        "a\0b", "\0", "a\nb", "\u{7F}", "\u{85}", "a, b", String(repeating: "x", count: 256),
        String(repeating: "é", count: 128),
    ])
    func `what no store can keep is a problem of the model`(name: String) {
        #expect(problems([EntityDescription(name)]).map(\.code) == [.name])
        let attribute = EntityDescription("A", attributes: [AttributeDescription(name, .string)])
        #expect(problems([attribute]).map(\.code) == [.name])
        #expect(problems([attribute]).map(\.property) == [name])
        let relationship = EntityDescription("A", relationships: [.toMany(name, "A")])
        #expect(problems([relationship]).contains { $0.code == .name })
    }

    /// Names with a meaning in SQLite, in the store, or in handwritten SQL.
    static let names = [
        "sqlite_x", "SQLite_sequence", "mercator_schema", "mercator_x", "select", "rowid", "oid",
        "_rowid_", "main", "temp", "a\"b", "a'b", "a]b", "a;b", "a b", "été", "日本", "🙂", "%s", "?1",
        ":a", "@b", "$c", "--x", "/*", "x'00'", String(repeating: "x", count: 255),
    ]

    @Test(arguments: names, StoreKind.allCases)
    func `other names are names of entities and properties`(name: String, kind: StoreKind) throws {
        let entities = [
            EntityDescription(
                name,
                attributes: [
                    AttributeDescription(name + "1", .string, isUnique: true),
                    AttributeDescription("n", .integer64),
                ],
                relationships: [
                    .toOne("one", "Other", inverse: "many"), .toMany("links", "Other"),
                ], uniquenessConstraints: [["n", name + "1"]]),
            EntityDescription(name + "Sub", parent: name),
            EntityDescription(
                "Other", relationships: [.toMany("many", name, inverse: "one", isOrdered: true)]),
        ]
        // One byte of the limit is reserved for suffixes.
        guard name.utf8.count < 250 else {
            return #expect(problems([EntityDescription(name)]).isEmpty)
        }
        let model = try ManagedObjectModel(entities)
        try kind.withStore { store in
            for round in 1...2 {
                let container = try PersistentContainer(model: model, store: store)
                try container.perform { context in
                    let object = context.insert(round == 1 ? name : name + "Sub")
                    object[name + "1"] = .string("\(round)")
                    let other = context.insert("Other")
                    object[toOne: "one"] = other
                    object[toMany: "links"] = [other]
                    try context.save()
                }
                let found = try container.perform { context in
                    try context.fetch(
                        FetchRequest(name, where: PropertyPath(components: [name + "1"]) != "x")
                    ).map { $0[name + "1"] }
                }
                #expect(found == (1...round).map { Value.string("\($0)") })
            }
            let container = try PersistentContainer(model: model, store: store)
            let error = storeError {
                try container.perform { context in
                    context.insert(name)[name + "1"] = "1"
                    try context.save()
                }
            }
            #expect(error?.code == .uniqueness)
            if kind == .sqlite { #expect(try container.checkIntegrity().isClean) }
        }
    }

    private func attributes(_ count: Int, _ prefix: String = "a") -> [AttributeDescription] {
        (0..<count).map { AttributeDescription("\(prefix)\($0)", .integer64) }
    }

    @Test(arguments: StoreKind.allCases.filter { $0 != .postgres })
    func `a tree has as many properties as a table has columns`(kind: StoreKind) throws {
        let most = EntityDescription("A", attributes: attributes(1998))
        try kind.withContainer(try ManagedObjectModel([most])) { container in
            try container.perform { context in
                context.insert("A")["a1997"] = 7
                try context.save()
            }
            let values = try container.perform { context in
                try context.fetch(FetchRequest("A", where: .attribute("a1997") == 7)).map {
                    $0["a1997"]
                }
            }
            #expect(values == [7])
        }
        let excess = problems([EntityDescription("A", attributes: attributes(1999))])
        #expect(excess.map(\.code) == [.size])
        #expect(excess.first?.message.hasPrefix("it has 1999 attributes") == true)
    }

    @Test func `sub-entities and relationships count, to-many ones do not`() {
        let subs = (0..<50).map {
            EntityDescription("S\($0)", parent: "P", attributes: attributes(40, "s\($0)_"))
        }
        let excess = problems([EntityDescription("P")] + subs)
        #expect(excess.map(\.entity) == ["P"])
        #expect(excess.first?.message.hasPrefix("it and its 50 sub-entities have 2000") == true)
        #expect(problems([EntityDescription("P")] + subs.dropLast()).isEmpty)
        let ones = (0..<1000).map {
            RelationshipDescription.toOne("r\($0)", "B", inverse: "i\($0)")
        }
        let backs = (0..<1000).map {
            RelationshipDescription.toMany("i\($0)", "A", inverse: "r\($0)", isOrdered: true)
        }
        let related = [
            EntityDescription("A", relationships: ones),
            EntityDescription("B", relationships: backs),
        ]
        #expect(problems(related).map(\.entity) == ["A"])
        let unordered = (0..<1000).map {
            RelationshipDescription.toMany("i\($0)", "A", inverse: "r\($0)")
        }
        #expect(problems([related[0], EntityDescription("B", relationships: unordered)]).isEmpty)
    }

    @Test func `a constraint has as many attributes as an index can`() {
        func entity(_ count: Int) -> EntityDescription {
            EntityDescription(
                "A", attributes: attributes(200),
                uniquenessConstraints: [(0..<count).map { "a\($0)" }])
        }
        #expect(problems([entity(100)]).isEmpty)
        #expect(problems([entity(101)]).map(\.code) == [.size])
    }

    @Test(arguments: StoreKind.allCases)
    func `long chains and wide trees are made in proportion`(kind: StoreKind) throws {
        let chain = (0..<700).map {
            EntityDescription(
                "E\($0)", parent: $0 == 0 ? nil : "E\($0 - 1)",
                attributes: [AttributeDescription("a\($0)", .integer64)])
        }
        let wide =
            [EntityDescription("W")] + (0..<3000).map { EntityDescription("W\($0)", parent: "W") }
        // The order includes children before their parents.
        let model = try ManagedObjectModel((chain + wide).reversed())
        #expect(model.layout(named: "E0")?.family.count == 700)
        #expect(model.layout(named: "E699")?.slots.map(\.name) == (0..<700).map { "a\($0)" })
        #expect(model.layout(named: "W")?.family.count == 3001)
        #expect(model.layout(named: "W7")?.includes(model.index(ofEntity: "W8") ?? 0) == false)
        try kind.withContainer(model) { container in
            try container.perform { context in
                context.insert("E699")["a3"] = 5
                _ = context.insert("W17")
                try context.save()
            }
            let counts = try container.perform { context in
                [
                    try context.fetch(FetchRequest("E3", where: .attribute("a3") == 5)).count,
                    try context.fetch(FetchRequest("W")).count,
                    try context.fetch(FetchRequest("W18")).count,
                ]
            }
            #expect(counts == [1, 1, 0])
        }
    }
}
