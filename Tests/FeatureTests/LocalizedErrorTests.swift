import Foundation
import Mercator
import Testing

@Suite("Errors for people")
struct LocalizedErrorTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String>("title")
    }

    /// Failures, one for each public error.
    static let failures: [(String, @Sendable () throws -> Void)] = [
        ("PayloadError", { _ = try PayloadDocument("{") }),
        ("PayloadPathError", { _ = try PayloadPath("a." + ".b") }),
        ("PayloadFormatError", { _ = try PayloadFormat.xml.document(from: Array("<a></b>".utf8)) }),
        ("ManagedObjectModelError", { _ = try ManagedObjectModel([.init("A"), .init("A")]) }),
        ("PredicateFormatError", { _ = try EntityPredicate(format: "title ==") }),
        (
            "StoreError",
            {
                _ = try container().perform { try $0.count(FetchRequest("Nothing")) }
            }
        ),
        (
            "ValidationError",
            {
                try container().perform { context in
                    _ = context.insert(Article.self)
                    try context.save()
                }
            }
        ),
        (
            "MappingPlanError",
            {
                let mapping = EntityMapping(for: EntityDescription("Nothing"))
                _ = try MappingPlan(MappingSet([mapping]), for: container().model)
            }
        ),
        (
            "MappingError",
            {
                var articles = EntityMapping(for: Article.self)
                articles.addAttributeMappings(["articleID", "title"])
                let set = MappingSet([articles], roots: ["articles": "Article"])
                let container = try LocalizedErrorTests.container()
                _ = try MappingOperation(MappingPlan(set, for: container.model)).run(
                    "{}", in: container)
            }
        ),
        ("TransportError", { try TransportRequest(.get, "").check() }),
        ("ErrorMessage", { throw ErrorMessage("the server is asleep") }),
        (
            "ReportedErrors",
            {
                try ErrorMessage.mapping().throwErrors(in: #"[{"message": "asleep"}]"#, at: .root)
            }
        ),
        ("XcodeModelError", { _ = try XcodeModelVersion("model", contents: []) }),
        (
            "ImportError",
            {
                let container = try LocalizedErrorTests.container()
                var articles = EntityMapping(for: Article.self)
                articles.addAttributeMappings(["articleID", "title"])
                let set = MappingSet([articles], roots: [.root: "Article"])
                _ = try ImportOperation(
                    MappingPlan(set, for: container.model), format: .array(at: "a..b"))
            }
        ),
    ]

    private static func container() throws -> PersistentContainer {
        try PersistentContainer(
            model: ManagedObjectModel(Article.self), store: InMemoryStore())
    }

    @Test(arguments: failures.indices)
    func `the localized description is the description`(index: Int) throws {
        let (name, fail) = Self.failures[index]
        do {
            try fail()
            Issue.record("\(name) was not thrown")
        } catch {
            #expect("\(type(of: error))".hasPrefix(name))
            #expect(error.localizedDescription == "\(error)")
            #expect(!error.localizedDescription.contains("could not be completed"))
        }
    }
}
