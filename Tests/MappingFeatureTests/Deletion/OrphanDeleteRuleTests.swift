import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import TestSupport
import Testing

@Suite("Orphans and delete rules", .endsInTime)
struct OrphanDeleteRuleTests {
    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Folder", attributes: [.init("id", .integer64)],
                relationships: [
                    .toMany("files", "File", inverse: "folder", deleteRule: .cascade),
                    .toMany("locks", "Lock", inverse: "folder", deleteRule: .deny),
                    .toMany("marks", "Mark", inverse: "folder", deleteRule: .noAction),
                    .toOne("room", "Room", inverse: "folders"),
                ]),
            EntityDescription(
                "File", attributes: [.init("id", .integer64)],
                relationships: [
                    .toOne("folder", "Folder", inverse: "files"),
                    .toMany("pages", "Page", inverse: "file", deleteRule: .cascade),
                ]),
            EntityDescription(
                "Page", attributes: [.init("id", .integer64)],
                relationships: [.toOne("file", "File", inverse: "pages")]),
            EntityDescription(
                "Lock", attributes: [.init("id", .integer64)],
                relationships: [.toOne("folder", "Folder", inverse: "locks")]),
            EntityDescription(
                "Mark", attributes: [.init("id", .integer64)],
                relationships: [.toOne("folder", "Folder", inverse: "marks")]),
            EntityDescription(
                "Room", attributes: [.init("id", .integer64)],
                relationships: [.toMany("folders", "Folder", inverse: "room")]),
            EntityDescription(
                "Visit", attributes: [.init("id", .integer64)],
                relationships: [.toOne("room", "Room", isOptional: false)]),
        ])
    }

    /// Returns a bench with objects by entity and number, some of them linked.
    private func bench(
        _ kind: StoreKind, _ objects: [String: [Int64]],
        _ links: [(String, Int64, String, String, Int64)]
    ) throws -> Workbench {
        let bench = try Workbench(kind, Self.model())
        try bench.container.perform { context in
            var made: [String: ManagedObject] = [:]
            for (entity, ids) in objects.sorted(by: { $0.key < $1.key }) {
                for id in ids {
                    let object = context.insert(entity)
                    object["id"] = .integer(id)
                    made["\(entity)\(id)"] = object
                }
            }
            for (entity, id, name, other, otherID) in links {
                made["\(entity)\(id)"]?[toOne: name] = made["\(other)\(otherID)"]
            }
            try context.save()
        }
        return bench
    }

    private func load(
        _ json: String, _ bench: Workbench, _ entities: [String]
    ) throws -> MappingResult {
        let model = bench.container.model
        let names = ["Folder", "File", "Page", "Lock", "Mark", "Room", "Visit"]
        var set = MappingSet(
            try names.map { try model.mapping($0, identifiedBy: ["id"], ["id": "id"]) })
        let document = try PayloadDocument(parsing: json)
        for member in document.root.members {
            set.addRoot(PayloadPath([.key(member.key)]), using: member.key)
        }
        return try bench.load(
            json, set,
            deleting: OrphanDeletion(of: entities.map { FetchRequest($0) }, limit: .unlimited))
    }

    @Test(arguments: StoreKind.allCases)
    func `parts go with their orphan, outside of the scope too`(kind: StoreKind) throws {
        let bench = try bench(
            kind, ["Folder": [1, 2], "File": [1, 2], "Page": [1, 2]],
            [
                ("File", 1, "folder", "Folder", 1), ("File", 2, "folder", "Folder", 2),
                ("Page", 1, "file", "File", 1), ("Page", 2, "file", "File", 2),
            ])
        let folder = try bench.id("Folder", "id", 1)
        let result = try load(#"{"Folder": [{"id": 2}]}"#, bench, ["Folder"])
        #expect(result.orphans?.deletions == [folder])
        #expect(result.counts["Folder"]?.deleted == 1)
        #expect(result.counts["Page"]?.deleted == 1)
        #expect(try bench.lines("File", "id") == ["2"])
        #expect(try bench.lines("Page", "id") == ["2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an orphan that would take along an object of the payload stays`(kind: StoreKind) throws {
        let bench = try bench(
            kind, ["Folder": [1, 2], "File": [1, 2], "Page": [1]],
            [
                ("File", 1, "folder", "Folder", 1), ("File", 2, "folder", "Folder", 2),
                ("Page", 1, "file", "File", 1),
            ])
        let folder = try bench.id("Folder", "id", 1)
        let page = try bench.id("Page", "id", 1)
        let result = try load(
            #"{"Folder": [], "Page": [{"id": 1}]}"#, bench, ["Folder"])
        #expect(result.orphans?.reasons == [folder: .cascade(to: page)])
        #expect(try bench.lines("Folder", "id") == ["1"])
        #expect(try bench.lines("Page", "id") == ["1"])
        #expect(try bench.lines("File", "id") == ["1"])
    }

    @Test(arguments: StoreKind.allCases, ["Lock", "Mark"])
    func `an orphan that a rule denies to delete stays, and the others go`(
        kind: StoreKind, entity: String
    ) throws {
        let bench = try bench(
            kind, ["Folder": [1, 2, 3], entity: [1]], [(entity, 1, "folder", "Folder", 1)])
        let folder = try bench.id("Folder", "id", 1)
        let result = try load(#"{"Folder": [{"id": 3}]}"#, bench, ["Folder"])
        let name = entity.lowercased() + "s"
        #expect(result.orphans?.reasons == [folder: .deletionDenied(by: name)])
        #expect(try bench.lines("Folder", "id") == ["1", "3"])
    }

    @Test(arguments: StoreKind.allCases)
    func `what denies may go first`(kind: StoreKind) throws {
        let bench = try bench(
            kind, ["Folder": [1, 2], "Lock": [1, 2]],
            [("Lock", 1, "folder", "Folder", 1), ("Lock", 2, "folder", "Folder", 2)])
        let folder = try bench.id("Folder", "id", 2)
        let result = try load(
            #"{"Folder": [], "Lock": [{"id": 2}]}"#, bench, ["Lock", "Folder"])
        #expect(result.orphans?.reasons == [folder: .deletionDenied(by: "locks")])
        #expect(try bench.lines("Folder", "id") == ["2"])
        #expect(try bench.lines("Lock", "id") == ["2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that stays with a refused scope keeps others`(kind: StoreKind) throws {
        let bench = try bench(
            kind, ["Folder": [1], "Lock": [1]], [("Lock", 1, "folder", "Folder", 1)])
        let folder = try bench.id("Folder", "id", 1)
        let result = try load(
            #"{"Folder": [], "Lock": ["x"]}"#, bench, ["Lock", "Folder"])
        #expect(result.orphans?.reasons == [folder: .deletionDenied(by: "locks")])
        #expect(result.orphans?.deletions == [])
        #expect(try bench.lines("Folder", "id") == ["1"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an orphan that another object requires stays, even without an inverse`(kind: StoreKind)
        throws
    {
        let bench = try bench(
            kind, ["Room": [1, 2], "Visit": [1]], [("Visit", 1, "room", "Room", 1)])
        let room = try bench.id("Room", "id", 1)
        let visit = try bench.id("Visit", "id", 1)
        let result = try load(#"{"Room": []}"#, bench, ["Room"])
        #expect(result.orphans?.reasons == [room: .required(by: visit, relationship: "room")])
        #expect(try bench.lines("Room", "id") == ["1"])
        // Without the other object, it can be deleted.
        let both = try load(#"{"Room": [], "Visit": []}"#, bench, ["Visit", "Room"])
        #expect(both.total.deleted == 2)
    }

    @Test func `each reason says what is wrong`() {
        let one = ManagedObjectID.example
        let reasons: [PreservationReason] = [
            .recordLeftOut, .related(to: one, by: "tags"), .sameIdentification, .target,
            .unsavedChanges, .deletionDenied(by: "locks"),
            .required(by: one, relationship: "room"), .cascade(to: one), .refusedScope,
            .insertedMeanwhile, .changedSince, .leftScope,
        ]
        #expect(Set(reasons.map(\.description)).count == reasons.count)
        #expect(
            PreservationReason.related(to: one, by: "tags").description
                == "'tags' of Room/1 leads to it, and the payload does not say all of that")
    }
}

extension ManagedObjectID {
    fileprivate static let example = ManagedObjectID(entityName: "Room", number: 1)
}
