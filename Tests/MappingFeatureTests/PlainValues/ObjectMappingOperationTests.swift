import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import Synchronization
import Testing
import ValueTransforms

@Suite("Running mappings to plain values")
struct ObjectMappingOperationTests {
    struct User: Sendable, Equatable {
        var id = 0
        var name: String?
        var start = 0
        var end = 0
        var friends: [User] = []
    }

    private static let users: ObjectMapping<User> = {
        var users = ObjectMapping(User())
        users.addAttributeMapping(from: "id", to: \.id)
        users.addAttributeMapping(from: "name", to: \.name)
        users.addRelationshipMapping(from: "friends", to: \.friends, using: { Self.users })
        return users
    }()

    private static let list = """
        [{"id": 31337, "name": "Blake Watters"},
         {"id": 187, "name": "Jeremy Ellison", "friend": {"id": 255, "name": "Anthony Stark"}},
         {"id": 7, "name": "Rachit Shukla"}]
        """

    @Test(
        arguments: [
            ("AC-163, AC-170", list, "", ["Blake Watters", "Jeremy Ellison", "Rachit Shukla"]),
            ("AC-164", list, "friend", ["Anthony Stark"]),
            ("AC-169", #"{"id": 1, "name": "Blake Watters"}"#, "", ["Blake Watters"]),
            ("rule 164", #"{"users": null}"#, "users", []),
            ("rule 165", #"{"users": []}"#, "users", []),
        ] as [(String, String, PayloadPath, [String])])
    func `gives what is at the root path`(
        id: String, json: String, path: PayloadPath, names: [String]
    ) throws {
        let result = try Self.users.run(json.utf8, at: path)
        #expect(result.rootPath == path)
        #expect(result.values.compactMap(\.name) == names)
        #expect(result.first?.name == names.first)
        try result.requireNoIssues()
    }

    @Test func `leaves out what does not fit`() throws {
        let result = try Self.users.run(#"[{"id": 1}, {"id": "x"}, {"id": 3}]"#.utf8)
        #expect(result.values.map(\.id) == [1, 3])
        #expect(
            caught(MappingError.self) { try result.requireNoIssues() }?.message
                == "the payload has 1 issue:\n- User.id: expected whole number, found text that is "
                + "not one, at [1].id (line 1, column 20)")
    }

    @Test(
        arguments: [
            ("AC-176", #"{"user": {"id": 1}}"#, "users"), ("AC-173", #"{"a": 1}"#, "this"),
            ("AC-175", #"[{"id": 1}]"#, "that"), ("AC-191", "{}", "users"),
            ("a scalar", "1", "users"),
        ] as [(String, String, PayloadPath)])
    func `says the same as an operation with a store when nothing is there`(
        id: String, json: String, path: PayloadPath
    ) throws {
        let model = try ManagedObjectModel([
            EntityDescription("User", attributes: [.init("id", .integer64)])
        ])
        let entity = try model.mapping("User", ["id": "id"])
        let plan = try MappingPlan(MappingSet([entity], roots: [path: "User"]), for: model)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let document = try PayloadDocument(parsing: json)
        let expected = caught(MappingError.self) {
            _ = try MappingOperation(plan).run(document, in: container)
        }
        let found = caught(MappingError.self) { _ = try Self.users.run(document, at: path) }
        #expect(expected?.code == .unmappedPayload)
        #expect(found?.code == expected?.code)
        #expect(found?.message == expected?.message)
    }

    @Test func `updates a value, and leaves the rest of it`() throws {
        let old = User(id: 7, name: "Old", start: 5)
        let document = try PayloadDocument(parsing: #"{"user": {"name": "New"}}"#)
        let user = try Self.users.map(document, at: "user", into: old)
        #expect(user == User(id: 7, name: "New", start: 5))
    }

    @Test(arguments: [
        ("AC-184", #"{"id": "x", "name": "New"}"#, MappingError.Code.recordFailed),
        ("AC-172", "[]", .targetMismatch), ("a list", #"[{"id": 1}]"#, .targetMismatch),
        ("null", "null", .targetMismatch),
    ])
    func `updates nothing where it throws`(
        id: String, json: String, code: MappingError.Code
    ) throws {
        let user = PlainUser(userID: 7, name: "Old")
        var users = ObjectMapping { PlainUser() }
        users.addAttributeMapping(from: "name", to: \.name)
        users.addAttributeMapping(from: "id", to: \.userID)
        let document = try PayloadDocument(parsing: json)
        #expect(caught(MappingError.self) { _ = try users.map(document, into: user) }?.code == code)
        #expect(user.name == "Old")
    }

    @Test func `ignores a target for lists`() throws {
        let result = try ObjectMappingOperation(Self.users)
            .run(PayloadDocument(parsing: Self.list), into: User(id: 1, end: 9))
        #expect(result.values.map(\.end) == [0, 0, 0])
    }

    @Test(
        arguments: [
            ("AC-194", #"{"name": "FAIL"}"#, nil, ["expected a name, found text that is not"]),
            ("rule 196", #"{"id": 1, "name": "REJECT"}"#, "before", []),
            ("AC-196", #"{"name": "MODIFY"}"#, "modified value", []),
            (
                "AC-197", #"{"name": "THROW"}"#, nil,
                ["expected what the validation accepts; it says: No, found text that is not"]
            ),
            ("unchanged", #"{"name": "before"}"#, "before", []),
        ] as [(String, String, String?, [String])])
    func `asks validations about values`(
        id: String, json: String, name: String?, issues: [String]
    ) throws {
        struct No: Error {}
        var users = ObjectMapping(User(name: "before"))
        users.addAttributeMapping(from: "id", to: \.id)
        users.addAttributeMapping(from: "name", to: \.name) { name in
            switch name {
            case "FAIL": .reject("a name")
            case "REJECT": .decline
            case "MODIFY": .replace("modified value")
            default: throw No()
            }
        }
        let result = try users.run(json.utf8)
        #expect(result.first?.name == name)
        let texts = result.issues.map { "expected \($0.expected), found \($0.found)" }
        #expect(texts == issues.map { $0.replacing("says: No,", with: "says: No(),") })
        users.performsValidation = false
        #expect(try users.run(json.utf8).issues.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"s": 1, "e": 2}"#, 1, []), (#"{"s": 3, "e": 2}"#, 0, ["an end after the start"]),
            (#"{"s": 0, "e": 9}"#, 0, []), (#"{"e": -1}"#, 0, ["an end after the start"]),
        ] as [(String, Int, [String])])
    func `asks validations about records`(json: String, count: Int, issues: [String]) throws {
        var users = ObjectMapping(User())
        users.addAttributeMapping(from: "s", to: \.start)
        users.addAttributeMapping(from: "e", to: \.end)
        users.recordValidation = ObjectValidation("order") { user in
            if user[\.end] == 9 { return .decline }
            return user[\.start] <= user[\.end] ? .accept : .reject("an end after the start")
        }
        let result = try users.run(json.utf8)
        #expect(result.values.count == count)
        #expect(result.issues.map(\.expected) == issues)
    }

    @Test func `has no remaining members`() {
        var nodes = ObjectMapping(Node(), named: "Node")
        nodes.addAttributeMapping(from: "@rest", to: \.name)
        let error = caught(MappingPlanError.self) { _ = try nodes.run("{}".utf8) }
        #expect(
            error?.problems.map(\.message) == [
                "the path to 'name': plain values have no '@rest'; map the keys one by one"
            ])
    }

    @Test func `finds all mistakes of the author before it reads the payload`() throws {
        var inner = ObjectMapping(Node(), named: "Inner")
        inner.addAttributeMapping(from: "a..b", to: \.name)
        var nodes = ObjectMapping(Node(), named: "Node")
        nodes.addAttributeMapping(from: "date", to: \.date, using: .httpDate)
        nodes.addRelationshipMapping(from: "", to: \.next, using: { Node.endless })
        nodes.addRelationshipMapping(from: "inner", to: \.next, using: inner)
        let error = caught(MappingPlanError.self) { _ = try nodes.run("1".utf8) }
        #expect(
            error?.problems.map(\.description) == [
                "Node: 'date' is of type whole number; 'httpDate' gives dates",
                "Inner: the path to 'name': expected a name, found '.', at character 3 of path "
                    + "'a..b': write \"\" for an empty key",
                "Endless: relationships without a source lead from a representation to itself for "
                    + "ever; give one of them a path",
            ])
    }

    @Test(
        arguments: [
            ([], "there is no matcher to choose a mapping; add one"),
            (
                [.value(at: "type", equals: "user", use: "Usr")],
                "matcher 1: no mapping is named 'Usr'; did you mean 'User'?; add it with add(_:as:)"
            ),
            (
                [.text(at: "type", matches: "(", use: "User")],
                "matcher 1: the regular expression cannot be read: "
            ),
            ([.closure("none", among: []) { _ in .pass }], "matcher 1 names no mapping"),
            (
                [.predicate(.exists("a..b"), use: "User")],
                "matcher 1: expected a name, found '.', at character 3"
            ),
        ] as [([MappingMatcher], String)])
    func `finds mistakes in matchers`(matchers: [MappingMatcher], problem: String) throws {
        var dynamic = DynamicObjectMapping<User>(named: "Any", matchers)
        dynamic.add(Self.users)
        let error = caught(MappingPlanError.self) { _ = try dynamic.run("{}".utf8) }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.description.hasPrefix("Any: " + problem) == true)
    }

    @Test func `tells an observer what it does`() throws {
        let log = Log()
        var operation = ObjectMappingOperation(Self.users)
        operation.observer = log
        let json = #"{"id": 1, "name": "A", "friends": [{"id": "x"}]}"#
        _ = try operation.run(PayloadDocument(parsing: json), into: User(id: 1))
        #expect(
            log.lines.withLock { $0 } == [
                "willMap", "foundRoot User from ''", "willMapRecord User at the top",
                "found User.id from 'id' at id", "found User.name from 'name' at name",
                "found User.friends from 'friends' at friends",
                "willMapRecord User at friends[0]", "found User.id from 'id' at friends[0].id",
                "failed User.id from 'id' at friends[0].id "
                    + "invalidValue: expected whole number, found text that is not one",
                "notFound User.name from 'name'", "unchanged User.id from 'id'",
                "set User.name from 'name'", "didMapRecord User at the top", "didMap",
            ])
        let missed = Log()
        operation.observer = missed
        #expect(caught(MappingError.self) { _ = try operation.run("{}".utf8, at: "users") } != nil)
        #expect(missed.lines.withLock { $0 } == ["willMap", "missedRoot User from 'users'"])
    }

    @Test func `refuses an instance of a class as a prototype`() async {
        await #expect(processExitsWith: .failure) {
            final class Shared: Sendable {}
            _ = ObjectMapping(Shared())
        }
    }

    @Test func `stops when its task is cancelled`() async {
        let code = await Task {
            unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            return caught(MappingError.self) { _ = try Self.users.run(Self.list.utf8) }?.code
        }.value
        #expect(code == .cancelled)
    }

    struct Node: Sendable {
        var name = ""
        var date = 0
        var next: [Node]?

        /// A mapping from a representation to itself.
        static let endless: ObjectMapping<Node> = {
            var nodes = ObjectMapping(Node(), named: "Endless")
            nodes.addRelationshipMapping(from: "", to: \.next, using: { endless })
            return nodes
        }()
    }

    private final class Log: MappingObserver {
        let lines = Mutex<[String]>([])

        func mappingOperation(didObserve event: MappingEvent) {
            lines.withLock { $0.append(event.description) }
        }
    }
}

@Suite("Errors in payloads")
struct ObjectMappingErrorTests {
    @Test(
        arguments: [
            (#"{"errors": [{"message": "A"}, {"message": "B"}]}"#, "errors", "message", "A, B"),
            (#"{"errors": {"message": "A"}}"#, "errors", "message", "A"),
            (#"{"error": "No such user"}"#, "error", "", "No such user"),
            (#"{"errors": ["A", "B"]}"#, "errors", "", "A, B"),
            (#"{"errors": []}"#, "errors", "message", nil),
            (#"{"errors": null}"#, "errors", "message", nil),
            (#"{"data": []}"#, "errors", "message", nil),
            (
                #"{"errors": [{"message": "A"}, 7]}"#, "errors", "message",
                "A, ErrorMessage: expected an object, found number, at errors[1] (line 1, column 31)"
            ),
        ] as [(String, PayloadPath, PayloadPath, String?)])
    func `are thrown as one, and lost nowhere`(
        json: String, path: PayloadPath, message: PayloadPath, description: String?
    ) throws {
        let document = try PayloadDocument(parsing: json)
        let error = caught(ReportedErrors<ErrorMessage>.self) {
            try ErrorMessage.mapping(from: message).throwErrors(in: document, at: path)
        }
        #expect(error?.description == description)
    }

    @Test func `are not taken for none where the path does not fit`() throws {
        let document = try PayloadDocument(parsing: #"{"errors": "text"}"#)
        let error = caught(MappingError.self) {
            try ErrorMessage.mapping().throwErrors(in: document, at: "errors.list")
        }
        #expect(error?.code == .unmappedPayload)
    }

    @Test func `keep what else the server says`() throws {
        let json = #"[{"message": "A", "info": {"code": 7}}]"#
        let errors = try ErrorMessage.mapping(userInfo: "info").run(json.utf8).values
        #expect(errors == [ErrorMessage("A", userInfo: ["code": 7])])
    }

    @Test func `may be of any type`() throws {
        struct Refusal: Error, Equatable { var code = 0 }
        var refusals = ObjectMapping(Refusal())
        refusals.addAttributeMapping(from: "code", to: \.code)
        let document = try PayloadDocument(parsing: #"{"refused": {"code": 401}}"#)
        let error = caught(ReportedErrors<Refusal>.self) {
            try refusals.throwErrors(in: document, at: "refused")
        }
        #expect(error?.errors == [Refusal(code: 401)])
    }
}
