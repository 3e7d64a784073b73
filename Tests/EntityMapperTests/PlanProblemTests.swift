import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

/// All errors in mappings that a plan reports, with their messages.
@Suite("Problems of a plan")
struct PlanProblemTests {
    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("title", .string),
                    .init("createdAt", .date), .init("authorID", .integer64),
                    .init("authorName", .string), .init("tagNames", .array),
                    .init("otherNames", .array), .init("cover", .data),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("tags", "Tag", inverse: "articles"),
                ]),
            EntityDescription(
                "Author", attributes: [.init("authorID", .integer64), .init("name", .string)],
                relationships: [.toMany("articles", "Article", inverse: "author")]),
            EntityDescription(
                "Tag", attributes: [.init("name", .string)],
                relationships: [.toMany("articles", "Article", inverse: "tags")]),
            EntityDescription("Thing", isAbstract: true, attributes: [.init("id", .integer64)]),
        ])
    }

    /// Returns the lines of the error for an invalid mapping of articles.
    private func problems(
        roots: KeyValuePairs<PayloadPath, String> = ["articles": "Article"],
        beside others: [String] = ["Author", "Tag"],
        _ change: (inout EntityMapping) throws -> Void = { _ in }
    ) throws -> [String] {
        let model = try Self.model()
        var article = EntityMapping(for: try #require(model["Article"]))
        article.addAttributeMapping(from: "id", to: "articleID")
        try change(&article)
        let rest = try others.map { name in
            EntityMapping(for: try #require(model[name]), infersIdentification: false)
        }
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(MappingSet([article] + rest, roots: roots), for: model)
        }
        return error?.problems.map(\.description) ?? []
    }

    @Test func `reports a misspelt attribute`() throws {
        #expect(
            try problems { $0.addAttributeMapping(from: "headline", to: "titel") }
                == ["Article: no attribute 'titel' in Article; did you mean 'title'?"])
    }

    @Test func `reports a relationship that is mapped like an attribute`() throws {
        #expect(
            try problems { $0.addAttributeMapping(from: "author", to: "author") }
                == ["Article: 'author' is a relationship of Article; use addRelationshipMapping"])
    }

    @Test func `reports an attribute that is mapped like a relationship`() throws {
        #expect(
            try problems { $0.addRelationshipMapping(from: "title", to: "title", using: "Tag") }
                == ["Article: 'title' is an attribute of Article; use addAttributeMapping"])
    }

    @Test func `reports a misspelt relationship`() throws {
        #expect(
            try problems { $0.addRelationshipMapping(from: "tags", to: "tag", using: "Tag") }
                == ["Article: no relationship 'tag' in Article; did you mean 'tags'?"])
    }

    @Test func `reports a mapping for another entity than the relationship leads to`() throws {
        #expect(
            try problems { $0.addRelationshipMapping(from: "tags", to: "tags", using: "Author") }
                == ["Article: 'tags' leads to Tag; the mapping 'Author' is for Author"])
    }

    @Test func `reports an unknown mapping in a relationship and at a root`() throws {
        #expect(
            try problems(roots: ["articles": "Artcle"]) {
                $0.addRelationshipMapping(from: "tags", to: "tags", using: "Tags")
            } == [
                "Article: 'tags': no mapping is named 'Tags'; did you mean 'Tag'?",
                "root path 'articles': no mapping is named 'Artcle'; did you mean 'Article'?",
            ])
    }

    @Test func `reports an identification attribute that nothing is mapped to`() throws {
        #expect(
            try problems { $0.identificationAttributes = ["title"] } == [
                "Article: 'title' identifies Article, but nothing is mapped to it; add an attribute "
                    + "mapping, or set identificationAttributes to nil"
            ])
    }

    @Test func `reports an identification attribute that two values go to`() throws {
        #expect(
            try problems { $0.addAttributeMapping(from: "identifier", to: "articleID") } == [
                "Article: 'articleID' identifies Article, but several attribute mappings write to "
                    + "it; keep one of them"
            ])
    }

    @Test func `reports a misspelt identification attribute`() throws {
        // C01
        #expect(
            try problems { $0.identificationAttributes = ["articleId"] } == [
                "Article: identificationAttributes: no attribute 'articleId' in Article; "
                    + "did you mean 'articleID'?"
            ])
    }

    @Test func `reports an identification without attributes`() throws {
        // C03
        #expect(
            try problems { $0.identificationAttributes = [] } == [
                "Article: identificationAttributes is empty; name at least one attribute, or set "
                    + "it to nil"
            ])
    }

    @Test func `reports an attribute that cannot identify`() throws {
        #expect(
            try problems {
                $0.addAttributeMapping(from: "tags", to: "tagNames")
                $0.identificationAttributes = ["tagNames"]
            } == ["Article: 'tagNames' is of type array and cannot identify an object"])
    }

    @Test func `accepts a mapping without identification`() throws {
        // C02
        let model = try Self.model()
        var article = EntityMapping(for: try #require(model["Article"]))
        article.identificationAttributes = nil
        _ = try MappingPlan(MappingSet([article], roots: [.root: "Article"]), for: model)
    }

    @Test func `reports a union for a to-one relationship`() throws {
        #expect(
            try problems {
                $0.addRelationshipMapping(
                    from: "author", to: "author", using: "Author", assignmentPolicy: .union)
            } == ["Article: 'author' is to-one; a union needs a to-many relationship"])
    }

    @Test func `reports attributes that a connection names and the entities lack`() throws {
        // C17, C18
        #expect(
            try problems { $0.addConnection(for: "author", connectedBy: ["autorID": "authorId"]) }
                == [
                    "Article: the connection of 'author': no attribute 'autorID' in Article; "
                        + "did you mean 'authorID'?",
                    "Article: the connection of 'author': no attribute 'authorId' in Author; "
                        + "did you mean 'authorID'?",
                ])
    }

    @Test func `reports a connection without attributes, or of an unknown relationship`() throws {
        // C15, C16
        #expect(
            try problems { $0.addConnection(for: "author", connectedBy: [String: String]()) }
                == ["Article: the connection of 'author' needs at least one pair of attributes"])
        #expect(
            try problems { $0.addConnection(for: "autor", connectedBy: "authorID") } == [
                "Article: the connection of 'autor': no relationship 'autor' in Article; "
                    + "did you mean 'author'?"
            ])
    }

    @Test func `reports a connection between types that are never equal`() throws {
        #expect(
            try problems {
                $0.addConnection(for: "author", connectedBy: ["authorName": "authorID"])
            } == [
                "Article: the connection of 'author': 'authorName' is of type text and never equals "
                    + "'authorID' of type whole number; make 'authorName' of type 'integer64'"
            ])
    }

    @Test func `reports two arrays in one connection`() throws {
        #expect(
            try problems {
                $0.addConnection(
                    for: "tags", connectedBy: ["tagNames": "name", "otherNames": "name"])
            } == ["Article: the connection of 'tags': only one foreign key may be an array"])
    }

    @Test func `reports two connections that fight for one relationship`() throws {
        #expect(
            try problems {
                $0.addConnection(for: "author", connectedBy: "authorID")
                $0.addConnection(for: "author", connectedBy: ["authorName": "name"])
            } == [
                "Article: the connection of 'author': another connection fills this relationship "
                    + "already; keep one of them"
            ])
    }

    @Test func `reports a path that cannot be read`() throws {
        #expect(
            try problems(roots: ["data..articles": "Article"]) {
                $0.addAttributeMapping(from: "a..b", to: "title")
            } == [
                "Article: the path to 'title': expected a name, found '.', at character 3 of path "
                    + #"'a..b': write "" for an empty key"#,
                "root path: expected a name, found '.', at character 6 of path 'data..articles': "
                    + #"write "" for an empty key"#,
            ])
    }

    @Test(
        arguments: [
            ("yyyy-QQ", "'QQ' is not supported; quote letters that stand for themselves"),
            ("yyyy-MM-ddTHH", "'T' is not supported; quote letters that stand for themselves"),
            ("yyyy 'at", "a quotation mark is not closed; two of them stand for one"),
        ])
    func `reports a date format that cannot be read`(format: String, problem: String) throws {
        #expect(
            try problems {
                $0.addAttributeMapping(
                    from: "created", to: "createdAt", using: .date(format: format))
            } == ["Article: 'createdAt': date(\(format)): \(problem)"])
    }

    @Test(arguments: [ValueTransform.secondsSince1970, .httpDate, .date(format: "yyyy")])
    func `reports a date transform for another attribute`(transform: ValueTransform) throws {
        #expect(
            try problems { $0.addAttributeMapping(from: "id", to: "title", using: transform) }
                == ["Article: 'title' is of type text; '\(transform)' gives dates"])
    }

    @Test func `reports a name that two mappings have`() throws {
        #expect(
            try problems(beside: ["Article", "Tag"])
                == ["Article: another mapping has this name; give one of them another name"])
    }

    @Test func `reports a set without roots`() throws {
        #expect(
            try problems(roots: [:])
                == ["no root path says where representations are; add one"])
    }

    @Test func `reports predicates that name what the entity lacks`() throws {
        #expect(
            try problems {
                $0.identificationPredicate = .attribute("titel") == "x"
                $0.deletionPredicate = .attribute("isGone") == true
            } == [
                "Article: the identification predicate: Article.titel: no property 'titel' "
                    + "in Article; did you mean 'title'?",
                "Article: the deletion predicate: Article.isGone: no property 'isGone' in "
                    + "Article",
            ])
    }

    @Test func `reports a modification attribute that nothing is mapped to`() throws {
        // C06
        #expect(
            try problems { $0.modificationAttribute = "createdAt" }
                == ["Article: nothing is mapped to the modification attribute 'createdAt'"])
        #expect(
            try problems { $0.modificationAttribute = "INVALID" } == [
                "Article: modificationAttribute: no attribute 'INVALID' in Article"
            ])
    }

    @Test func `reports an abstract entity, and of one that the model lacks`() throws {
        let model = try Self.model()
        let other = try ManagedObjectModel([
            EntityDescription("Artikle", attributes: [.init("id", .integer64)])
        ])
        let mappings = MappingSet(
            [
                EntityMapping(for: try #require(other["Artikle"])),
                EntityMapping(for: try #require(model["Thing"]), infersIdentification: false),
            ], roots: [.root: "Thing"])
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(mappings, for: model)
        }
        #expect(
            error?.problems.map(\.description) == [
                "Artikle: the model has no entity 'Artikle'; did you mean 'Article'?",
                "Thing: Thing is abstract and has no objects; map one of its sub-entities, or set "
                    + "followsSubentities to update the objects that are there",
            ])
    }

    @Test func `reports everything in one error`() throws {
        let model = try Self.model()
        var article = EntityMapping(for: try #require(model["Article"]))
        article.addAttributeMappings(["headline": "titel", "created": "createdAt"])
        article.addRelationshipMapping(from: "tags", to: "tags", using: "Tga")
        article.addConnection(for: "author", connectedBy: "authorId")
        var tag = EntityMapping(for: try #require(model["Tag"]))
        tag.addRelationshipMapping(from: "articles", to: "articles", using: "Tag")
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(MappingSet([article, tag]), for: model)
        }
        #expect(
            error?.description == """
                The mappings have 6 problems:
                - Article: no attribute 'titel' in Article; did you mean 'title'?
                - Article: 'tags': no mapping is named 'Tga'; did you mean 'Tag'?
                - Article: the connection of 'author': no attribute 'authorId' in Article; did you \
                mean 'authorID'?
                - Article: the connection of 'author': no attribute 'authorId' in Author; did you \
                mean 'authorID'?
                - Tag: 'articles' leads to Article; the mapping 'Tag' is for Tag
                - no root path says where representations are; add one
                """)
    }

    @Test func `reports unmapped keys`() throws {
        #expect(
            try problems {
                $0.addAttributeMapping(from: "{name}.title", to: "title")
                $0.addRelationshipMapping(from: "(name).tags", to: "tags", using: "Tag")
            } == [
                "Article: the path '{name}.title': no key is mapped to 'name'; add "
                    + #"addAttributeMapping(fromKeyOfRepresentationTo: "name")"#,
                "Article: the path '{name}.tags': no key is mapped to 'name'; add "
                    + #"addAttributeMapping(fromKeyOfRepresentationTo: "name")"#,
            ])
    }

    @Test func `reports root paths that begin at a record`() throws {
        #expect(
            try problems(roots: ["@parent.x": "Article", "{a}": "Article", "@root.x": "Article"])
                == [
                    "root path '@parent.x': there is no record to begin at; begin with a key, "
                        + "@root or @metadata",
                    "root path '{a}': there is no record to begin at; begin with a key, @root or "
                        + "@metadata",
                ])
    }
}
