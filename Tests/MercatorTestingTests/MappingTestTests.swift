import EntityMapper
import MercatorPayload
import MercatorTesting
import ObjectGraph
import Testing

@Suite("Mapping tests")
struct MappingTestTests {
    @Test func `may have objects in the store before`() throws {
        var test = try Humans.test()
        test.preload { context in
            let house = context.insert("House")
            house["houseID"] = 5
            house["city"] = "Durham"
        }
        test.expect(
            .connection(for: "house", leadsTo: .objects([["city": "Durham"]])),
            .connection(for: "house", leadsTo: .something))
        try test.verify()
        #expect(try !test.evaluate(.connection(for: "house", leadsTo: .nothing)))
        let other = MappingExpectation.connection(
            for: "house", leadsTo: .objects([["city": "Cary"]]))
        #expect(try !test.evaluate(other))
    }

    @Test func `may map another payload before, and can be verified again`() throws {
        var test = try Humans.test()
        test.preload(try Humans.fixtures.document("human.json"))
        test.expect(
            .attribute(from: "name", to: "name", is: "Blake Watters"),
            .relationship(from: "address", to: "address"),
            .counts(of: "Human", inserted: 0, updated: 0, unchanged: 3))
        try test.verify()
        try test.verify()
    }

    @Test func `say so when the store cannot be prepared`() throws {
        struct Trouble: Error {}
        var test = try Humans.test()
        test.preload { _ in throw Trouble() }
        test.expect(.noIssues)
        let error = #expect(throws: MappingTestError.self) { try test.verify() }
        #expect(error?.failures.map(\.code) == [.preparationFailed])
        #expect(throws: MappingTestError.self) { _ = try test.evaluate(.noIssues) }
    }

    @Test func `a preloaded payload must fit`() throws {
        var test = try Humans.test()
        test.preload(try PayloadDocument(parsing: #"{"human": {"id": "x"}}"#))
        let error = #expect(throws: MappingTestError.self) { try test.verify() }
        #expect(error?.description.contains("issuesFound") == true)
    }

    @Test func `the root paths may begin anywhere`() throws {
        let model = try Humans.model()
        let payload = try PayloadDocument(
            parsing: #"{"response": {"human": {"id": 1, "name": "Ada"}}}"#)
        let set = try MappingTest(
            Humans.mappings(model), for: model, payload: payload, at: "response")
        #expect(try set.evaluate(.attribute(from: "name", to: "name", is: "Ada")))
        var house = EntityMapping(for: try Humans.entity("House", model))
        house.identificationAttributes = nil
        house.addAttributeMappings(["name": "city"])
        let one = try MappingTest(house, for: model, payload: payload, at: "response.human")
        #expect(
            try one.evaluate(
                .attribute(from: "name", to: "city", is: "Ada", at: "response.human")))
        #expect(throws: MappingPlanError.self) {
            house.addAttributeMappings(["name": "town"])
            _ = try MappingTest(house, for: model, payload: payload)
        }
    }

    @Test func `an operation that fails is the only failure`() throws {
        var test = try Humans.test(#"{"humans": []}"#)
        test.expect(.noIssues, .objects(of: "Human", count: 0))
        let error = #expect(throws: MappingTestError.self) { try test.verify() }
        #expect(error?.failures.map(\.code) == [.operationFailed])
        #expect(error?.description.contains("did you mean 'humans'?") == true)
        #expect(try test.evaluate(.failure(.unmappedPayload)))
        #expect(try !test.evaluate(.failure(.recordFailed)))
    }

    @Test func `issues are compared by kind and place`() throws {
        let test = try Humans.test(
            #"{"human": {"id": 1, "friends": [{"id": "x"}, {"id": 2, "rating": "good"}]}}"#)
        let invalid = ["human.friends[0].id", "human.friends[1].rating"]
            .map { ExpectedIssue(.invalidValue, at: $0) }
        #expect(try test.evaluate(.issues(invalid.reversed())))
        #expect(try !test.evaluate(.issues([invalid[0]])))
        #expect(try !test.evaluate(.issues([invalid[0], invalid[0]])))
        #expect(try !test.evaluate(.noIssues))
    }

    @Test(arguments: [
        ("rating", "it does not fit: invalidValue: expected number"),
        ("name", "the record was not mapped: rating: invalidValue: expected number"),
    ])
    func `what a failed record would have mapped is not mapped`(
        property: String, message: String
    ) throws {
        var test = try Humans.test(#"{"human": {"id": 1, "name": "Ada", "rating": "good"}}"#)
        test.expect(.attribute(from: PayloadPath([.key(property)]), to: property))
        let error = #expect(throws: MappingTestError.self) { try test.verify() }
        #expect(error?.failures.first?.code == .notMapped)
        #expect(error?.failures.first?.message.hasPrefix(message) == true, "\(error as Any)")
    }

    @Test func `metadata and options are those of the test`() throws {
        let model = try Humans.model()
        var house = EntityMapping(for: try Humans.entity("House", model))
        house.addAttributeMappings(["id": "houseID", "@metadata.city": "city"])
        var test = try MappingTest(
            house, for: model, payload: PayloadDocument(parsing: #"[{"id": 1}, {"id": "x"}]"#))
        test.metadata = ["city": "Cary"]
        #expect(
            try test.evaluate(
                .attribute(from: "@metadata.city", to: "city", is: "Cary", at: "[0]")))
        test.options.failurePolicy = .fail
        #expect(try test.evaluate(.failure(.recordFailed)))
    }

    @Test func `a run answers what no expectation asks`() throws {
        let run = try Humans.test().run()
        #expect(try run.outcome.get()["human"].count == 1)
        let names = try run.container.perform { context in
            try context.fetch(FetchRequest("Human", sortedBy: [.ascending("humanID")]))
                .map { $0["name"] }
        }
        #expect(names == ["Jeremy Ellison", "Rachit Shukla", "Blake Watters"])
    }
}

@Suite("Mapping tests of dynamic mappings")
struct DynamicMappingTestTests {
    private func test(_ json: String) throws -> MappingTest {
        let model = try ManagedObjectModel([
            EntityDescription("Boy", attributes: [.init("name", .string)]),
            EntityDescription("Girl", attributes: [.init("name", .string)]),
        ])
        let mappings = try ["Boy", "Girl"].map { name in
            var mapping = EntityMapping(for: try Humans.entity(name, model))
            mapping.addAttributeMappings(["name"])
            return mapping
        }
        let dynamic = DynamicMapping(
            named: "Child", [.table(at: "type", ["Boy": "Boy", "Girl": "Girl"])],
            unknownRepresentations: .ignore)
        let set = MappingSet(mappings, dynamicMappings: [dynamic], roots: ["": "Child"])
        return try MappingTest(set, for: model, payload: PayloadDocument(parsing: json))
    }

    @Test func `see which mapping was chosen, and what was declined`() throws {
        let test = try test(
            #"""
            [{"type": "Girl", "name": "Ada"}, {"type": "Boy", "name": "Ben"}, {"type": "Cat"}]
            """#)
        #expect(try test.evaluate(.mapping("Girl", at: "[0]")))
        #expect(try test.evaluate(.mapping("Boy", at: "[1]")))
        #expect(try !test.evaluate(.mapping("Boy", at: "[0]")))
        #expect(try test.evaluate(.noRecord(at: "[2]")))
        #expect(try !test.evaluate(.noRecord(at: "[1]")))
    }

    @Test func `know a payload of which everything was declined`() throws {
        #expect(try test(#"[{"type": "Cat"}]"#).evaluate(.failure(.unmappedPayload)))
    }
}
