import EntityMapper
import MappingDiagnostics
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

@Suite("The remaining members of records")
struct RestTests {
    private static let model = Result {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("title", .string),
                    .init("city", .string), .init("tagNames", .array), .init("rest", .dictionary),
                    .init("note", .string),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("lines", "Line", inverse: "article", isOrdered: true),
                ]),
            EntityDescription(
                "Author",
                attributes: [
                    .init("authorID", .integer64), .init("name", .string),
                    .init("rest", .dictionary),
                ],
                relationships: [.toMany("articles", "Article", inverse: "author")]),
            EntityDescription(
                "Line", attributes: [.init("quantity", .integer64), .init("others", .dictionary)],
                relationships: [
                    .toOne("article", "Article", inverse: "lines"),
                    .toOne("product", "Product", inverse: "lines"),
                ]),
            EntityDescription(
                "Product",
                attributes: [
                    .init("productID", .integer64), .init("price", .integer64),
                    .init("rest", .dictionary),
                ], relationships: [.toMany("lines", "Line", inverse: "product")]),
        ])
    }

    private let model: ManagedObjectModel
    private var article: EntityMapping
    private let others: [EntityMapping]

    init() throws {
        model = try Self.model.get()
        article = try model.mapping(
            "Article", identifiedBy: ["articleID"],
            ["id": "articleID", "title": "title", "address.city": "city", "@rest": "rest"]
        ) {
            $0.addRelationshipMapping(from: "author", to: "author", using: "Author")
            $0.addRelationshipMapping(from: "lines", to: "lines", using: "Line")
        }
        others = [
            try model.mapping(
                "Author", identifiedBy: ["authorID"],
                ["id": "authorID", "name": "name", "@rest": "rest"]),
            try model.mapping("Line", ["quantity": "quantity", "@rest": "others"]) {
                $0.addRelationshipMapping(from: .root, to: "product", using: "Product")
            },
            try model.mapping(
                "Product", identifiedBy: ["productID"],
                ["product": "productID", "price": "price", "@rest": "rest"]),
        ]
    }

    private func set(_ change: (inout EntityMapping) -> Void = { _ in }) -> MappingSet {
        var article = article
        change(&article)
        return MappingSet([article] + others, roots: [.root: "Article"])
    }

    private func rests(_ bench: Workbench, of entity: String = "Article") throws -> [Value] {
        try bench.container.perform { context in
            try context.fetch(FetchRequest(entity)).map {
                $0[entity == "Line" ? "others" : "rest"]
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `keys that no path takes are kept, with those of flattened objects below theirs`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let json = """
            [{"id": 1, "title": "A", "x": 1, "y": null, "z": [1, {"a": "b"}], "rest": {"r": true},
              "address": {"city": "Ulm", "zip": "89073", "geo": {"lat": 1.5}}},
             {"id": 2, "title": "B", "address": {"city": "Bonn"}}, {"id": 3, "address": null}]
            """
        let first = try bench.load(json, set())
        #expect(first.issues.isEmpty)
        #expect(
            try rests(bench) == [
                [
                    "x": 1, "y": .null, "z": [1, ["a": "b"]], "rest": ["r": true],
                    "address": ["zip": "89073", "geo": ["lat": 1.5]],
                ], .null, .null,
            ])
        let second = try bench.load(json, set())
        #expect((second.total.inserted, second.total.updated) == (0, 0))
    }

    @Test(arguments: StoreKind.allCases)
    func `a key that a later record lacks keeps its value, as an attribute does`(kind: StoreKind)
        throws
    {
        let bench = try Workbench(kind, model)
        try bench.load(#"{"id": 1, "x": 1, "address": {"zip": 1, "geo": {"lat": 2}}}"#, set())
        let summary = try bench.load(#"[{"id": 1, "title": "A"}]"#, set())
        #expect(summary.total.updated == 1)
        try bench.load(#"{"id": 1, "x": null, "address": {"geo": {"lng": 3}}}"#, set())
        #expect(
            try rests(bench)
                == [["x": .null, "address": ["zip": 1, "geo": ["lat": 2, "lng": 3]]]])
        let both = #"[{"id": 2, "a": 1, "x": 1}, {"id": 2, "b": 2, "x": 2}, {"id": 2}]"#
        try bench.load(both, set())
        #expect(try rests(bench).last == ["a": 1, "b": 2, "x": 2])
        #expect(try bench.load(both, set()).total.inserted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `nested records have their own, and a representation shared by two has one`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let json = """
            {"id": 1, "author": {"id": 7, "name": "Ada", "age": 36}, "extra": 0,
             "lines": [{"product": 5, "price": 10, "quantity": 2, "gift": true}]}
            """
        try bench.load(json, set())
        #expect(try rests(bench) == [["extra": 0]])
        #expect(try rests(bench, of: "Author") == [["age": 36]])
        #expect(try rests(bench, of: "Line") == [["gift": true]])
        #expect(try rests(bench, of: "Product") == [.null])
        let second = try bench.load(json, set())
        #expect((second.total.inserted, second.total.updated) == (0, 0))
    }

    @Test func `values of a kind that their mapping cannot take are kept too`() throws {
        let bench = try Workbench(.inMemory, model)
        let result = try bench.load(
            #"[{"id": 1, "title": ["A"], "author": 7, "address": "Ulm","#
                + #" "lines": [1, {"quantity": 2}, null]}]"#, set(),
            options: MappingOptions(failurePolicy: .skipValue))
        #expect(
            try rests(bench) == [
                ["title": ["A"], "author": 7, "address": "Ulm", "lines": [1, .null, .null]]
            ])
        #expect(result.issues.count >= 4)
    }

    @Test func `the elements of an array on a path keep what the path leaves`() throws {
        let bench = try Workbench(.inMemory, model)
        let mappings = set { $0.addAttributeMapping(from: "tags.name", to: "tagNames") }
        try bench.load(
            #"[{"id": 1, "tags": [{"name": "a", "n": 1}, {"name": "b"}, {"n": 2}]},"#
                + #" {"id": 2, "tags": [{"name": "a"}]}]"#, mappings)
        #expect(try rests(bench) == [["tags": [["n": 1], .null, ["n": 2]]], .null])
        let computed = set { $0.addAttributeMapping(from: "ns.@sum", to: "note") }
        try bench.load(#"[{"id": 2, "ns": [1, 2]}]"#, computed)
        #expect(try rests(bench).last == ["ns": [1, 2]])
    }

    @Test func `what is ignored is neither kept nor listed as unmapped`() throws {
        let bench = try Workbench(.inMemory, model)
        let json = #"{"id": 1, "password": "x", "address": {"geo": {"lat": 1}, "zip": 2}}"#
        try bench.load(json, set { $0.ignoredPaths = ["password", "address.geo"] })
        #expect(try rests(bench) == [["address": ["zip": 2]]])
        let plain = set {
            $0.removeMappings(to: "rest")
            $0.ignoredPaths = ["password", "address.geo"]
        }
        let explanation = try MappingOperation(MappingPlan(plain, for: model))
            .explain(json, in: bench.container)
        let unmapped = explanation.mappings.flatMap(\.unmappedKeys).map(\.path)
        #expect(unmapped == ["address.zip"])
    }

    @Test func `for an entry of a map they are those of its value`() throws {
        let bench = try Workbench(.inMemory, model)
        var authors = try model.mapping("Author", identifiedBy: ["name"], ["{name}.id": "authorID"])
        authors.forcesCollectionMapping = true
        authors.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        authors.addAttributeMapping(from: "@rest", to: "rest")
        try bench.load(#"{"ada": {"id": 1, "age": 36}, "bob": {"id": 2}}"#, authors)
        #expect(try rests(bench, of: "Author") == [["age": 36], .null])
    }

    @Test func `hundreds of mapped keys are told from the others`() throws {
        let names = (0..<300).map { "k\($0)" }
        let model = try ManagedObjectModel([
            EntityDescription(
                "Wide",
                attributes: names.map { .init($0, .integer64) } + [.init("rest", .dictionary)])
        ])
        var wide = EntityMapping(forEntityNamed: "Wide", in: model)
        wide.addAttributeMappings(names)
        wide.addAttributeMapping(from: "@rest", to: "rest")
        let members = (0..<320).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
        let bench = try Workbench(.inMemory, model)
        try bench.load("{\(members), \"k\\u0031\": 7}", wide)
        let expected = Dictionary(uniqueKeysWithValues: (300..<320).map { ("k\($0)", Value($0)) })
        #expect(try rests(bench, of: "Wide") == [.dictionary(expected)])
    }
}

/// Writing objects with the remaining members of their records.
extension RestTests {
    private func written(_ bench: Workbench, _ set: MappingSet) throws -> String {
        let writer = try RepresentationWriter(
            MappingPlan(set, for: model), mapping: "Article", profile: .create)
        return try bench.container.perform { context in
            let articles = try context.fetch(FetchRequest("Article"))
            return String(decoding: try writer.jsonBytes(for: articles), as: UTF8.self)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `they are written where they were read, and reading that changes nothing`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let json = """
            [{"id":1,"title":"A","address":{"city":"Ulm","geo":{"lat":1.5},"zip":"8"},\
            "author":{"id":7,"age":36},"x":[1,{"y":null}]}]
            """
        let mappings = set { $0.removeMappings(to: "lines") }
        try bench.load(json, mappings)
        #expect(try written(bench, mappings) == json)
        let again = try bench.load(written(bench, mappings), mappings)
        #expect((again.total.inserted, again.total.updated) == (0, 0))
    }

    @Test func `a mapped value takes precedence over one that was kept before it was mapped`()
        throws
    {
        let bench = try Workbench(.inMemory, model)
        try bench.load(#"{"id": 1, "note": "old", "n": {"a": 1}}"#, set())
        let later = set {
            $0.removeMappings(to: "lines")
            $0.addAttributeMapping(from: "note", to: "note")
        }
        try bench.load(#"{"id": 1, "note": "new"}"#, later)
        #expect(try written(bench, later) == #"[{"id":1,"note":"new","n":{"a":1}}]"#)
        let readOnly = set {
            $0.removeMappings(to: "lines")
            $0.removeMappings(to: "rest")
            var rest = AttributeMapping(from: "@rest", to: "rest")
            rest.isReadOnly = true
            $0.addAttributeMapping(rest)
        }
        #expect(try written(bench, readOnly) == #"[{"id":1}]"#)
    }
}

/// Mistakes.
extension RestTests {
    @Test func `the plan rejects other uses of the path`() throws {
        let mappings = set {
            $0.addAttributeMapping(from: "@rest", to: "title")
            $0.addAttributeMapping(from: "@rest", to: "author.rest")
            $0.addAttributeMapping(from: "@rest.x", to: "note")
            $0.addRelationshipMapping(from: "@rest", to: "author", using: "Author")
            $0.ignoredPaths = ["@parent.x", "", "a..b"]
        }
        var wrong = mappings
        wrong.addRoot("@rest", using: "Article")
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(wrong, for: model)
        }
        #expect(
            error?.problems.map(\.message) == [
                "'title' is of type text; '@rest' has members, so its attribute must be a "
                    + "dictionary",
                "the path to 'author.rest': '@rest' is for a dictionary attribute of the same "
                    + "object",
                "the path to 'note': expected the end, found '.', at character 6 of path "
                    + "'@rest.x': nothing follows @count, a number, or @rest, what no other path "
                    + "takes",
                "the path to 'author': '@rest' is for a dictionary attribute of the same object",
                "the ignored path '@parent.x' is outside of the record; begin with one of its keys",
                "the ignored path '' is outside of the record; begin with one of its keys",
                "an ignored path: expected a name, found '.', at character 3 of path 'a..b': "
                    + "write \"\" for an empty key",
                "root path '@rest': there is no record to begin at; begin with a key, @root or "
                    + "@metadata",
            ])
    }
}
