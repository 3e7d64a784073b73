import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// One-to-one relationships whose object has two owners, as saves of earlier versions left them.
@Suite("Objects with two owners of which only one can be")
struct SharedPartnerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let connection: ConnectionDescription
        /// The keys of the two owners, oldest first.
        let keys: [Value]
        /// The index of the owner that is left.
        let owner: Int
        let counts: [Int]
    }

    private static let owning = ConnectionDescription(
        entity: "Person", relationship: "badge", connectedBy: ["badgeCode": "code"])
    private static let owned = ConnectionDescription(
        entity: "Badge", relationship: "person", connectedBy: ["code": "badgeCode"])

    static let rows = [
        Row(
            testDescription: "the owner with a key keeps it", connection: owning,
            keys: [.null, 7], owner: 1, counts: [0, 1]),
        Row(
            testDescription: "the older owner with a key keeps it", connection: owning,
            keys: [7, .null], owner: 0, counts: [0, 1]),
        Row(
            testDescription: "of two owners with a key the newest keeps it", connection: owning,
            keys: [7, 7], owner: 1, counts: [0, 1]),
        Row(
            testDescription: "the other end names the newer owner", connection: owned,
            keys: [8, 7], owner: 1, counts: [1, 0]),
        Row(
            testDescription: "the other end names the older owner", connection: owned,
            keys: [7, 8], owner: 0, counts: [1, 0]),
        Row(
            testDescription: "the other end names both owners", connection: owned,
            keys: [7, 7], owner: 0, counts: [1, 0]),
    ]

    @Test(arguments: StoreKind.allCases, rows)
    func `keep one after connecting`(kind: StoreKind, row: Row) throws {
        for isInStore in [true, false] {
            let model = try ManagedObjectModel([
                EntityDescription(
                    "Person", attributes: [.init("badgeCode", .integer64)],
                    relationships: [.toOne("badge", "Badge", inverse: "person")]),
                EntityDescription(
                    "Badge", attributes: [.init("code", .integer64)],
                    relationships: [.toOne("person", "Person", inverse: "badge")]),
            ])
            let bench = try Workbench(kind, model)
            let badge = try bench.insert("Badge", ["code": 7])
            for key in row.keys { try bench.insert("Person", ["badgeCode": key]) }
            try share(badge, in: bench)
            var mapping = try model.mapping(row.connection.entity)
            mapping.addConnection(row.connection)
            let plan = try MappingPlan(
                MappingSet([mapping], roots: [.root: mapping.name]), for: model)
            let operation = ConnectionOperation(plan)
            let result = try connect(operation, bench, isInStore)
            #expect([result.connected, result.cleared] == row.counts)
            let expected = row.keys.indices.map { $0 == row.owner ? "[7]" : "[]" }
            #expect(try bench.lines("Person", "badge.code") == expected)
            #expect(
                try bench.lines("Badge", "person.badgeCode") == ["[\(row.keys[row.owner])]"])
            let before = try bench.content()
            for isInStore in [true, false] {
                let again = try connect(operation, bench, isInStore)
                #expect(again.connected == 0 && again.cleared == 0)
            }
            #expect(try bench.content() == before)
        }
    }

    private func connect(
        _ operation: ConnectionOperation, _ bench: Workbench, _ isInStore: Bool
    ) throws -> ConnectionOperation.Result {
        guard !isInStore else { return try operation.run(in: bench.container) }
        return try bench.container.perform { context in
            let result = try operation.run(in: context)
            try context.save()
            return result
        }
    }

    /// Writes the badge to both persons, as two saves that did not know of each other.
    private func share(_ badge: ManagedObjectID, in bench: Workbench) throws {
        let model = bench.container.model
        let person = try #require(model.index(ofEntity: "Person"))
        let slot = try #require(model.layouts[person].slotIndexes["badge"])
        let backend = bench.container.backend
        for var row in try backend.makeReader().rows(matching: RowRequest(entity: person)) {
            row.row[slot] = .integer(badge.number)
            var changes = ChangeSet()
            changes.updated = [RowUpdate(row: row, changedSlots: [slot])]
            try backend.commit(changes)
        }
    }
}
