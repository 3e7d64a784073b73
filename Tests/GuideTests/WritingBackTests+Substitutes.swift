import Mercator
import Testing

/// Values that stand for others, in the guide *Writing back*.
@Suite("Writing back: values that stand for others")
struct WritingBackSubstituteTests {
    enum Role: String, AttributeValue { case member, admin, other }

    struct User: Entity {
        let userID = Attribute<Int64>("userID")
        let role = Attribute<Role>("role")
        let balance = Attribute<Int64?>("balance")
    }

    private let payload = """
        {"id": 3, "role": "ambassador", "balance": 1}
        """

    @Test func `are left out until somebody chooses them`() throws {
        let model = try ManagedObjectModel(User.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        var users = EntityMapping(for: User.self)
        users.addAttributeMappings(["id": "userID", "role": "role", "balance": "balance"])
        users.unknownCases = .fallback(Role.other)
        let plan = try MappingPlan(MappingSet([users], roots: ["": "User"]), for: model)
        let operation = MappingOperation(plan)
        try operation.run(Array(payload.utf8), in: container).requireNoIssues()
        SecondLoad.expectNothing(
            try operation.run(Array(payload.utf8), in: container).total)
        let writer = try RepresentationWriter(plan, mapping: "User")
        @Sendable func body(_ user: Object<User>) throws -> String {
            String(decoding: try writer.jsonBytes(for: user.managedObject), as: UTF8.self)
        }
        let bodies = try container.perform { context in
            let user = try context.fetch(User.self)[0]
            user.balance = 2
            try context.save()
            let unchosen = try body(user)
            user.role = .other
            try context.save()
            return [unchosen, try body(user)]
        }  // {"id":3,"balance":2}, and then {"id":3,"role":"other","balance":2}
        #expect(
            bodies == [#"{"id":3,"balance":2}"#, #"{"id":3,"role":"other","balance":2}"#])
    }
}
