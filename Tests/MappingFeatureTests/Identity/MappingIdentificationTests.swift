import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Identification")
struct MappingIdentificationTests {
    let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    private func human(
        _ names: [String]?, _ attributes: KeyValuePairs<PayloadPath, String>,
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> EntityMapping {
        try model.mapping("Human", identifiedBy: names, attributes, change)
    }

    @Test(arguments: StoreKind.allCases)
    func `finds the stored object by one attribute`(kind: StoreKind) throws {
        // A06
        let bench = try Workbench(kind, model)
        let stored = try bench.insert("Human", ["railsID": 123])
        let mapping = try human(["railsID"], ["id": "railsID", "name": "name"])
        let result = try bench.load(#"{"id": 123, "name": "Blake"}"#, mapping)
        #expect(result.first == stored)
        #expect(result.counts["Human"]?.updated == 1)
        #expect(try bench.lines("Human", "railsID", "name") == [#"123 | "Blake""#])
    }

    @Test(
        arguments: StoreKind.allCases, [#"{"monkey": {"id": 123}}"#, #"{"monkey": {"id": "123"}}"#])
    func `finds it through a key path and by text`(kind: StoreKind, json: String) throws {
        // A07, A09
        let bench = try Workbench(kind, model)
        let stored = try bench.insert("Human", ["railsID": 123])
        let result = try bench.load(json, try human(["railsID"], ["monkey.id": "railsID"]))
        #expect(result.first == stored)
        #expect(result.total.inserted == 0)
        #expect(result.total.unchanged == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `finds it by a date`(kind: StoreKind) throws {
        // A10
        let bench = try Workbench(kind, model)
        let date = try #require(Timestamp(seconds: 1_332_414_342))
        let stored = try bench.insert("Human", ["createdAt": .date(date)])
        let result = try bench.load(
            #"{"monkey": {"created_at": "2012-03-22T13:05:42+02:00"}}"#,
            try human(["createdAt"], ["monkey.created_at": "createdAt"]))
        #expect(result.first == stored)
    }

    @Test(arguments: StoreKind.allCases)
    func `finds it by several attributes together`(kind: StoreKind) throws {
        // A14
        let bench = try Workbench(kind, model)
        let date = try #require(Timestamp(seconds: 1_332_414_342))
        try bench.insert("Human", ["railsID": 12345, "name": "Other", "createdAt": .date(date)])
        let stored = try bench.insert(
            "Human", ["railsID": 12345, "name": "Reginald", "createdAt": .date(date)])
        let result = try bench.load(
            """
            {"monkey": {"id": "12345", "name": "Reginald", "created_at": "2012-03-22T11:05:42Z"}}
            """,
            try human(
                ["railsID", "name", "createdAt"],
                [
                    "monkey.id": "railsID", "monkey.name": "name",
                    "monkey.created_at": "createdAt",
                ]))
        #expect(result.array == [stored])
        #expect(result.total.inserted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `compares after the transform`(kind: StoreKind) throws {
        // A13
        let bench = try Workbench(kind, model)
        let mapping = try human(["name"], [:]) {
            $0.addAttributeMapping(
                from: "name", to: "name",
                using: ValueTransform("upperCase") { $0.string.map { .string($0.uppercased()) } })
        }
        try bench.load(#"{"name": "Blake Watters"}"#, mapping)
        let again = try bench.load(#"{"name": "blake watters"}"#, mapping)
        #expect(again.total.inserted == 0)
        #expect(try bench.lines("Human", "name") == [#""BLAKE WATTERS""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `joins records of one identity, later present values win`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mapping = try human(["railsID"], ["id": "railsID", "name": "name", "sex": "sex"])
        let result = try bench.load(
            #"[{"id": 1, "name": "A", "sex": "f"}, {"id": "1", "name": "B"}, {"id": 1, "sex": null}]"#,
            mapping)
        #expect(result.total.inserted == 1)
        #expect(result.total.repeated == 2)
        #expect(result.array.count == 3)
        #expect(Set(result.array).count == 1)
        #expect(try bench.lines("Human", "name", "sex") == [#""B" | nil"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `filters the candidates by a predicate`(kind: StoreKind) throws {
        // A21
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 1, "age": 5, "name": "Blake"])
        let colin = try bench.insert("Human", ["railsID": 1, "age": 20, "name": "Colin"])
        let mapping = try human(["railsID"], ["id": "railsID"]) {
            $0.identificationPredicate = .attribute("age") > 10
        }
        #expect(try bench.load(#"{"id": 1}"#, mapping).first == colin)
        let none = try human(["railsID"], ["id": "railsID"]) {
            $0.identificationPredicate = .attribute("age") > 90
        }
        #expect(try bench.load(#"{"id": 1}"#, none).total.inserted == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `filters the candidates by a predicate made from the representation`(
        kind: StoreKind
    ) throws {
        // A22
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 123, "age": 50, "name": "Blake"])
        let colin = try bench.insert("Human", ["railsID": 123, "age": 20, "name": "Colin"])
        let mapping = try human(["railsID"], ["id": "railsID"]) {
            $0.identificationPredicateBuilder = PredicateBuilder("younger") { human in
                human["limit"]?.int64.map { .attribute("age") < $0 }
            }
        }
        #expect(try bench.load(#"{"id": 123, "limit": 30}"#, mapping).first == colin)
        let open = try bench.load(#"{"id": 123}"#, mapping)
        #expect(open.issues.map(\.code) == [.ambiguousIdentity])
    }

    @Test(arguments: StoreKind.allCases)
    func `takes the oldest of several objects and says so`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let ids = try (1...3).map { try bench.insert("Human", ["railsID": .integer($0 % 2)]) }
        let mapping = try human(["railsID"], ["id": "railsID", "name": "name"])
        let result = try bench.load(#"[{"id": 1, "name": "X"}, {"id": 0}]"#, mapping)
        #expect(result.array == [ids[0], ids[1]])
        #expect(
            result.issues.map(\.description) == [
                "Human (railsID: 1): expected one object, found 2, with the numbers 1, 3; "
                    + "the first is used, at [0] (line 1, column 2)"
            ])
        #expect(result.total.failed == 0)
        #expect(try bench.lines("Human", "name") == [#""X""#, "nil", "nil"])
    }

    @Test(arguments: StoreKind.allCases)
    func `names ambiguous objects in the order of the payload`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        for number in 0..<60 { try bench.insert("Human", ["railsID": .integer(Int64(number / 2))]) }
        let mapping = try human(["railsID"], ["id": "railsID"])
        let order = (0..<30).map { ($0 * 7) % 30 }
        let json = order.map { #"{"id": \#($0)}"# }.joined(separator: ",")
        let result = try bench.load("[\(json)]", mapping)
        #expect(result.issues.map(\.path) == (0..<30).map { "[\($0)]" })
    }

    @Test(arguments: StoreKind.allCases)
    func `shares identity between mappings of one entity`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let summary = try human(["railsID"], ["id": "railsID", "name": "name"]) {
            $0.name = "Summary"
        }
        let detail = try human(["railsID"], ["railsID": "railsID", "sex": "sex"]) {
            $0.name = "Detail"
        }
        let set = MappingSet([summary, detail], roots: ["list": "Summary", "detail": "Detail"])
        let json = #"{"list": [{"id": 1, "name": "A"}], "detail": {"railsID": "1", "sex": "f"}}"#
        let result = try bench.load(json, set)
        #expect(result.total.inserted == 1)
        #expect(result["list"] == result["detail"])
        #expect(try bench.lines("Human", "name", "sex") == [#""A" | "f""#])
        #expect(try bench.load(json, set).total.unchanged == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `counts an object once that two mappings find by different attributes`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 1, "name": "Blake"])
        let byID = try human(["railsID"], ["id": "railsID", "sex": "sex"]) { $0.name = "ByID" }
        let byName = try human(["name"], ["name": "name", "age": "age"]) { $0.name = "ByName" }
        let result = try bench.load(
            #"{"a": {"id": 1, "sex": "m"}, "b": {"name": "Blake", "age": 30}}"#,
            MappingSet([byID, byName], roots: ["a": "ByID", "b": "ByName"]))
        #expect(result.total.updated == 1)
        #expect(result.total.unchanged == 0)
        #expect(try bench.lines("Human", "sex", "age") == [#""m" | 30"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `identifies by inherited attributes, and finds sub-entities`(kind: StoreKind) throws {
        // Items 88, 89
        let bench = try Workbench(kind, model)
        try bench.insert("Child", ["railsID": 7, "childID": 1])
        let result = try bench.load(
            #"{"id": 7, "name": "Maya"}"#,
            try human(["railsID"], ["id": "railsID", "name": "name"]))
        #expect(result.total.inserted == 0)
        #expect(try bench.lines("Child", "childID", "name") == [#"1 | "Maya""#])
        let child = try model.mapping(
            "Child", identifiedBy: ["name"], ["id": "railsID", "name": "name"])
        #expect(try bench.load(#"{"id": 9, "name": "Maya"}"#, child).total.inserted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `maps bare values of an array to objects`(kind: StoreKind) throws {
        // A23, A26
        let bench = try Workbench(kind, model)
        let cat = try model.mapping("Cat", identifiedBy: ["railsID"], [.root: "railsID"])
        let human = try human(["railsID"], ["identification": "railsID"]) {
            $0.addRelationshipMapping(from: "catIDs", to: "cats", using: "Cat")
        }
        let result = try bench.load(
            """
            {"userSessions": {"identification": 54321,
                "catIDs": ["418", "419", "431", "441", "457", "486", "504"]}, "cat_ids": [1, 2, 418]}
            """, MappingSet([human, cat], roots: ["userSessions": "Human", "cat_ids": "Cat"]))
        #expect(result.counts["Cat"]?.inserted == 9)
        #expect(
            try bench.lines("Human", "railsID", "cats.railsID")
                == ["54321 | [418,419,431,441,457,486,504]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `shares bare values between records`(kind: StoreKind) throws {
        // A25
        let bench = try Workbench(kind, model)
        let cat = try model.mapping("Cat", identifiedBy: ["name"], [.root: "name"])
        let human = try human(["railsID"], ["identification": "railsID"]) {
            $0.addRelationshipMapping(from: "catIDs", to: "catsInOrderByAge", using: "Cat")
        }
        let names = #"["418", "419", "431", "441", "457", "486", "504"]"#
        let result = try bench.load(
            """
            {"s": [{"identification": 54321, "catIDs": \(names)},
                   {"identification": 54322, "catIDs": \(names)}]}
            """, MappingSet([human, cat], roots: ["s": "Human"]))
        #expect(result.counts["Cat"]?.inserted == 7)
        #expect(try bench.lines("Human", "catsInOrderByAge.name").count == 2)
        #expect(Set(try bench.lines("Human", "catsInOrderByAge.name")).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `finds objects that are pending in the context`(kind: StoreKind) throws {
        // E08
        let bench = try Workbench(kind, model)
        let mapping = try human(["railsID"], ["id": "railsID", "name": "name"])
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Human"]), for: model)
        try bench.container.perform { context in
            context.insert("Human")["railsID"] = 1
            let document = try PayloadDocument(parsing: #"{"id": 1, "name": "A"}"#)
            let result = try MappingOperation(plan).run(document, in: context)
            #expect(result.total.inserted == 0)
            try context.save()
        }
        #expect(try bench.lines("Human", "railsID", "name") == [#"1 | "A""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `names the builder of a predicate that does not fit`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 1])
        let mapping = try human(["railsID"], ["id": "railsID"]) {
            $0.identificationPredicateBuilder = PredicateBuilder("grown up") { _ in
                .attribute("agee") > 17
            }
        }
        let error: MappingError? = caught { try bench.load(#"{"id": 1}"#, mapping) }
        #expect(error?.code == .invalidPredicate)
        #expect(error?.message.hasPrefix("the predicate that 'grown up' made for Human") == true)
        #expect(error?.message.contains("did you mean 'age'?") == true)
    }

    @Test(arguments: StoreKind.allCases)
    func `says so when two new objects would share what is unique`(kind: StoreKind) throws {
        // One entity with two mappings, neither of which knows the key of the other.
        let bench = try Workbench(kind, model)
        let byID = try human(["railsID"], ["id": "railsID", "name": "name"]) { $0.name = "ByID" }
        let byName = try human(["name"], ["name": "name", "id": "railsID"]) { $0.name = "ByName" }
        let set = MappingSet([byID, byName], roots: ["a": "ByID", "b": "ByName"])
        let error: StoreError? = caught {
            try bench.load(
                #"{"a": {"id": 1, "name": "A"}, "b": {"id": 1, "name": "B"}}"#, set)
        }
        #expect(error?.code == .uniqueness)
        #expect(try bench.lines("Human", "name") == [])
    }
}
