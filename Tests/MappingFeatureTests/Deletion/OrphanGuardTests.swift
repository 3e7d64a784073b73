import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import TestSupport
import Testing

/// A payload that does not determine the absent objects, and the reason.
struct GuardRow: Sendable, CustomTestStringConvertible {
    let id: String
    let payload: String
    /// The refused scope.
    let entity: String
    let refusals: [OrphanRefusal]

    var testDescription: String { id }
}

@Suite("What keeps orphans from being deleted", .endsInTime)
struct OrphanGuardTests {
    let model: ManagedObjectModel
    let mappings: MappingSet

    init() throws {
        model = try News.model()
        mappings = try News.mappings(for: model)
    }

    /// Returns a bench with two articles with a tag each, two authors and a section.
    private func bench(_ kind: StoreKind) throws -> Workbench {
        let bench = try Workbench(kind, model)
        try bench.load(
            """
            {"articles": [{"id": 1, "tags": [{"id": 1}]}, {"id": 2, "tags": [{"id": 2}]}],
             "authors": [{"id": 1}, {"id": 2}], "sections": [{"id": 1}]}
            """, mappings)
        return bench
    }

    static let rows: [GuardRow] = [
        GuardRow(
            id: "an absent root path", payload: #"{"articles": [{"id": 1}]}"#, entity: "Author",
            refusals: [.missingRoot("authors")]),
        GuardRow(
            id: "a root path that is null", payload: #"{"articles": [], "authors": null}"#,
            entity: "Author", refusals: [.missingRoot("authors")]),
        GuardRow(
            id: "an empty object", payload: #"{"articles": [], "authors": {}}"#,
            entity: "Author",
            refusals: [.emptyRoot("authors"), .unidentifiedRecords(mapping: "Author")]),
        GuardRow(
            id: "a list of nothing but null", payload: #"{"authors": [null]}"#, entity: "Author",
            refusals: [.nothingMapped("authors")]),
        GuardRow(
            id: "a payload of which everything failed",
            payload: #"{"articles": [], "authors": [{"id": 1, "name": {}}]}"#, entity: "Author",
            refusals: [.nothingMapped("authors")]),
        GuardRow(
            id: "a record whose identification does not fit",
            payload: #"{"authors": [{"id": 1}, {"id": "two"}]}"#, entity: "Author",
            refusals: [.unidentifiedRecords(mapping: "Author")]),
        GuardRow(
            id: "something else than a record",
            payload: #"{"authors": [{"id": 1}, "two"]}"#, entity: "Author",
            refusals: [.unidentifiedRecords(mapping: "Author")]),
        GuardRow(
            id: "a record without any mapped key",
            payload: #"{"authors": [{"id": 1}, {"no": 1}]}"#, entity: "Author",
            refusals: [.unidentifiedRecords(mapping: "Author")]),
        GuardRow(
            id: "a nested record whose identification does not fit",
            payload: #"{"articles": [{"id": 1, "tags": [{"id": "x"}]}], "tags": []}"#,
            entity: "Tag", refusals: [.unidentifiedRecords(mapping: "Tag")]),
        GuardRow(
            id: "a nested list that is none",
            payload: #"{"articles": [{"id": 1, "tags": 5}], "tags": []}"#,
            entity: "Tag", refusals: [.unidentifiedRecords(mapping: "Tag")]),
        GuardRow(
            id: "a gap elsewhere", payload: #"{"articles": ["x"], "authors": [], "tags": []}"#,
            entity: "Tag",
            refusals: [.nothingMapped("articles"), .unidentifiedRecords(mapping: "Article")]),
    ]

    @Test(arguments: StoreKind.allCases, rows)
    func `nothing of a scope is deleted by`(kind: StoreKind, row: GuardRow) throws {
        let bench = try bench(kind)
        let before = try bench.lines(row.entity, row.entity.lowercased() + "ID")
        let result = try bench.load(
            row.payload, mappings,
            deleting: OrphanDeletion(of: [FetchRequest(row.entity)], limit: .unlimited))
        #expect(result.orphans?.scopes.first?.refusals == row.refusals)
        #expect(result.orphans?.deletions == [])
        #expect(try bench.lines(row.entity, row.entity.lowercased() + "ID") == before)
        #expect(result.counts[row.entity]?.deleted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `a scope that nothing is missing for is not held up by another`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let result = try bench.load(
            #"{"authors": [{"id": 1}], "sections": ["x"]}"#, mappings,
            deleting: OrphanDeletion(
                of: [FetchRequest("Section"), FetchRequest("Author")], limit: .unlimited))
        let scopes = try #require(result.orphans?.scopes)
        #expect(
            scopes[0].refusals == [
                .nothingMapped("sections"), .unidentifiedRecords(mapping: "Section"),
            ])
        #expect(scopes[1].refusals == [])
        #expect(try bench.lines("Section", "sectionID") == ["1"])
        #expect(try bench.lines("Author", "authorID") == ["1"])
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            #"{"pages": [{"authors": [{"id": 1}]}, {}]}"#,
            #"{"pages": [{"authors": [{"id": 1}]}, {"authors": null}]}"#,
            #"{"pages": [{"authors": [{"id": 1}]}, null]}"#,
        ])
    func `a root path must lead on in each element of an array`(
        kind: StoreKind, payload: String
    ) throws {
        let bench = try bench(kind)
        let author = try model.mapping("Author", identifiedBy: ["authorID"], ["id": "authorID"])
        let set = MappingSet([author], roots: ["pages.authors": "Author"])
        let deletion = OrphanDeletion(of: [FetchRequest("Author")], limit: .unlimited)
        let result = try bench.load(payload, set, deleting: deletion)
        #expect(result.orphans?.refusals == [.missingRoot("pages.authors")])
        let whole = try bench.load(
            #"{"pages": [{"authors": [{"id": 1}]}, {"authors": []}]}"#, set, deleting: deletion)
        #expect(whole.total.deleted == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `objects that the plan knows nothing of are no orphans`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let author = try model.mapping("Author", identifiedBy: ["authorID"], ["id": "authorID"])
        let set = MappingSet([author], roots: [.root: "Author"])
        let result = try bench.load(
            #"[{"id": 1}]"#, set,
            deleting: OrphanDeletion(of: [FetchRequest("Article")], limit: .unlimited))
        #expect(result.orphans?.refusals == [.unmappedEntity("Article")])
        #expect(try bench.lines("Article", "articleID") == ["1", "2"])
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            (OrphanDeletion.Limit.share(0.5), 2, true), (.share(0.5), 3, false),
            (.share(0.75), 3, true),
            (.share(0), 1, false), (.count(3), 3, true), (.count(2), 3, false),
            (.unlimited, 4, true), (.share(1), 4, true),
        ])
    func `the limit counts objects that were there before`(
        kind: StoreKind, row: (limit: OrphanDeletion.Limit, orphans: Int, isAllowed: Bool)
    ) throws {
        let bench = try Workbench(kind, model)
        func authors(_ ids: some Sequence<Int>) -> String {
            #"{"authors": [\#(ids.map { #"{"id": \#($0)}"# }.joined(separator: ", "))]}"#
        }
        try bench.load(authors(1...4), mappings)
        // New objects do not raise the limit for deletions of old ones.
        let result = try bench.load(
            authors(Array(1...4).dropFirst(row.orphans) + Array(10...20)), mappings,
            deleting: OrphanDeletion(of: [FetchRequest("Author")], limit: row.limit))
        #expect(result.counts["Author"]?.deleted == (row.isAllowed ? row.orphans : 0))
        #expect(
            result.orphans?.refusals
                == (row.isAllowed
                    ? [] : [.limitExceeded(orphans: row.orphans, of: 4, row.limit)]))
        #expect(result.orphans?.scopes.first?.orphans.count == row.orphans)
    }

    @Test(arguments: StoreKind.allCases)
    func `one half is the limit unless something else is said`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let deletion = OrphanDeletion(of: [FetchRequest("Author")])
        #expect(deletion.scopes[0].limit == .share(0.5))
        let none = try bench.load(#"{"authors": []}"#, mappings, deleting: deletion)
        #expect(none.total.deleted == 0)
        #expect(
            none.orphans?.refusals.map(\.description)
                == ["2 of 2 objects are orphans; allowed is at most 50 % of them"])
        let one = try bench.load(#"{"authors": [{"id": 2}]}"#, mappings, deleting: deletion)
        #expect(one.total.deleted == 1)
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            (FetchRequest("Artcle"), "did you mean 'Article'?"),
            (FetchRequest("Article", where: .attribute("titel") == "x"), "titel"),
            (FetchRequest("Article", sortedBy: [.ascending("titel")]), "titel"),
        ])
    func `a scope that does not fit the model fails the operation first`(
        kind: StoreKind, row: (request: FetchRequest, message: String)
    ) throws {
        // Item 177
        let bench = try bench(kind)
        let before = try bench.content()
        let error = caught(MappingError.self) {
            try bench.load(
                #"{"articles": [{"id": 9}]}"#, mappings,
                deleting: OrphanDeletion(of: [row.request]))
        }
        #expect(error?.code == .invalidScope)
        #expect(error?.message.contains(row.message) == true)
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `a record that fails the operation deletes nothing`(kind: StoreKind) throws {
        // M44
        let bench = try bench(kind)
        let before = try bench.content()
        let error = caught(MappingError.self) {
            try bench.load(
                #"{"authors": [{"id": 1, "name": []}]}"#, mappings,
                deleting: OrphanDeletion(of: [FetchRequest("Author")], limit: .unlimited),
                options: MappingOptions(failurePolicy: .fail))
        }
        #expect(error?.code == .recordFailed)
        #expect(try bench.content() == before)
    }

    @Test func `each refusal says what is wrong`() {
        let refusals: [OrphanRefusal] = [
            .missingRoot("authors"), .emptyRoot(.root), .emptyRoot("authors"),
            .nothingMapped("authors"), .unidentifiedRecords(mapping: "Author"),
            .unmappedEntity("Author"), .limitExceeded(orphans: 3, of: 4, .count(1)),
            .limitExceeded(orphans: 3, of: 4, .share(0.125)),
        ]
        #expect(
            refusals.map(\.description) == [
                "nothing is at the root path 'authors'; an empty array would say that there is nothing",
                "an empty object is at the top", "an empty object is at the root path 'authors'",
                "no record came of what is at the root path 'authors'",
                "records for 'Author' do not say which objects they are about; see the issues",
                "no root path leads to objects of Author",
                "3 of 4 objects are orphans; allowed is at most 1",
                "3 of 4 objects are orphans; allowed is at most 12.5 % of them",
            ])
        #expect(OrphanDeletion.Limit.unlimited.description == "any number")
    }
}
