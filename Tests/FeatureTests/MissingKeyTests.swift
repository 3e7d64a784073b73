import Mercator
import TestSupport
import Testing

/// Issues of missing keys contain the path and the key that was probably intended.
@Suite("Missing keys")
struct MissingKeyTests {
    struct Repo: Entity {
        let repoID = Attribute<Int64>("repoID")
        let name = Attribute<String>("name")
    }

    struct Case: Sendable {
        let path: String
        let json: String
        let advice: String
    }

    static let cases: [Case] = [
        // One word is shared, and another one is missing.
        Case(path: "full_name", json: #""name": "a""#, advice: " (did you mean 'name'?)"),
        Case(path: "name", json: #""full_name": "a""#, advice: " (did you mean 'full_name'?)"),
        Case(path: "userName", json: #""name": "a""#, advice: " (did you mean 'name'?)"),
        Case(path: "name", json: #""repo-name": "a""#, advice: " (did you mean 'repo-name'?)"),
        Case(path: "name", json: #""repoName": "a""#, advice: " (did you mean 'repoName'?)"),
        // The key with the fewest additional words takes precedence, then the first one in
        // alphabetical order.
        Case(
            path: "name", json: #""very_full_name": 1, "last_name": 2, "first_name": 3"#,
            advice: " (did you mean 'first_name'?)"),
        // A misspelling takes precedence over a shared word.
        Case(
            path: "full_name", json: #""name": 1, "ful_name": 2"#,
            advice: " (did you mean 'ful_name'?)"),
        // Parts of words do not count as words, and one of two different words is not sufficient.
        Case(path: "full_name", json: #""surname": "a", "last_name": "b""#, advice: ""),
        Case(path: "title", json: #""subtitle": "a""#, advice: ""),
        Case(path: "full_name", json: "\"\": 1, \"_\": 2", advice: ""),
        // The issue shows the complete path of the intended key, or the part that is null.
        Case(
            path: "owner.full_name", json: #""owner": {"name": "a"}"#,
            advice: " (did you mean 'owner.name'?)"),
        Case(path: "owner.name", json: #""owner": null"#, advice: " ('owner' is null)"),
    ]

    @Test(arguments: cases.indices)
    func `are named with the key that shares its words`(index: Int) throws {
        let example = Self.cases[index]
        let model = try ManagedObjectModel(Repo.self)
        var repos = EntityMapping(for: Repo.self)
        repos.addAttributeMapping(from: "id", to: \Repo.repoID)
        repos.addAttributeMapping(from: example.path, to: \Repo.name)
        let load = MappingOperation(
            try MappingPlan(MappingSet([repos], roots: ["": "Repo"]), for: model))
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let result = try load.run(#"{"id": 1, \#(example.json)}"#, in: container)
        #expect(result.issues.map(\.found) == ["no '\(example.path)'" + example.advice])
    }

    struct Page: Equatable {
        var status: Int64 = 0
        var host = ""
        var tags: [String] = []
        var title = ""
    }

    /// Plain values read metadata from variables in the same way as from literals.
    @Test func `are not those of metadata, which plain values read as well`() throws {
        var pages = ObjectMapping(Page())
        pages.addAttributeMapping(from: "title", to: \.title)
        pages.addAttributeMapping(from: "@metadata.HTTP.status", to: \.status)
        pages.addAttributeMapping(from: "@metadata.HTTP.host", to: \.host)
        pages.addAttributeMapping(from: "@metadata.tags", to: \.tags)
        let (status, host, kept) = (200, "example.org", Value("example.org"))
        let tags = ["a", "b"]
        let result = try pages.run(
            #"[{"title": "x"}, {"title": "y"}]"#,
            metadata: [
                "HTTP": ["status": Value(status), "host": Value(host)], "tags": Value(tags),
            ])
        try result.requireNoIssues()
        let first = Page(status: 200, host: "example.org", tags: tags, title: "x")
        #expect(result.values == [first, Page(status: 200, host: host, tags: tags, title: "y")])
        // A `Value` is passed unchanged, and an optional one may be `nil`.
        let again = try pages.run(
            #"{"title": "x"}"#,
            metadata: [
                "HTTP": ["status": Value(Value(status)), "host": Value(Value?.some(kept))],
                "tags": Value(tags),
            ])
        #expect(again.values == [first])
        #expect(Value(Value?.none) == .null && Value([kept]) == ["example.org"])
        // A fault in the metadata is an issue of the property, as it is for objects.
        let wrong = try pages.run(#"{"title": "x"}"#, metadata: ["HTTP": ["status": "many"]])
        #expect(wrong.values.isEmpty && wrong.issues.count == 1, "\(wrong.issues)")
        #expect(wrong.issues.first?.property == "status", "\(wrong.issues)")
    }
}
