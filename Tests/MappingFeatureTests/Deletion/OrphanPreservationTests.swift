import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import TestSupport
import Testing

@Suite("Objects that are no orphans", .endsInTime)
struct OrphanPreservationTests {
    let model: ManagedObjectModel
    let mappings: MappingSet
    private let tags = OrphanDeletion(of: [FetchRequest("Tag")], limit: .unlimited)
    private let articles = OrphanDeletion(of: [FetchRequest("Article")], limit: .unlimited)

    init() throws {
        model = try News.model()
        var set = try News.mappings(for: model)
        // Only articles have a root path; tags, notes and authors are nested in them.
        set = MappingSet(set.mappings, roots: ["articles": "Article"])
        mappings = set
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            ("absent: unknown", #"{"id": 1, "title": "T"}"#, ["1", "2"]),
            ("null: none", #"{"id": 1, "tags": null}"#, []),
            ("empty: none", #"{"id": 1, "tags": []}"#, []),
            ("a list: all", #"{"id": 1, "tags": [{"id": 2}]}"#, ["2"]),
            ("the record failed", #"{"id": 1, "title": {}, "tags": []}"#, ["1", "2"]),
        ])
    func `what a relationship leads to, by what the record says of it`(
        kind: StoreKind, row: (id: String, record: String, left: [String])
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.load(
            #"{"articles": [{"id": 1, "tags": [{"id": 1}, {"id": 2}]}, {"id": 2}]}"#, mappings)
        let result = try bench.load(
            #"{"articles": [{"id": 2}, \#(row.record)]}"#, mappings, deleting: tags)
        #expect(try bench.lines("Tag", "tagID") == row.left)
        #expect(result.counts["Tag"]?.deleted == 2 - row.left.count)
    }

    @Test(arguments: StoreKind.allCases)
    func `a relationship that is absent is followed through what it leads to`(
        kind: StoreKind
    ) throws {
        // F46: 1 replies to 2, 2 replies to 3, and 3 to 1.
        let bench = try Workbench(kind, model)
        try bench.load(
            """
            {"articles": [{"id": 1, "reply_to": 2}, {"id": 2, "reply_to": 3},
                          {"id": 3, "reply_to": 1, "tags": [{"id": 7}]}, {"id": 4}]}
            """, mappings)
        let result = try bench.load(
            #"{"articles": [{"id": 1, "title": "T"}]}"#, mappings,
            deleting: OrphanDeletion(
                of: [FetchRequest("Article"), FetchRequest("Tag")], limit: .unlimited))
        let two = try bench.id("Article", "articleID", 2)
        let three = try bench.id("Article", "articleID", 3)
        let one = try bench.id("Article", "articleID", 1)
        let tag = try bench.id("Tag", "tagID", 7)
        #expect(
            result.orphans?.reasons == [
                two: .related(to: one, by: "reply"), three: .related(to: two, by: "reply"),
                tag: .related(to: three, by: "tags"),
            ])
        #expect(try bench.lines("Article", "articleID") == ["1", "2", "3"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that a foreign key of the payload names`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        for id in 1...2 as ClosedRange<Int64> {
            try bench.insert("Author", ["authorID": .integer(id)])
        }
        let result = try bench.load(
            #"{"articles": [{"id": 1, "author_id": 2}]}"#, mappings,
            deleting: OrphanDeletion(of: [FetchRequest("Author")], limit: .unlimited))
        #expect(result.counts["Author"]?.deleted == 1)
        #expect(try bench.lines("Author", "authorID", "articles.articleID") == ["2 | [1]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a record that a validation declined`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let article = try model.mapping(
            "Article", identifiedBy: ["articleID"], ["id": "articleID", "title": "title"]
        ) {
            $0.recordValidation = RecordValidation("no drafts") { record in
                record["title"] == "draft" ? .decline : .accept
            }
        }
        let set = MappingSet([article], roots: [.root: "Article"])
        try bench.load(#"[{"id": 1}, {"id": 2}, {"id": 3}]"#, set)
        let result = try bench.load(
            #"[{"id": 1}, {"id": 2, "title": "draft"}]"#, set, deleting: articles)
        let declined = try bench.id("Article", "articleID", 2)
        #expect(result.orphans?.reasons == [declined: .recordLeftOut])
        #expect(try bench.lines("Article", "articleID") == ["1", "2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `representations that a dynamic mapping declines are not in the payload`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let article = try model.mapping("Article", identifiedBy: ["articleID"], ["id": "articleID"])
        let dynamic = DynamicMapping(
            named: "Any", [.value(at: "type", equals: "article", use: "Article")],
            unknownRepresentations: .ignore)
        let set = MappingSet([article], dynamicMappings: [dynamic], roots: [.root: "Any"])
        for id in 1...2 as ClosedRange<Int64> {
            try bench.insert("Article", ["articleID": .integer(id)])
        }
        try bench.load(
            #"[{"type": "article", "id": 1}, {"type": "ad", "id": 2}]"#, set, deleting: articles)
        #expect(try bench.lines("Article", "articleID") == ["1"])
        // A payload in which everything is declined determines nothing.
        let error = caught(MappingError.self) {
            try bench.load(#"[{"type": "ad", "id": 2}]"#, set, deleting: articles)
        }
        #expect(error?.code == .unmappedPayload)
        var reporting = dynamic
        reporting.unknownRepresentations = .skip
        let result = try bench.load(
            #"[{"type": "article", "id": 3}, {"type": "ad", "id": 2}]"#,
            MappingSet([article], dynamicMappings: [reporting], roots: [.root: "Any"]),
            deleting: articles)
        #expect(result.orphans?.refusals == [.unidentifiedRecords(mapping: "Any")])
        #expect(try bench.lines("Article", "articleID") == ["1", "3"])
    }

    @Test(arguments: StoreKind.allCases)
    func `further objects with the identification of a record`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let first = try bench.insert("Article", ["articleID": 1])
        let second = try bench.insert("Article", ["articleID": 1, "title": "twin"])
        let article = try model.mapping(
            "Article", identifiedBy: ["articleID"], ["id": "articleID"]
        ) { $0.identificationPredicate = .true }
        let result = try bench.load(
            #"[{"id": 1}]"#, MappingSet([article], roots: [.root: "Article"]), deleting: articles)
        #expect(result.first == first)
        #expect(result.orphans?.reasons == [second: .sameIdentification])
        #expect(result.total.deleted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `the object to map into`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let target = try bench.insert("Article", ["articleID": 1])
        let other = try bench.insert("Article", ["articleID": 2])
        // The list is changed, but the object is preserved nevertheless.
        let result = try bench.load(
            #"{"articles": [{"id": 3}]}"#, mappings, deleting: articles, into: target)
        #expect(result.orphans?.reasons == [target: .target])
        #expect(result.orphans?.deletions == [other])
        let again = try bench.load(
            #"{"articles": {"title": "T"}}"#, mappings, deleting: articles, into: target)
        #expect(again.total.deleted == 1)
        #expect(try bench.lines("Article", "articleID", "title") == [#"1 | "T""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `objects with unsaved changes`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        for id in 1...3 as ClosedRange<Int64> {
            try bench.insert("Article", ["articleID": .integer(id)])
        }
        let operation = try bench.operation(mappings, deleting: articles)
        let document = try PayloadDocument(parsing: #"{"articles": [{"id": 1}]}"#)
        let deleted = try bench.container.perform { context in
            let changed = try context.fetch(
                FetchRequest("Article", where: .attribute("articleID") == 2))
            for article in changed { article["title"] = "mine" }
            context.insert("Article")["articleID"] = 4
            let result = try operation.run(document, in: context)
            try context.save()
            return result.total.deleted
        }
        #expect(deleted == 1)
        #expect(try bench.lines("Article", "articleID") == ["1", "2", "4"])
    }

    @Test(arguments: StoreKind.allCases)
    func `tombstones and lost parts go first, and are counted once`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let article = try model.mapping(
            "Article", identifiedBy: ["articleID"], ["id": "articleID", "title": "title"]
        ) {
            $0.deletionPredicate = .attribute("title") == "gone"
            $0.addRelationshipMapping(
                from: "tags", to: "tags", using: "Tag", assignmentPolicy: .replace)
        }
        let tag = try model.mapping("Tag", identifiedBy: ["tagID"], ["id": "tagID"])
        let set = MappingSet([article, tag], roots: [.root: "Article"])
        try bench.load(
            #"[{"id": 1, "tags": [{"id": 1}, {"id": 2}]}, {"id": 2}, {"id": 3}]"#, set)
        let result = try bench.load(
            #"[{"id": 1, "tags": [{"id": 2}]}, {"id": 2, "title": "gone"}]"#, set,
            deleting: OrphanDeletion(
                of: [FetchRequest("Article"), FetchRequest("Tag")], limit: .unlimited))
        #expect(result.counts["Article"]?.deleted == 2)
        #expect(result.counts["Tag"]?.deleted == 1)
        #expect(try bench.lines("Article", "articleID") == ["1"])
        #expect(try bench.lines("Tag", "tagID") == ["2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `objects outside of the range of one page`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        for id in 1...9 as ClosedRange<Int64> {
            try bench.insert("Article", ["articleID": .integer(id)])
        }
        let path = PropertyPath.attribute("articleID")
        let page = FetchRequest("Article", where: path >= 4 && path <= 6)
        try bench.load(
            #"{"articles": [{"id": 4}, {"id": 6}]}"#, mappings,
            deleting: OrphanDeletion(of: [page]))
        #expect(
            try bench.lines("Article", "articleID") == ["1", "2", "3", "4", "6", "7", "8", "9"])
        // The first three by position instead of by value.
        let first = FetchRequest("Article", sortedBy: [.ascending("articleID")], limit: 3)
        try bench.load(
            #"{"articles": [{"id": 1}, {"id": 3}]}"#, mappings,
            deleting: OrphanDeletion(of: [first]))
        #expect(try bench.lines("Article", "articleID") == ["1", "3", "4", "6", "7", "8", "9"])
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `objects of sub-entities, if the scope is without them`(
        kind: StoreKind, includesSubentities: Bool
    ) throws {
        let bench = try Workbench(kind, People.model())
        let human = try bench.container.model.mapping(
            "Human", identifiedBy: ["railsID"], ["id": "railsID"])
        let set = MappingSet([human], roots: [.root: "Human"])
        for id in 1...2 as ClosedRange<Int64> {
            try bench.insert("Child", ["railsID": .integer(id)])
            try bench.insert("Human", ["railsID": .integer(id + 10)])
        }
        let scope = FetchRequest("Human", includesSubentities: includesSubentities)
        try bench.load(#"[{"id": 1}, {"id": 11}]"#, set, deleting: OrphanDeletion(of: [scope]))
        #expect(
            try bench.lines("Human", "railsID")
                == (includesSubentities ? ["1", "11"] : ["1", "11", "2"]))
    }
}
