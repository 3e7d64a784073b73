import EntityMapper
import Foundation
import MappingDiagnostics
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import Testing

@Suite("Explanations")
struct ExplainTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try News.model()
    }

    private func explain(
        _ json: String, _ mappings: MappingSet, showing limit: Int = 100,
        options: MappingOptions = MappingOptions(), after first: String? = nil,
        for other: ManagedObjectModel? = nil
    ) throws -> MappingExplanation {
        let bench = try Workbench(.inMemory, other ?? model)
        if let first { try bench.load(first, mappings) }
        let plan = try MappingPlan(mappings, for: bench.container.model)
        let before = try bench.content()
        let explanation = try MappingOperation(plan, options: options).explain(
            PayloadDocument(parsing: json), in: bench.container, showing: limit)
        #expect(try bench.content() == before)
        return explanation
    }

    private func property(
        _ name: String, _ record: Int, _ explanation: MappingExplanation
    ) throws -> MappingExplanation.Property {
        try #require(explanation.records[record].properties.first { $0.property == name })
    }

    @Test(
        arguments: [
            (#""title": "new""#, .value, .set), (#""title": "old""#, .value, .unchanged),
            (#""title": null"#, .null, .set), (#""x": 1"#, .absent, .none),
            (#""title": [7]"#, .value, .invalid), (#""title": "bad""#, .value, .declined),
        ] as [(String, MappingExplanation.Finding, MappingExplanation.Decision)])
    func `absent, null, invalid, unchanged, set and declined are six things`(
        member: String, finding: MappingExplanation.Finding, decision: MappingExplanation.Decision
    ) throws {
        let article = try model.mapping(
            "Article", identifiedBy: ["articleID"], ["id": "articleID", "title": "title"]
        ) {
            $0.addValidation(
                for: "title", ValueValidation("good") { $0 == "bad" ? .decline : .accept })
        }
        let explanation = try explain(
            #"[{"id": 1, \#(member)}]"#, MappingSet([article], roots: ["": "Article"]),
            after: #"[{"id": 1, "title": "old"}]"#)
        let title = try property("title", 0, explanation)
        #expect(title.finding == finding)
        #expect(title.decision == decision)
        #expect((title.issue != nil) == (decision == .invalid))
        let summary = try #require(explanation["Article"]?.properties.last)
        #expect(
            [summary.valueCount, summary.nullCount, summary.absentCount]
                == [.value, .null, .absent].map { $0 == finding ? 1 : 0 })
        #expect(
            [summary.setCount, summary.unchangedCount, summary.declinedCount, summary.invalidCount]
                == [.set, .unchanged, .declined, .invalid].map { $0 == decision ? 1 : 0 })
    }

    @Test func `records say what becomes of them, and where they are`() throws {
        let explanation = try explain(
            """
            {"articles": [
              {"id": 1, "title": "same"}, {"id": 2, "title": "new"},
              {"id": 3, "title": [7]}, {"id": "x", "title": "T"}, {"id": 4, "tags": [{"id": 9}]},
              {"id": 4, "title": "again"}]}
            """, News.mappings(for: model),
            after: #"{"articles": [{"id": 1, "title": "same"}, {"id": 2, "title": "old"}]}"#)
        #expect(
            explanation.records.map(\.outcome) == [
                .unchanged, .updated, .failed, .failed, .inserted, .inserted, .updated,
            ])
        #expect(explanation.records.map(\.line) == [2, 2, 3, 3, 3, 3, 4])
        #expect(explanation.records[5].path == "articles[4].tags[0]")
        #expect(
            explanation.records.map(\.identity) == [
                "articleID: 1", "articleID: 2", "articleID: 3", nil, "articleID: 4", "tagID: 9",
                "articleID: 4",
            ])
        // Valid values of a failed record are not applied.
        let id = try property("articleID", 2, explanation)
        #expect(id.finding == .value)
        #expect(id.decision == .none)
        #expect(explanation["Article"]?.failedCount == 2)
        #expect(explanation.issueCount == 2)
        #expect(explanation.issues.count == 2)
    }

    @Test func `unmapped keys are counted, with a location and a suggestion`() throws {
        let article = try model.mapping(
            "Article", identifiedBy: ["articleID"],
            ["id": "articleID", "head_line.text": "title", "meta.author": "authorID"]
        ) {
            $0.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        }
        let tag = try model.mapping("Tag", identifiedBy: ["tagID"], ["id": "tagID"])
        let explanation = try explain(
            """
            {"articles": [
              {"id": 1, "headline.text": 0, "meta": {"author": 1, "page": {"n": 1}}},
              {"id": 2, "meta": {"page": 2, "author": 2},
               "tags": [{"id": 1, "color": 1}, {"id": 1, "color": 2}]},
              {"id": 3, "headline": {"text": "T"}, "meta": null, "headline": {"text": "T"}}],
             "next": "/2"}
            """, MappingSet([article, tag], roots: ["articles": "Article"]))
        let keys = try #require(explanation["Article"]?.unmappedKeys)
        #expect(keys.map(\.path) == ["meta.page", #"headline\.text"#, "headline"])
        #expect(keys.map(\.recordCount) == [2, 1, 1])
        #expect(keys[0].example == "articles[0].meta.page")
        #expect(keys[0].line == 2)
        #expect(keys[1].suggestion == "head_line.text")
        #expect(explanation["Tag"]?.unmappedKeys.map(\.recordCount) == [2])
        #expect(explanation.unmappedKeys.map(\.path) == ["next"])
        let missed = try #require(explanation["Article"]?.missedPaths)
        #expect(missed.map(\.source) == ["head_line.text"])
        #expect(missed.map(\.suggestion) == [#"headline\.text"#])
    }

    @Test func `what another mapping, a matcher or a path from elsewhere reads is mapped`() throws {
        let model = try People.model()
        let human = try model.mapping(
            "Human", identifiedBy: ["railsID"],
            ["id": "railsID", "@root.meta.page": "age", "lines.@sum.price": "landlordID"]
        ) {
            $0.addRelationshipMapping(from: "", to: "house", using: "House")
            $0.addRelationshipMapping(from: "box.pet", to: "cats", using: "Pet")
        }
        let house = try model.mapping("House", ["town": "city"])
        let cat = try model.mapping("Cat", ["name": "name", "@parent.tint": "sex"])
        let pet = DynamicMapping(
            named: "Pet", [.value(at: "traits.kind", equals: "cat", use: "Cat")])
        let explanation = try explain(
            """
            {"meta": {"page": 4, "size": 1}, "human": {"id": 1, "town": "Cary", "street": "Elm",
             "lines": [{"price": 2, "vat": 1}, {"price": 3}],
             "box": {"tint": "black", "weight": 3,
                     "pet": {"name": "Tom", "traits": {"kind": "cat", "legs": 4}}}}}
            """,
            MappingSet([human, house, cat], dynamicMappings: [pet], roots: ["human": "Human"]),
            for: model)
        #expect(explanation.issues == [])
        #expect(
            Set(explanation["Human"]?.unmappedKeys.map(\.path) ?? [])
                == ["street", "lines.vat", "box.weight"])
        #expect(explanation["House"]?.unmappedKeys == [])
        #expect(explanation["Cat"]?.unmappedKeys.map(\.path) == ["traits.legs"])
        #expect(explanation.unmappedKeys.map(\.path) == ["meta.size"])
    }

    @Test func `keys of any name belong to the mapping of the representation's key`() throws {
        let model = try People.model()
        let human = try model.mapping("Human", identifiedBy: ["name"]) {
            $0.forcesCollectionMapping = true
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
            $0.addAttributeMapping(from: "{name}.age", to: "age")
        }
        let explanation = try explain(
            #"{"users": {"blake": {"age": 1, "mail": "b"}, "jeff": {"age": 2, "mail": "j"}}}"#,
            MappingSet([human], roots: ["users": "Human"]), for: model)
        #expect(explanation.recordCount == 2)
        let keys = try #require(explanation["Human"]?.unmappedKeys)
        #expect(keys.map(\.recordCount).reduce(0, +) == 2)
        #expect(keys.allSatisfy { $0.path.hasSuffix(".mail") && $0.line == 1 })
        #expect(keys.map(\.example) == ["users.blake.mail", "users.jeff.mail"])
    }

    @Test func `few records are shown, all are counted`() throws {
        let articles = (1...500).map { #"{"id": \#($0), "extra": 1}"# }.joined(separator: ",")
        let explanation = try explain(
            #"{"articles": [\#(articles)]}"#, News.mappings(for: model), showing: 3)
        #expect(explanation.records.count == 3)
        #expect(explanation.recordCount == 500)
        #expect(explanation["Article"]?.properties.first?.setCount == 500)
        #expect(explanation["Article"]?.unmappedKeys.map(\.recordCount) == [500])
        #expect(explanation.description.contains("\n  and 497 more records"))
    }

    @Test func `roots that are missing and connections that are open`() throws {
        let explanation = try explain(
            #"{"articles": [{"id": 1, "author_id": 7}, {"id": 2, "author_id": 7}], "author": []}"#,
            News.mappings(for: model))
        #expect(explanation.roots.map(\.isFound) == [true, false, false, false])
        #expect(explanation.roots[1].suggestion == "author")
        let open = try #require(explanation.openConnections.first)
        #expect(explanation.openConnections.count == 1)
        #expect(open.objectCount == 2)
        #expect(open.keyCount == 1)
        #expect(open.examples == ["authorID: 7"])
    }

    @Test(arguments: [
        (#"{"article": []}"#, FailurePolicy.skipRecord, "unmappedPayload"),
        (#"{"articles": [{"id": 1}, {"id": "x"}, {"id": 3}]}"#, .fail, "recordFailed"),
    ])
    func `an operation that would fail is explained, too`(
        json: String, policy: FailurePolicy, code: String
    ) throws {
        let explanation = try explain(
            json, News.mappings(for: model), options: MappingOptions(failurePolicy: policy))
        #expect(explanation.failure?.hasPrefix(code) == true)
        #expect(explanation.records.allSatisfy { $0.outcome == .notReached })
        #expect(explanation.description.contains("The operation fails: \(code)"))
    }

    @Test func `errors that are not about the payload are thrown`() async throws {
        let bench = try Workbench(.inMemory, People.model())
        let plan = try MappingPlan(News.mappings(for: model), for: model)
        let document = try PayloadDocument(parsing: #"{"articles": []}"#)
        let error: MappingError? = caught {
            _ = try MappingOperation(plan).explain(document, in: bench.container)
        }
        #expect(error?.code == .modelMismatch)
    }

    @Test func `the file of a store is not written to`() throws {
        let bench = try Workbench(.sqlite, model)
        let backend = try #require(bench.container.backend as? SQLiteBackend)
        let plan = try MappingPlan(News.mappings(for: model), for: model)
        let first = try bench.insert("Tag")
        try bench.container.perform { context in
            let tag = context.insert("Tag")
            tag["tagID"] = 5
            let before = backend.statementCount
            let articles = (1...200).map { #"{"id": \#($0), "tags": [{"id": 5}]}"# }
            let document = try PayloadDocument(
                parsing: #"{"articles": [\#(articles.joined(separator: ","))]}"#)
            let explanation = try MappingOperation(plan).explain(document, in: context)
            // Pending changes are taken into account and preserved.
            #expect(explanation["Tag"]?.properties.first?.unchangedCount == 200)
            #expect(try context.count(FetchRequest("Article")) == 0)
            #expect(tag[toMany: "articles"].isEmpty)
            #expect(backend.statementCount > before)
            try context.save()
        }
        let next = try bench.insert("Article")
        #expect(next.number == 1, "explaining used up numbers")
        #expect(first.number == 1)
    }

    @Test func `it is data, and a text without values`() throws {
        let explanation = try explain(
            #"{"articles": [{"id": 1, "title": "secret", "titel": "hidden", "author_id": "x"}]}"#,
            News.mappings(for: model))
        let data = try JSONEncoder().encode(explanation)
        #expect(try JSONDecoder().decode(MappingExplanation.self, from: data) == explanation)
        #expect(!explanation.description.contains("secret"))
        #expect(!explanation.description.contains("hidden"))
        #expect(explanation.description.hasPrefix("1 record, 1 issue; nothing was changed\n"))
        #expect(
            explanation.description.contains(
                "author_id → authorID: invalid; invalidValue: expected whole number, found text"))
    }
}

extension ExplainTests {
    @Test func `thousands of distinct keys are counted, and the most frequent shown`() throws {
        let articles = (1...2000).map { #"{"id": \#($0), "key\#($0)": 1, "often": 1}"# }
        let explanation = try explain(
            #"{"articles": [\#(articles.joined(separator: ","))]}"#, News.mappings(for: model))
        let mapping = try #require(explanation["Article"])
        #expect(mapping.unmappedKeyCount == 2001)
        #expect(mapping.unmappedKeys.count == 500)
        #expect(mapping.unmappedKeys.first?.path == "often")
        #expect(mapping.unmappedKeys.first?.recordCount == 2000)
    }
}
