import EntityMapper
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import RepresentationWriting
import TestSupport
import Testing

/// Values that stand for others, which a payload had and the mapping could not take.
@Suite("Values that stand for others")
struct SubstituteTests {
    private enum Role: String, AttributeValue { case member, admin, other }
    private enum LaterRole: String, AttributeValue { case member, admin, ambassador, other }

    private struct User: Entity {
        let userID = Attribute<Int64>("userID")
        let role = Attribute<Role>("role", default: .other)
        let roles = Attribute<[Role]>("roles", default: [])
        let rank = Attribute<Role?>("rank")
        let balance = Attribute<Int64?>("balance")
        let version = Attribute<Int64?>("version")
    }

    private static let values = ["role", "roles", "rank", "balance"]

    private func plan(
        _ model: ManagedObjectModel, _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingPlan {
        var users = EntityMapping(for: User.self)
        users.addAttributeMappings(["id": "userID"])
        users.addAttributeMappings(Self.values)
        users.unknownCases = .fallback(Role.other)
        change(&users)
        return try MappingPlan(MappingSet([users], roots: [.root: "User"]), for: model)
    }

    private func operation(_ plan: MappingPlan) -> MappingOperation {
        var operation = MappingOperation(plan)
        operation.options.failurePolicy = .skipValue
        return operation
    }

    private func written(
        _ plan: MappingPlan, _ container: PersistentContainer,
        _ profile: RepresentationProfile = .update
    ) throws -> String {
        let writer = try RepresentationWriter(plan, mapping: "User", profile: profile)
        return try container.perform { context in
            String(
                decoding: try writer.jsonBytes(for: context.fetch(FetchRequest("User"))[0]),
                as: UTF8.self)
        }
    }

    private func edit(
        _ container: PersistentContainer, _ change: @Sendable (Object<User>) -> Void
    ) throws {
        try container.perform { context in
            change(try context.fetch(User.self)[0])
            try context.save()
        }
    }

    @Test(arguments: TestSupport.StoreKind.allCases)
    func `are not written, until they are chosen`(kind: TestSupport.StoreKind) throws {
        try kind.withContainer(ManagedObjectModel(User.self)) { container throws in
            let plan = try plan(container.model)
            try operation(plan).run(
                #"{"id":3,"role":"ambassador","roles":["admin","ambassador"],"rank":"x","balance":1}"#,
                in: container
            ).requireNoIssues()
            try edit(container) { $0.balance = 2 }
            #expect(try written(plan, container) == #"{"id":3,"balance":2}"#)
            // The same value, chosen.
            try edit(container) { $0.role = .other }
            #expect(try written(plan, container) == #"{"id":3,"role":"other","balance":2}"#)
            // Another value, and the same one again, each saved.
            try edit(container) { $0.rank = .admin }
            try edit(container) { $0.rank = .other }
            #expect(
                try written(plan, container)
                    == #"{"id":3,"role":"other","rank":"other","balance":2}"#)
        }
    }

    @Test(arguments: TestSupport.StoreKind.allCases)
    func `are written once the payload has their value`(kind: TestSupport.StoreKind) throws {
        try kind.withContainer(ManagedObjectModel(User.self)) { container throws in
            let plan = try plan(container.model)
            let load = operation(plan)
            _ = try load.run(#"{"id":3,"role":"ambassador","roles":[],"rank":null}"#, in: container)
            #expect(
                try written(plan, container) == #"{"id":3,"roles":[],"rank":null,"balance":null}"#)
            let result = try load.run(#"{"id":3,"role":"other"}"#, in: container)
            #expect(result.total.updated == 0)
            #expect(
                try written(plan, container)
                    == #"{"id":3,"role":"other","roles":[],"rank":null,"balance":null}"#)
            // The same substitute again is no change.
            _ = try load.run(#"{"id":3,"role":"ambassador"}"#, in: container)
            let again = try load.run(#"{"id":3,"role":"ambassador"}"#, in: container)
            #expect(again.total.updated == 0)
            #expect(
                try written(plan, container) == #"{"id":3,"roles":[],"rank":null,"balance":null}"#)
        }
    }

    @Test(arguments: TestSupport.StoreKind.allCases)
    func `are nil for unknown cases, and what was there for invalid values`(
        kind: TestSupport.StoreKind
    ) throws {
        try kind.withContainer(ManagedObjectModel(User.self)) { container throws in
            let plan = try plan(container.model) { $0.unknownCases = .report }
            let load = operation(plan)
            _ = try load.run(
                #"{"id":3,"role":"admin","rank":"ambassador","balance":7}"#, in: container)
            #expect(
                try written(plan, container) == #"{"id":3,"role":"admin","roles":[],"balance":7}"#)
            // A value that is refused leaves the one of before, which is no longer the server's.
            _ = try load.run(#"{"id":3,"role":"nobody","balance":"much"}"#, in: container)
            #expect(try written(plan, container) == #"{"id":3,"roles":[]}"#)
            _ = try load.run(#"{"id":3,"role":"member","balance":8}"#, in: container)
            #expect(
                try written(plan, container) == #"{"id":3,"role":"member","roles":[],"balance":8}"#)
        }
    }

    @Test(arguments: TestSupport.StoreKind.allCases)
    func `are replaced by a record of the same version once the mapping can take it`(
        kind: TestSupport.StoreKind
    ) throws {
        try kind.withContainer(ManagedObjectModel(User.self)) { container throws in
            let settings: (inout EntityMapping) -> Void = {
                $0.addAttributeMappings(["version"])
                $0.modificationAttribute = "version"
            }
            let payload = #"{"id":3,"rank":"ambassador","balance":"much","version":5}"#
            let first = try plan(container.model, settings)
            _ = try operation(first).run(payload, in: container)
            let later = try plan(container.model) {
                settings(&$0)
                $0.unknownCases = .fallback(Role.admin)
            }
            _ = try operation(later).run(payload, in: container)
            try container.perform { context throws in
                #expect(try context.fetch(User.self)[0].rank == .admin)
            }
        }
    }

    @Test(arguments: TestSupport.StoreKind.allCases)
    func `are forgotten with their object`(kind: TestSupport.StoreKind) throws {
        try kind.withContainer(ManagedObjectModel(User.self)) { container throws in
            let plan = try plan(container.model)
            _ = try operation(plan).run(#"{"id":3,"role":"ambassador"}"#, in: container)
            func names() throws -> [String] {
                try container.perform { try $0.metadata(behind: "substitute:") }.map(\.key.name)
            }
            #expect(try names() == ["substitute:User:1:role"])
            try container.perform { context in
                context.delete(try context.fetch(FetchRequest("User"))[0])
                try context.save()
            }
            #expect(try names() == [])
        }
    }

    @Test(arguments: TestSupport.StoreKind.allCases)
    func `leave nothing behind if the operation fails`(kind: TestSupport.StoreKind) throws {
        try kind.withContainer(ManagedObjectModel(User.self)) { container throws in
            var operation = operation(try plan(container.model))
            operation.options.failurePolicy = .fail
            #expect(throws: MappingError.self) {
                _ = try operation.run(
                    #"[{"id":3,"role":"ambassador"},{"id":4,"balance":"much"}]"#, in: container)
            }
            #expect(try !container.perform { try $0.hasSubstitutes() })
        }
    }
}
