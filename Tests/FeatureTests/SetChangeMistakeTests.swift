import Foundation
import Mercator
import TestSupport
import Testing

/// Updates and deletions by a condition on every store: why they change nothing.
@Suite("Changing what a condition must not match")
struct SetChangeMistakeTests {
    private static let model: ManagedObjectModel? = try? ManagedObjectModel([
        EntityDescription(
            "Item",
            attributes: [
                AttributeDescription("code", .integer64, isUnique: true),
                AttributeDescription("name", .string, isOptional: false),
                AttributeDescription("small", .integer16), AttributeDescription("real", .double),
                AttributeDescription("exact", .decimal), AttributeDescription("tags", .array),
            ],
            relationships: [
                .toOne("box", "Box", inverse: "items", isOptional: false),
                .toMany("parts", "Part", inverse: "item", deleteRule: .cascade),
            ]),
        EntityDescription(
            "Box", attributes: [AttributeDescription("level", .integer64, rules: [.atMost(5)])],
            relationships: [.toMany("items", "Item", inverse: "box", deleteRule: .deny)]),
        EntityDescription(
            "Part", attributes: [AttributeDescription("name", .string)],
            relationships: [.toOne("item", "Item", inverse: "parts")]),
    ])

    private func withItems<Result>(
        _ kind: StoreKind, _ body: (PersistentContainer) throws -> Result
    ) throws -> Result {
        try kind.withContainer(#require(Self.model)) { container throws in
            try container.write { context throws in
                let box = context.insert("Box")
                box["level"] = 4
                for code in 1...3 {
                    let item = context.insert("Item")
                    (item["code"], item["name"]) = (.integer(Int64(code)), "item")
                    (item["small"], item["real"]) = (.integer(Int64(32_764 + code)), 1.5e308)
                    item["exact"] = .decimal(Decimal(sign: .plus, exponent: 37, significand: 9))
                    item[toOne: "box"] = box
                    context.insert("Part")[toOne: "item"] = item
                }
            }
            return try body(container)
        }
    }

    /// Expects a change to fail, and to leave the store as it was.
    private func expectRefusal<Failure: Error>(
        _ kind: StoreKind, _ type: Failure.Type, _ change: (PersistentContainer) throws -> Void
    ) throws -> Failure? {
        try withItems(kind) { container throws in
            let before = try GraphSnapshot(container)
            let error = #expect(throws: Failure.self) { try change(container) }
            #expect(try GraphSnapshot(container) == before)
            return error
        }
    }

    @Test(
        arguments: StoreKind.everyKind,
        [
            ("small", "small" + 1, "Item/3.small"),
            ("code", "code" + .value(.integer(.max)), "Item/1.code"),
            ("small", "code" + 40_000, "Item/1.small"), ("real", "real" + "real", "Item/1.real"),
            ("exact", "exact" + .value(.decimal(Decimal(1) / 1_000)), "Item/1.exact"),
            ("small", .value(40_000), "Item.small"),
        ] as [(String, ValueExpression, String)])
    func `an overflow names the object`(
        kind: StoreKind, change: (name: String, value: ValueExpression, place: String)
    ) throws {
        let error = try expectRefusal(kind, StoreError.self) {
            try $0.update(UpdateRequest("Item", setting: [change.name: change.value]))
        }
        #expect(error?.code == .overflow)
        #expect(error?.message.hasPrefix(change.place) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: StoreKind.everyKind)
    func `unique values can move, but not meet`(kind: StoreKind) throws {
        try withItems(kind) { container throws in
            #expect(try container.update(UpdateRequest("Item", setting: ["code": "code" + 1])) == 3)
        }
        let error = try expectRefusal(kind, StoreError.self) {
            try $0.update(UpdateRequest("Item", setting: ["code": 7]))
        }
        #expect(error?.code == .uniqueness)
    }

    @Test(arguments: StoreKind.everyKind)
    func `invalid objects are refused`(kind: StoreKind) throws {
        let missing = try expectRefusal(kind, ValidationError.self) {
            try $0.update(UpdateRequest("Item", setting: ["name": .value(.null)]))
        }
        #expect(missing?.problems.map(\.code) == [.missingValue, .missingValue, .missingValue])
        let tooHigh = try expectRefusal(kind, ValidationError.self) {
            try $0.update(UpdateRequest("Box", setting: ["level": "level" + 2]))
        }
        #expect(tooHigh?.problems.map(\.property) == ["level"])
        let dryRun = try expectRefusal(kind, ValidationError.self) {
            _ = try $0.dryRun(of: UpdateRequest("Box", setting: ["level": "level" + 2]))
        }
        #expect(dryRun?.problems == tooHigh?.problems)
        try withItems(kind) { container throws in
            #expect(
                try container.update(UpdateRequest("Box", setting: ["level": "level" + 1])) == 1)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `objects that were invalid before are refused, too`(kind: StoreKind) throws {
        try withItems(kind) { container throws in
            let entity = try #require(container.model.index(ofEntity: "Item"))
            let number = try container.backend.reserveNumbers(1, root: entity).lowerBound
            var changes = ChangeSet()
            changes.inserted = [
                StoredRow(
                    number: number, entity: entity, version: 1,
                    row: container.model.layouts[entity].defaults)
            ]
            try container.backend.commit(changes)
            let error = #expect(throws: ValidationError.self) {
                try container.update(UpdateRequest("Item", setting: ["real": 1.5]))
            }
            #expect(error?.problems.map(\.property).sorted() == ["box", "name"])
            let others = UpdateRequest(
                "Item", where: .attribute("code") != nil, setting: ["real": 1.5])
            #expect(try container.update(others) == 3)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `delete rules apply`(kind: StoreKind) throws {
        let denied = try expectRefusal(kind, ValidationError.self) {
            try $0.delete(DeleteRequest("Box"))
        }
        #expect(denied?.problems.contains { $0.code == .deletionDenied } == true)
        try withItems(kind) { container throws in
            let request = DeleteRequest("Item", where: .attribute("code") > 1)
            #expect(try container.delete(request) == 4)
            #expect(try container.read { try $0.count(FetchRequest("Part")) } == 1)
        }
    }

    @Test(
        arguments: StoreKind.everyKind,
        [
            (["cod": 1], "Item has no attribute 'cod' to set; did you mean 'code'?"),
            (["code": .value("x")], "Item.code: expected whole number, found \"x\""),
            (["code": "name"], "Item.code: expected whole number, found text in 'name'"),
            (["name": "name" + "code"], "Item.code: expected text, found whole number"),
            (["name": "name" - .value("m")], "'-' does not apply to values of type text"),
            (["code": "box.level"], "attributes of the object itself"),
            (["code": .count], "no aggregate"), (["code": 1 + .count], "operators apply to"),
            (["box": 1], "this is a relationship"), ([:], "sets at least one attribute"),
            (["code": "coed" + 1], "no property 'coed' in Item; did you mean 'code'?"),
        ] as [([String: ValueExpression], String)])
    func `a mistake is named`(
        kind: StoreKind, mistake: (values: [String: ValueExpression], message: String)
    ) throws {
        let error = try expectRefusal(kind, StoreError.self) {
            try $0.update(UpdateRequest("Item", setting: mistake.values))
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(mistake.message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: StoreKind.everyKind)
    func `other mistakes are named, too`(kind: StoreKind) throws {
        let mistakes: [(String, (PersistentContainer) throws -> Void)] = [
            ("did you mean 'Item'?", { try $0.update(UpdateRequest("Itm", setting: ["code": 1])) }),
            ("did you mean 'Item'?", { try $0.delete(DeleteRequest("Itm")) }),
            (
                "no property 'cod'",
                { try $0.delete(DeleteRequest("Item", where: .attribute("cod") == 1)) }
            ),
            (
                "sets it twice",
                {
                    let twice = [AttributeAssignment("code", 1), AttributeAssignment("code", 2)]
                    try $0.update(UpdateRequest("Item", setting: twice))
                }
            ),
            (
                "operators are for the new values",
                { try $0.delete(DeleteRequest("Item", where: "code" + 1 > 2)) }
            ),
        ]
        for (message, change) in mistakes {
            let error = try expectRefusal(kind, StoreError.self, change)
            #expect(error?.code == .invalidRequest)
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a closed store is refused`(kind: StoreKind) throws {
        try withItems(kind) { container throws in
            container.close()
            let error = #expect(throws: StoreError.self) {
                try container.update(UpdateRequest("Item", setting: ["small": 1]))
            }
            #expect(error?.code == .closed)
        }
    }
}
