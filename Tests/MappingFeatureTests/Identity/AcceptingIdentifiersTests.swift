import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Texts and numbers in place of objects")
struct AcceptingIdentifiersTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Self.model()
    }

    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("title", .string, isOptional: false),
                    .init("dirty", .integer16, defaultValue: 0), .init("version", .integer64),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("tags", "Tag", inverse: "articles", isOrdered: true),
                ]),
            EntityDescription(
                "Author",
                attributes: [
                    .init("authorID", .integer64), .init("name", .string, defaultValue: "unknown"),
                    .init("dirty", .integer16, defaultValue: 0),
                ],
                relationships: [.toMany("articles", "Article", inverse: "author")]),
            EntityDescription(
                "Tag", attributes: [.init("name", .string, isOptional: false)],
                relationships: [.toMany("articles", "Article", inverse: "tags")]),
        ])
    }

    private func mappings(
        root: String = "Article", _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        var article = try model.mapping(
            "Article", identifiedBy: ["articleID"], ["id": "articleID", "title": "title"]
        ) {
            $0.addRelationshipMapping(from: "author", to: "author", using: "Author")
            $0.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
            $0.synchronizationAttribute = "dirty"
        }
        var author = try model.mapping(
            "Author", identifiedBy: ["authorID"], ["id": "authorID", "name": "name"]
        ) { $0.synchronizationAttribute = "dirty" }
        var tag = try model.mapping("Tag", identifiedBy: ["name"], ["name": "name"])
        article.acceptsIdentifiers = true
        author.acceptsIdentifiers = true
        tag.acceptsIdentifiers = true
        change(&article)
        change(&author)
        change(&tag)
        return MappingSet([article, author, tag], roots: [.root: root])
    }

    @Test(arguments: StoreKind.allCases)
    func `a value leads to the object that it identifies`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"[{"id": 7, "name": "Ada"}]"#, try mappings(root: "Author"))
        let result = try bench.load(
            #"[{"id": 1, "title": "A", "author": 7, "tags": ["x", {"name": "y"}, null, "x"]},"#
                + #" {"id": 2, "title": "B", "author": "7"}, {"id": 3, "title": "C", "author": 8}]"#,
            try mappings())
        #expect(result.issues.isEmpty)
        #expect(
            try bench.lines("Article", "articleID", "author.name", "tags.name") == [
                #"1 | ["Ada"] | ["x","y"]"#, #"2 | ["Ada"] | []"#, #"3 | ["unknown"] | []"#,
            ])
        #expect(
            try bench.lines("Author", "authorID", "dirty", "articles.articleID")
                == ["7 | 0 | [1,2]", "8 | 2 | [3]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object behind a value is filled by its representation later`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1, "title": "A", "author": 8}"#, try mappings())
        let result = try bench.load(#"{"id": 8, "name": "Bea"}"#, try mappings(root: "Author"))
        #expect(result.total.updated == 1)
        #expect(try bench.lines("Author", "name", "dirty") == [#""Bea" | 0"#])
        // An identifier provides no new values of a known object.
        let again = try bench.load(#"{"id": 1, "author": 8}"#, try mappings())
        #expect(again.total.updated == 0)
        #expect(try bench.lines("Author", "name", "dirty") == [#""Bea" | 0"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `what else an object must have may come until the save`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let before = try bench.content()
        #expect(throws: ValidationError.self) { try bench.load("[5, 6]", try mappings()) }
        #expect(try bench.content() == before)
        let plan = try MappingPlan(try mappings(), for: model)
        try bench.container.perform { context in
            for payload in ["[5, 6]", #"[{"id": 6, "title": "six"}, {"id": 5, "title": "five"}]"#] {
                let result = try MappingOperation(plan).run(
                    PayloadDocument(parsing: Array(payload.utf8)), in: context)
                #expect(result.issues.isEmpty)
            }
            try context.save()
        }
        #expect(
            try bench.lines("Article", "articleID", "title") == [#"5 | "five""#, #"6 | "six""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object edited here stays as it is, and a stub is always filled`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Article", ["articleID": 1, "title": "mine", "dirty": 1])
        try bench.insert("Article", ["articleID": 2, "title": "stub", "dirty": 2, "version": 9])
        try bench.insert("Article", ["articleID": 3, "title": "same", "version": 9])
        let mappings = try mappings {
            guard $0.name == "Article" else { return }
            $0.addAttributeMapping(from: "version", to: "version")
            $0.modificationAttribute = "version"
        }
        let result = try bench.load(
            #"[{"id": 1, "title": "theirs", "version": 10, "author": 4},"#
                + #" {"id": 2, "title": "theirs", "version": 9},"#
                + #" {"id": 3, "title": "theirs", "version": 9}]"#, mappings)
        #expect(result.total.updated == 1)
        #expect(
            try bench.lines("Article", "title", "dirty", "author.authorID")
                == [#""mine" | 1 | []"#, #""theirs" | 0 | []"#, #""same" | 0 | []"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `versions are compared in payloads that are large enough`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mappings = try mappings {
            guard $0.name == "Article" else { return }
            $0.addAttributeMapping(from: "version", to: "version")
            $0.modificationAttribute = "version"
            $0.modificationThreshold = 2
        }
        func page(_ count: Int, _ title: String) -> String {
            "["
                + (1...count).map { #"{"id": \#($0), "title": "\#(title)", "version": 1}"# }
                .joined(separator: ",") + "]"
        }
        try bench.load(page(3, "old"), mappings)
        #expect(try bench.load(page(3, "new"), mappings).total.updated == 0)
        #expect(try bench.load(page(2, "new"), mappings).total.updated == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `other kinds do not stand for an object`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(
            #"[{"id": 1, "title": "A", "author": true, "tags": [["x"], "y"]}, false]"#,
            try mappings())
        #expect(
            result.issues.map(\.description) == [
                "Article.author (articleID: 1): expected an object or its identifier, found boolean, at "
                    + "[0].author (line 1, column 36)",
                "Article.tags (articleID: 1): expected an object or its identifier, found an array, at [0].tags[0] "
                    + "(line 1, column 51)",
                "Article: expected an object or its identifier, found boolean, at [1] (line 1, column 65)",
            ])
        #expect(try bench.lines("Article", "articleID", "tags.name") == [#"1 | ["y"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `null may leave a relationship as it is, and a list may be asked for`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let mappings = try mappings {
            $0.assignsNilForNullRelationships = false
            $0.requiresArraysForToManyRelationships = true
        }
        try bench.load(#"{"id": 1, "title": "A", "author": 7, "tags": ["x"]}"#, mappings)
        try bench.load(#"{"id": 1, "author": null, "tags": null}"#, mappings)
        #expect(try bench.lines("Article", "author.authorID", "tags.name") == [#"[7] | ["x"]"#])
        let result = try bench.load(#"{"id": 1, "tags": {"name": "z"}}"#, mappings)
        #expect(
            result.issues.map(\.description) == [
                "Article.tags (articleID: 1): expected an array, found an object, at tags "
                    + "(line 1, column 19)"
            ])
        try bench.load(#"{"id": 1, "tags": []}"#, mappings)
        #expect(try bench.lines("Article", "author.authorID", "tags.name") == ["[7] | []"])
    }

    @Test
    func `mistakes are problems of the plan`() throws {
        let mappings = try mappings {
            if $0.name == "Tag" { $0.identificationAttributes = nil }
            if $0.name == "Author" { $0.synchronizationAttribute = "name" }
            if $0.name == "Article" { $0.synchronizationAttribute = "dirt" }
        }
        let error: MappingPlanError? = caught { _ = try MappingPlan(mappings, for: model) }
        #expect(
            error?.problems.map(\.description) == [
                "Article: synchronizationAttribute: no attribute 'dirt' in Article; did you mean "
                    + "'dirty'?",
                "Author: the synchronization attribute 'name' is of type text; it must be an "
                    + "integer, see SynchronizationState",
                "Tag: acceptsIdentifiers takes a value for the one attribute that identifies an "
                    + "object, and there is none; name one, or set it to false",
            ])
    }
}
