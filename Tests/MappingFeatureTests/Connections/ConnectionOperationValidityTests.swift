import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("ConnectionOperation and what is mandatory")
struct ConnectionOperationValidityTests {
    private let model: ManagedObjectModel
    private let plan: MappingPlan

    /// Creates a model in which a desk belongs to one person, persons refer to desks by key, and a
    /// team requires members.
    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Person", attributes: [.init("name", .string), .init("deskID", .integer64)],
                relationships: [.toOne("desk", "Desk", inverse: "person")]),
            EntityDescription(
                "Desk", attributes: [.init("deskID", .integer64)],
                relationships: [.toOne("person", "Person", inverse: "desk")]),
            EntityDescription(
                "Team", attributes: [.init("name", .string), .init("memberIDs", .array)],
                relationships: [.toMany("members", "Member", inverse: "team", isOptional: false)]),
            EntityDescription(
                "Member", attributes: [.init("memberID", .integer64)],
                relationships: [.toOne("team", "Team", inverse: "members")]),
        ])
        let team = try model.mapping("Team") {
            $0.addConnection(for: "members", connectedBy: ["memberIDs": "memberID"])
        }
        let person = try model.mapping("Person") {
            $0.addConnection(for: "desk", connectedBy: "deskID")
        }
        plan = try MappingPlan(
            MappingSet([team, person], roots: ["teams": "Team", "persons": "Person"]),
            for: model)
    }

    @Test(arguments: StoreKind.allCases)
    func `moves an object of a one-to-one relationship to its last claim`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.container.perform { context in
            let desk = context.insert("Desk")
            desk["deskID"] = 1
            let holder = context.insert("Person")
            holder["name"] = "Holder"
            holder[toOne: "desk"] = desk
            for name in ["First", "Last"] {
                let person = context.insert("Person")
                person["name"] = .string(name)
                person["deskID"] = 1
            }
            try context.save()
        }
        let result = try ConnectionOperation(plan, only: ["Person"]).run(in: bench.container)
        #expect(result.connected == 1)
        #expect(
            try bench.lines("Person", "name", "desk.deskID")
                == [#""Holder" | []"#, #""First" | []"#, #""Last" | [1]"#])
        #expect(try bench.lines("Desk", "person.name") == [#"["Last"]"#])
    }

    private func fillTeams(_ bench: Workbench) throws {
        try bench.container.perform { context in
            for (name, number, wanted) in [("A", 1, []), ("B", 2, [1, 2])]
                as [(String, Int64, [Value])]
            {
                let (team, member) = (context.insert("Team"), context.insert("Member"))
                member["memberID"] = .integer(number)
                team["name"] = .string(name)
                team["memberIDs"] = wanted.isEmpty ? .null : .array(wanted)
                team[toMany: "members"] = [member]
            }
            try context.save()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `fails as a unit of work does, and changes nothing`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try fillTeams(bench)
        let before = try bench.content()
        let operation = ConnectionOperation(plan)
        let error: ValidationError? = caught { _ = try operation.run(in: bench.container) }
        let expected: ValidationError? = caught {
            try bench.container.perform { context in
                _ = try operation.run(in: context)
                try context.save()
            }
        }
        #expect(error?.problems.map(\.property) == ["members"])
        #expect(error?.problems == expected?.problems)
        #expect(try bench.content() == before)
        #expect(try bench.container.backend.makeReader().connections().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `connects if every mandatory relationship keeps an object`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try fillTeams(bench)
        try bench.container.perform { context in
            let member = context.insert("Member")
            member["memberID"] = 3
            member[toOne: "team"] = try context.fetch(FetchRequest("Team")).first
            try context.save()
        }
        #expect(try ConnectionOperation(plan).run(in: bench.container).connected == 1)
        #expect(
            try bench.lines("Team", "name", "members.memberID")
                == [#""A" | [3]"#, #""B" | [1,2]"#])
    }
}
