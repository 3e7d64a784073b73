import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Operations that fail on the way")
struct HostileFailureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let code: MappingIssue.Code
        let json: String
        let change: @Sendable (inout EntityMapping) -> Void

        init(
            _ code: MappingIssue.Code, _ json: String,
            _ change: @escaping @Sendable (inout EntityMapping) -> Void = { _ in }
        ) {
            (self.code, self.json, self.change) = (code, json, change)
        }

        var testDescription: String { "\(code): \(json)" }
    }

    private func plan(
        _ model: ManagedObjectModel, _ change: (inout EntityMapping) -> Void
    ) throws -> MappingPlan {
        let user = try model.mapping(
            "User", identifiedBy: ["userID"], ["id": "userID", "n": "name"]
        ) {
            $0.addRelationshipMapping(from: "friends", to: "friends", using: "Someone")
            change(&$0)
        }
        let someone = DynamicMapping(
            named: "Someone", [.kind(at: "id", is: .number, use: "User")])
        return try MappingPlan(
            MappingSet([user], dynamicMappings: [someone], roots: [.root: "User"]), for: model)
    }

    @Test(
        arguments: [
            Row(
                .unknownRepresentation, #"[{"id": 1, "n": "A"}, {"id": 2, "friends": [{"x": 1}]}]"#),
            Row(.unexpectedKind, #"[{"id": 1, "n": "A"}, {"id": 2, "a": 5}]"#) {
                $0.addAttributeMapping(from: "a.b", to: "position")
            },
            Row(.unexpectedKind, #"[{"id": 1, "n": "A"}, {"id": 2, "a": 5}]"#) {
                $0.addAttributeMapping(from: "a.@sum", to: "position")
            },
            Row(.unexpectedKind, #"[{"id": 1, "n": "A"}, {"id": 2, "a": [5]}]"#) {
                $0.addRelationshipMapping(from: "a.b", to: "friends", using: "Someone")
            },
            Row(.rejected, #"[{"id": 1, "n": "A"}, {"id": 2, "n": "bad"}]"#) {
                $0.addValidation(
                    for: "name",
                    ValueValidation("good") { $0 == "bad" ? .reject("a good one") : .accept })
            },
            Row(.rejected, #"[{"id": 1, "n": "A"}, {"id": 2, "n": "bad"}]"#) {
                $0.recordValidation = RecordValidation("good") { record in
                    if record["name"] == "bad" { throw CancellationError() }
                    return .accept
                }
            },
            Row(.invalidValue, #"[{"id": 1, "n": "A"}, {"id": 2, "f": "x"}]"#) {
                $0.addAttributeMapping(from: "f", to: "friend.position")
            },
            Row(.missingIdentification, #"[{"id": 1, "n": "A"}, {"n": "B"}]"#) {
                $0.missingIdentification = .skip
            },
        ], StoreKind.allCases)
    func `nothing changes when everything must fit`(row: Row, kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let plan = try plan(bench.container.model, row.change)
        try bench.insert("User", ["userID": 1, "name": "old"])
        let before = try bench.content()
        let operation = MappingOperation(plan, options: MappingOptions(failurePolicy: .fail))
        try bench.container.perform { context in
            let pending = context.insert("User")
            pending["name"] = "pending"
            let error: MappingError? = caught {
                _ = try operation.run(PayloadDocument(parsing: row.json), in: context)
            }
            #expect(error?.code == .recordFailed)
            #expect(error?.issue?.code == row.code)
            let names = try context.fetch(FetchRequest("User")).map { "\($0["name"])" }
            #expect(names.sorted() == [#""old""#, #""pending""#])
        }
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases, [1, 700, 1500])
    func `a task that is cancelled in the middle changes nothing`(
        kind: StoreKind, last: Int
    ) async throws {
        let bench = try Workbench(kind, Users.model())
        try bench.insert("User", ["userID": 1, "name": "old"])
        let before = try bench.content()
        let plan = try plan(bench.container.model) {
            $0.addValidation(
                for: "name",
                ValueValidation("cancels") { name in
                    if name == .string("N\(last)") {
                        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                    }
                    return .accept
                })
        }
        let records = (1...2000).map { #"{"id": \#($0), "n": "N\#($0)"}"# }
        let json = "[" + records.joined(separator: ",") + "]"
        let task = Task.detached { () -> MappingError.Code? in
            let error: MappingError? = caught {
                _ = try MappingOperation(plan).run(Array(json.utf8), in: bench.container)
            }
            return error?.code
        }
        #expect(await task.value == .cancelled)
        #expect(try bench.content() == before)
    }

    @Test func `metadata that no payload can have is an error at once`() throws {
        let bench = try Workbench(.inMemory, Users.model())
        var operation = MappingOperation(try plan(bench.container.model) { _ in })
        for value in [Value.double(.infinity), .array([.double(.nan)])] {
            operation.metadata = ["deep": .dictionary(["list": .array([value])])]
            let failing = operation
            let error: MappingError? = caught {
                _ = try failing.run(Array(#"{"id": 1}"#.utf8), in: bench.container)
            }
            #expect(error?.code == .invalidMetadata)
        }
        #expect(try bench.lines("User", "userID") == [])
    }

    @Test func `keys that need an escape are reached`() throws {
        let bench = try Workbench(.inMemory, Users.model())
        let user = try bench.container.model.mapping(
            "User", identifiedBy: ["userID"],
            [
                PayloadPath([.key("")]): "userID", #"\@id."".a\.b"#: "name",
                #"\self.x\(y\)"#: "country",
                #""line\n"."{k}""#: "position",
            ])
        let result = try bench.load(
            #"{"": 7, "\u0040id": {"": {"a.b": "A"}}, "self": {"x(y)": "B"}, "linen": {"{k}": 4}}"#,
            user)
        #expect(result.issueCount == 0)
        #expect(
            try bench.lines("User", "userID", "name", "country", "position")
                == [#"7 | "A" | "B" | 4"#])
    }
}
