import Foundation
import ObjectGraph
import TestSupport
import Testing
import XcodeDataModel

@Suite("Whole data models of Xcode")
struct WholeModelTests {
    @Test func `a model is the one that is written by hand`() throws {
        let xcode = try XcodeModel(path: Fixtures.path("Library.xcdatamodeld"))
        #expect(xcode.model.entities == (try Self.library()).entities)
        #expect(xcode.current.differences.isEmpty)
        #expect(xcode.current.identifier == "spring")
        #expect(xcode.current.classNames == ["Book": "LibraryBook"])
    }

    @Test func `versions are read in order, and one of them is the current one`() throws {
        let xcode = try XcodeModel(path: Fixtures.path("Library.xcdatamodeld"))
        #expect(xcode.versions.map(\.name) == ["Library", "Library 2"])
        #expect(xcode.current.name == "Library 2")
        #expect(xcode["Library"]?.model["Writer"]?.attributes.map(\.name) == ["name"])
        #expect(xcode["Library"]?.identifier == nil)
        #expect(xcode["Library 3"] == nil)
    }

    @Test func `configurations, requests and indexes are kept beside the entities`() throws {
        let version = try XcodeModel(path: Fixtures.path("Library.xcdatamodeld")).current
        #expect(
            version.configurations == [
                "Catalogue": ["Author", "Book", "Publication"], "Places": ["Room", "Value"],
            ])
        #expect(
            version.fetchRequests.map(\.name) == ["byWord", "everything"])
        let index = try #require(version.fetchIndexes.first)
        #expect(version.fetchIndexes.count == 1)
        #expect(index.entity == "Book")
        #expect(index.name == "byISBN")
        #expect(index.predicate == "isbn != nil")
        #expect(index.elements.map(\.property) == ["isbn", "pages"])
        #expect(index.elements.map(\.isDescending) == [true, false])
        #expect(index.elements.map(\.kind) == ["Binary", "Binary"])
        #expect(version.fetchedProperties.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a template becomes a request`(store: StoreKind) throws {
        let version = try XcodeModel(path: Fixtures.path("Library.xcdatamodeld")).current
        let template = try #require(version.fetchRequests.first)
        let request = try template.request(variables: ["WORD": "MAP"])
        #expect(request.limit == 10)
        try store.withContainer(version.model) { container throws in
            let titles = try container.perform { context throws in
                let author = context.insert("Author")
                author["fullName"] = "Anna Atlas"
                for (edition, title) in ["Maps", "Graphs", "Roadmaps"].enumerated() {
                    let book = context.insert("Book")
                    book["title"] = .string(title)
                    book["edition"] = .integer(Int64(edition))
                    book["identifier"] = .uuid(UUID())
                    book[toMany: "authors"] = [author]
                }
                try context.save()
                return try context.fetch(request).map { $0["title"] }
            }
            #expect(titles == ["Maps", "Roadmaps"])
        }
        #expect(throws: PredicateFormatError.self) { try template.request() }
        #expect(try version.fetchRequests[1].request() == FetchRequest("Publication"))
    }

    @Test func `an early model says what has another form here`() throws {
        let version = try XcodeModel(path: Fixtures.path("Early.xcdatamodel")).current
        let event = EntityDescription(
            "Event",
            attributes: [
                AttributeDescription("colors", .array), AttributeDescription("day", .date),
                AttributeDescription("place", .string), AttributeDescription("shade", .data),
                AttributeDescription("sortPlace", .string), AttributeDescription("isNew", .boolean),
            ])
        #expect(version.model.entities == (try ManagedObjectModel([event])).entities)
        #expect(
            version.differences.map(\.description) == [
                "Early, line 5, attribute 'colors' of entity 'Event': "
                    + "it is transformable; here it is an array, kept as JSON",
                "Early, line 8, attribute 'sectionName' of entity 'Event': "
                    + "it has no type that a store can keep; it is left out",
                "Early, line 9, attribute 'shade' of entity 'Event': "
                    + "it is transformable; here it is bytes, and no value transformer is run",
                "Early, line 10, attribute 'sortPlace' of entity 'Event': "
                    + "it is derived; here nothing computes it, and it is optional",
                "Early, line 11, attribute 'isNew' of entity 'Event': "
                    + "it is transient; here a store keeps it",
                "Early, line 12, fetched property 'sameDay' of entity 'Event': "
                    + "it is no property of the model; ask with its request",
            ])
        #expect(version.fetchedProperties.map(\.request.predicate) == ["day == $FETCH_SOURCE.day"])
        #expect(
            version.fetchIndexes.map { $0.elements.map(\.property) } == [
                ["day"], ["day", "place"],
            ])
    }

    /// The model of the fixture, written by hand.
    private static func library() throws -> ManagedObjectModel {
        let author = EntityDescription(
            "Author",
            attributes: [
                AttributeDescription(
                    "born", .date, rules: [.atLeast(.date(try instant("1501-01-03")))]),
                AttributeDescription(
                    "fullName", .string, isOptional: false, rules: [.maximumLength(80)],
                    userInfo: ["JSONKeyPath": "full_name"], renamingIdentifier: "name"),
            ],
            relationships: [
                .toMany("books", "Book", inverse: "authors", deleteRule: .deny),
                .toMany("friends", "Author", inverse: "friends"),
            ], userInfo: ["identityAttributes": "fullName, born"], renamingIdentifier: "Writer")
        let value = EntityDescription(
            "Value",
            relationships: [
                .toMany(
                    "publications", "Publication", inverse: "shelf", deleteRule: .cascade,
                    renamingIdentifier: "things"),
                .toOne("room", "Room", isOptional: false, deleteRule: .noAction),
            ])
        return try ManagedObjectModel([
            author, try book(), try publication(), value, EntityDescription("Room"),
        ])
    }

    private static func book() throws -> EntityDescription {
        let cent = try #require(Decimal(string: "0.01"))
        let price = try #require(Decimal(string: "9.9"))
        return EntityDescription(
            "Book", parent: "Publication",
            attributes: [
                AttributeDescription(
                    "isbn", .string,
                    rules: [.minimumLength(10), .maximumLength(13), .matches("[0-9]+X?")]),
                AttributeDescription(
                    "pages", .integer16, isOptional: false, defaultValue: 1,
                    rules: [.atLeast(1), .atMost(20_000)]),
                AttributeDescription(
                    "price", .decimal, isOptional: false, defaultValue: .decimal(price),
                    rules: [.atLeast(.decimal(cent))]),
            ],
            relationships: [
                .toMany(
                    "authors", "Author", inverse: "books", isOrdered: true, isOptional: false,
                    minCount: 1, maxCount: 5)
            ])
    }

    private static func publication() throws -> EntityDescription {
        let identifier = try #require(UUID(uuidString: "0BE54B84-4A33-4A2A-9B55-6C0A7F4B5C01"))
        return EntityDescription(
            "Publication", isAbstract: true,
            attributes: [
                AttributeDescription("cover", .data),
                AttributeDescription("default", .boolean, isOptional: false, defaultValue: false),
                AttributeDescription("downloads", .integer64, isOptional: false, defaultValue: 0),
                AttributeDescription("edition", .integer32, defaultValue: -1),
                AttributeDescription(
                    "homepage", .url, defaultValue: "https://example.org/a?b=1&c=2"),
                AttributeDescription(
                    "identifier", .uuid, isOptional: false, defaultValue: .uuid(identifier)),
                AttributeDescription(
                    "printed", .date, isOptional: false,
                    defaultValue: .date(try instant("2021-01-01"))),
                AttributeDescription("quality", .float, defaultValue: 0.5),
                AttributeDescription(
                    "rating", .double, isOptional: false, defaultValue: 3.0,
                    rules: [.atLeast(0.0), .atMost(5.0)]),
                AttributeDescription(
                    "title", .string, isOptional: false,
                    defaultValue: #"Say "hello" \ <you>"#),
            ],
            relationships: [.toOne("shelf", "Value", inverse: "publications")],
            uniquenessConstraints: [["identifier"], ["title", "edition"]])
    }

    private static func instant(_ text: String) throws -> Timestamp {
        try #require(Timestamp(text))
    }
}
