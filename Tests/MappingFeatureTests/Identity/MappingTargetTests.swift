import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Target objects and routes")
struct MappingTargetTests {
    private func plan(
        _ model: ManagedObjectModel, roots: KeyValuePairs<PayloadPath, String> = [.root: "User"]
    ) throws -> MappingPlan {
        let user = try model.mapping(
            "User", identifiedBy: ["userID"], ["id": "userID", "name": "name"]
        ) { $0.addRelationshipMapping(from: "friends", to: "friends", using: "User") }
        let address = try model.mapping("Address", ["city": "city"])
        return try MappingPlan(MappingSet([user, address], roots: roots), for: model)
    }

    private func run(
        _ json: String, _ plan: MappingPlan, _ bench: Workbench, into target: ManagedObjectID
    ) throws -> MappingResult {
        try MappingOperation(plan).run(Array(json.utf8), in: bench.container, into: target)
    }

    @Test(arguments: StoreKind.allCases)
    func `a single representation goes into the named object`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let target = try bench.insert("User", ["name": "old"])
        let plan = try self.plan(bench.container.model)
        let first = try run(#"{"id": 7, "name": "new"}"#, plan, bench, into: target)
        #expect(first.first == target)
        #expect(first.total.updated == 1)
        #expect(try bench.lines("User", "userID", "name") == [#"7 | "new""#])
        // Without an identification it is the same object again.
        let second = try run(
            #"{"name": "newer", "friends": [{"id": 7, "name": "newer"}]}"#, plan, bench,
            into: target)
        #expect(second.first == target)
        #expect(
            try bench.lines("User", "userID", "name", "friends.userID")
                == [#"7 | "newer" | [7]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a list at the root is mapped as without it`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let target = try bench.insert("User", ["name": "old"])
        let result = try run(
            #"[{"id": 1}, {"id": 2}, {"id": 3}]"#, plan(bench.container.model), bench, into: target)
        #expect(result.array.count == 3)
        #expect(result.total.inserted == 3)
        #expect(try bench.lines("User", "userID", "name").first == #"nil | "old""#)
    }

    @Test(arguments: StoreKind.allCases)
    func `a target of another entity is an error`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let target = try bench.insert("Address", ["city": "X"])
        let error: MappingError? = caught {
            _ = try run(#"{"id": 1}"#, plan(bench.container.model), bench, into: target)
        }
        #expect(error?.code == .targetMismatch)
        #expect(
            error?.message == "expected an object of User to map into, found one of Address")
        // Rule 171: with several root paths, other representations get objects of their own.
        let several = try plan(bench.container.model, roots: ["user": "User", "place": "Address"])
        let result = try run(
            #"{"user": {"id": 1}, "place": {"city": "Y"}}"#, several, bench, into: target)
        #expect(result["place"] == [target])
        #expect(result.total.inserted == 1)
        #expect(try bench.lines("Address", "city") == [#""Y""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a target that is gone is an error`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let target = try bench.insert("User")
        try bench.container.perform { context in
            try context.object(with: target).map { context.delete($0) }
            try context.save()
        }
        let error: MappingError? = caught {
            _ = try run(#"{"id": 1}"#, plan(bench.container.model), bench, into: target)
        }
        #expect(error?.code == .targetMismatch)
        #expect(error?.message.hasSuffix("is not there; was it deleted?") == true)
    }

    @Test(arguments: StoreKind.allCases)
    func `a dynamic mapping must fit the target`(kind: StoreKind) throws {
        let model = try Users.model()
        let bench = try Workbench(kind, model)
        let target = try bench.insert("Boy", ["name": "old"])
        let someone = DynamicMapping(
            named: "Someone",
            [
                .table(at: "type", ["Boy": "Boy", "Girl": "Girl"]),
                .closure("nobody else", among: ["Boy"]) { _ in .decline },
            ])
        let mappings = try ["Boy", "Girl"].map { try model.mapping($0, ["name": "name"]) }
        let plan = try MappingPlan(
            MappingSet(mappings, dynamicMappings: [someone], roots: [.root: "Someone"]), for: model)
        let result = try run(#"{"name": "Blake", "type": "Boy"}"#, plan, bench, into: target)
        #expect(result.array == [target])
        for (type, code) in [("Girl", MappingError.Code.targetMismatch), ("X", .unmappedPayload)] {
            let error: MappingError? = caught {
                _ = try run(#"{"name": "N", "type": "\#(type)"}"#, plan, bench, into: target)
            }
            #expect(error?.code == code)
        }
        #expect(try bench.lines("Person", "name") == [#""Blake""#])
    }
}

@Suite("Destinations through relationships")
struct MappingRouteTests {
    /// Returns mappings of users with a street number that is stored in their address.
    private func users(
        _ model: ManagedObjectModel, _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        let user = try model.mapping(
            "User", identifiedBy: ["userID"],
            ["id": "userID", "this.that": "address.addressID", "n": "friend.address.addressID"]
        ) {
            $0.addRelationshipMapping(from: "address", to: "address", using: "Address")
            $0.addRelationshipMapping(from: "friend", to: "friend", using: "User")
            change(&$0)
        }
        let address = try model.mapping("Address", ["city": "city"])
        return MappingSet([user, address], roots: [.root: "User"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a value is written through relationships, old and new`(kind: StoreKind) throws {
        // After relationships, regardless of the source.
        let bench = try Workbench(kind, Users.model())
        let mappings = try users(bench.container.model)
        let first = try bench.load(
            """
            {"id": 1, "this": {"that": "12345"}, "n": 9, "address": {"city": "X"},
             "friend": {"id": 2, "address": {"city": "Y"}}}
            """, mappings)
        #expect(first.issueCount == 0)
        #expect(try bench.lines("Address", "city", "addressID") == [#""X" | 12345"#, #""Y" | 9"#])
        let second = try bench.load(#"{"id": 1, "this": {"that": 8}}"#, mappings)
        #expect(second.issueCount == 0)
        #expect(second.total.updated == 1)
        #expect(try bench.lines("Address", "addressID") == ["8", "9"])
        let third = try bench.load(#"{"id": 1, "this": {"that": 8}}"#, mappings)
        #expect(third.total.unchanged == 1)
        #expect(third.total.updated == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `a route without a destination is reported`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let result = try bench.load(
            #"[{"id": 1, "this": {"that": 5}}, {"id": 2, "n": 1, "friend": {"id": 3}}]"#,
            users(bench.container.model))
        #expect(
            result.issues.map(\.description) == [
                "User.address.addressID (userID: 1): expected an object in 'address' to write to, "
                    + "found none, at [0].this.that (line 1, column 29)",
                "User.friend.address.addressID (userID: 2): expected an object in 'address' to write "
                    + "to, found none, at [1].n (line 1, column 49)",
            ])
        #expect(result.total.inserted == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `a value that does not fit leaves out the record`(kind: StoreKind) throws {
        let bench = try Workbench(kind, Users.model())
        let mappings = try users(bench.container.model) {
            $0.addValidation(
                for: "address.addressID",
                ValueValidation("small") {
                    if case .integer(let n) = $0, n > 100 {
                        .reject("a small number")
                    } else {
                        .accept
                    }
                })
        }
        let result = try bench.load(
            #"[{"id": 1, "this": {"that": "x"}, "address": {"city": "X"}}, {"id": 2}]"#, mappings)
        #expect(
            result.issues.map(\.description) == [
                "User.address.addressID (userID: 1): expected whole number, found text that is not "
                    + "one, at [0].this.that (line 1, column 29)"
            ])
        #expect(try bench.lines("User", "userID") == ["2"])
        #expect(try bench.lines("Address", "city") == [])
        let rejected = try bench.load(
            #"{"id": 3, "this": {"that": 101}, "address": {"city": "X"}}"#, mappings)
        #expect(rejected.issues.map(\.code) == [.rejected])
        #expect(try bench.lines("User", "userID") == ["2"])
        #expect(try bench.lines("Address", "addressID") == [])
    }

    @Test func `a route that cannot be is a problem of the plan`() throws {
        let model = try Users.model()
        let mapping = try model.mapping(
            "User",
            [
                "a": "friends.name", "b": "adress.city", "c": "address.citty", "d": "name.city",
                "e": "address.user",
            ])
        let error: MappingPlanError? = caught {
            _ = try MappingPlan(MappingSet([mapping], roots: [.root: "User"]), for: model)
        }
        #expect(
            error?.problems.map(\.message) == [
                "the destination 'friends.name' leads through 'friends', which is to-many; only "
                    + "to-one relationships lead to one object",
                "no relationship 'adress' in User; did you mean 'address'?",
                "no attribute 'citty' in Address; did you mean 'city'?",
                "'name' is an attribute of User; use addAttributeMapping",
                "'user' is a relationship of Address; use addRelationshipMapping",
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `what a route writes and another record writes back is no change`(kind: StoreKind) throws {
        let model = try News.model()
        let bench = try Workbench(kind, model)
        let article = try model.mapping(
            "Article", identifiedBy: ["articleID"], ["id": "articleID", "by": "author.name"]
        ) { $0.addRelationshipMapping(from: "author", to: "author", using: "Author") }
        let author = try model.mapping("Author", identifiedBy: ["authorID"], ["id": "authorID"])
        let set = MappingSet([article, author], roots: [.root: "Article"])
        func load(_ names: String...) throws -> MappingCounts {
            let records = names.enumerated().map {
                #"{"id": \#($0), "by": "\#($1)", "author": {"id": 7}}"#
            }
            return try bench.load("[\(records.joined(separator: ", "))]", set).total
        }
        #expect(try load("A", "A").inserted == 3)
        let back = try load("B", "A")
        #expect(back.updated == 0 && back.inserted == 0)
        #expect(try bench.lines("Author", "name") == [#""A""#])
        #expect(try load("A", "B").updated > 0)
        #expect(try bench.lines("Author", "name") == [#""B""#])
    }
}
