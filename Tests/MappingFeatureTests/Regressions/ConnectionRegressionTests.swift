import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// The reported cases of connections.
@Suite("Reported cases: connections", .endsInTime)
struct ConnectionRegressionTests {
    private let editorial: Editorial

    init() throws {
        editorial = try Editorial()
    }

    /// The page of the outer unit of work and the page that is saved before it.
    static let crossings = [
        (
            #"{"articles":[{"id":1,"author_id":1}]}"#, #"{"people":[{"slug":"a","id":1}]}"#
        ),
        (
            #"{"people":[{"slug":"a","id":1}]}"#, #"{"articles":[{"id":1,"author_id":1}]}"#
        ),
    ]

    @Test("two loads whose saves cross", arguments: StoreKind.allCases, crossings)
    func crossing(kind: StoreKind, pages: (outer: String, inner: String)) throws {
        for isRegistered in [false, true] {
            let bench = try Workbench(kind, editorial.model)
            if isRegistered { try editorial.load(#"{"articles":[{"id":9}]}"#, bench) }
            try bench.container.perform { context in
                _ = try editorial.operation.run(PayloadDocument(pages.outer), in: context)
                try editorial.load(pages.inner, bench)
                try context.save()
            }
            let authors = try bench.lines("Article", "articleID", "author.slug")
            #expect(authors.last == #"1 | ["a"]"#)
            #expect(try bench.lines("Person", "articles.articleID") == ["[1]"])
            #expect(try ConnectionOperation().run(in: bench.container).connected == 0)
        }
    }

    @Test("two loads in parallel", arguments: StoreKind.allCases)
    func parallel(kind: StoreKind) async throws {
        let operation = editorial.operation
        for _ in 0..<6 {
            let bench = try Workbench(kind, editorial.model)
            let container = bench.container
            let articles = (0..<200).map { #"{"id":\#($0),"author_id":\#($0 % 50)}"# }
            let people = (0..<50).map { #"{"slug":"p\#($0)","id":\#($0)}"# }
            async let first = operation.runInBackground(
                #"{"articles":[\#(articles.joined(separator: ","))]}"#, in: container)
            async let second = operation.runInBackground(
                #"{"people":[\#(people.joined(separator: ","))]}"#, in: container)
            _ = try await (first, second)
            let authors = try bench.lines("Article", "author.personID")
            #expect(authors == (0..<200).map { "[\($0 % 50)]" })
        }
    }

    @Test("a key path after objects that only one load had", arguments: StoreKind.allCases)
    func pathAfterTombstone(kind: StoreKind) throws {
        let bench = try Workbench(kind, editorial.model)
        func editors() throws -> [String] {
            try bench.lines("Article", "section.sectionID", "sectionEditor.personID")
        }
        try editorial.load(
            #"{"people":[{"slug":"p","id":5}],"articles":[{"id":1,"section":3}]}"#, bench)
        let gone = #"{"sections":[{"id":3,"editor":5,"title":"t","gone":true}]}"#
        try editorial.load(gone, bench)
        #expect(try editors() == ["[] | []"])
        // A new section without its mandatory title is discarded.
        try editorial.load(#"{"sections":[{"id":3,"editor":5}]}"#, bench)
        #expect(try editors() == ["[] | []"])
        try editorial.load(#"{"sections":[{"id":3,"editor":5,"title":"t"}]}"#, bench)
        #expect(try editors() == ["[3] | [5]"])
        try editorial.load(gone, bench)
        #expect(try editors() == ["[] | []"])
    }

    @Test("a person who takes over a key and is deleted", arguments: StoreKind.allCases)
    func pathAfterRekeying(kind: StoreKind) throws {
        let bench = try Workbench(kind, editorial.model)
        try editorial.load(
            #"""
            {"people":[{"slug":"p1","id":4},{"slug":"p2","id":5}],
             "sections":[{"id":3,"editor":5,"title":"t"}],"articles":[{"id":1,"section":3}]}
            """#, bench)
        #expect(try bench.lines("Article", "sectionEditor.slug") == [#"["p2"]"#])
        try editorial.load(#"{"people":[{"slug":"p1","id":5,"gone":true}]}"#, bench)
        #expect(try bench.lines("Section", "editor.slug") == [#"["p2"]"#])
        #expect(try bench.lines("Article", "sectionEditor.slug") == [#"["p2"]"#])
        #expect(try ConnectionOperation().run(in: bench.container).connected == 0)
    }

    @Test(
        "what a program has changed", arguments: StoreKind.allCases, [false, true])
    func operation(kind: StoreKind, hasPlan: Bool) throws {
        let bench = try Workbench(kind, editorial.model)
        try editorial.load(
            #"""
            {"people":[{"slug":"p1","id":1},{"slug":"p2","id":2}],
             "sections":[{"id":3,"editor":1,"title":"t"}],
             "articles":[{"id":1,"section":3,"author_id":1}]}
            """#, bench)
        try bench.container.perform { context in
            for section in try context.fetch(FetchRequest("Section")) { context.delete(section) }
            try context.fetch(FetchRequest("Article"))[0]["authorID"] = 2
            try context.save()
        }
        let operation =
            hasPlan ? ConnectionOperation(editorial.operation.plan) : ConnectionOperation()
        let outcome = try operation.run(in: bench.container)
        #expect(outcome.connected == 1 && outcome.cleared == 1)
        #expect(outcome.unresolved.map(\.count) == [1])
        #expect(
            try bench.lines("Article", "author.personID", "section.sectionID", "sectionEditor.slug")
                == ["[2] | [] | []"])
        let again = try operation.run(in: bench.container)
        #expect(again.connected == 0 && again.cleared == 0)
    }

    @Test("a key that a program clears", arguments: StoreKind.allCases)
    func clearedKey(kind: StoreKind) throws {
        let bench = try Workbench(kind, editorial.model)
        try editorial.load(
            #"{"people":[{"slug":"p1","id":1}],"articles":[{"id":1,"author_id":1}]}"#, bench)
        try bench.container.perform { context in
            try context.fetch(FetchRequest("Person"))[0]["personID"] = 8
            try context.save()
        }
        let outcome = try ConnectionOperation().run(in: bench.container)
        #expect(outcome.connected == 0 && outcome.cleared == 1)
        #expect(try bench.lines("Article", "author.slug") == ["[]"])
        #expect(outcome.unresolved.flatMap(\.keys).map(\.values) == [["personID": 1]])
    }

    @Test("a condition through a relationship", arguments: StoreKind.allCases)
    func condition(kind: StoreKind) throws {
        let editorial = try Editorial { articles in
            articles.removeConnection(for: "author")
            articles.addConnection(
                ConnectionDescription(
                    entity: "Article", relationship: "author",
                    connectedBy: ["authorID": "personID"],
                    sourcePredicate: .attribute("section.edition") == 1))
        }
        let pages = [
            #"{"people":[{"slug":"p","id":1}]}"#,
            #"{"articles":[{"id":1,"author_id":1,"section":3}]}"#,
            #"{"sections":[{"id":3,"title":"t","edition":1}]}"#,
        ]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let bench = try Workbench(kind, editorial.model)
            for page in order { try editorial.load(pages[page], bench) }
            #expect(try bench.lines("Article", "author.slug") == [#"["p"]"#], "\(order)")
            #expect(try ConnectionOperation().run(in: bench.container).connected == 0)
        }
    }

    @Test("a condition of a destination", arguments: StoreKind.allCases)
    func destinationCondition(kind: StoreKind) throws {
        let editorial = try Editorial { articles in
            articles.removeConnection(for: "section")
            articles.addConnection(
                ConnectionDescription(
                    entity: "Article", relationship: "section",
                    connectedBy: ["sectionID": "sectionID"],
                    destinationPredicate: .attribute("editor.slug") == "m"))
        }
        let pages = [
            #"{"people":[{"slug":"m","id":5}]}"#,
            #"{"sections":[{"id":3,"title":"t","editor":5}]}"#,
            #"{"articles":[{"id":1,"section":3}]}"#,
        ]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let bench = try Workbench(kind, editorial.model)
            for page in order { try editorial.load(pages[page], bench) }
            #expect(try bench.lines("Article", "section.sectionID") == ["[3]"], "\(order)")
            #expect(try ConnectionOperation().run(in: bench.container).connected == 0)
            try editorial.load(#"{"sections":[{"id":3,"editor":6}]}"#, bench)
            #expect(try bench.lines("Article", "section.sectionID") == ["[]"], "\(order)")
        }
    }

    @Test("Note 1: open connections of a store", arguments: StoreKind.allCases)
    func openConnections(kind: StoreKind) throws {
        let bench = try Workbench(kind, editorial.model)
        try editorial.load(#"{"articles":[{"id":1,"author_id":1}]}"#, bench)
        #expect(try editorial.load(#"{"people":[{"slug":"p9","id":9}]}"#, bench).unresolved == [])
        #expect(
            try bench.container.openConnections().map(\.description) == [
                "Article.author: 1 foreign key waits for 1 object that is not here yet"
            ])
    }
}
