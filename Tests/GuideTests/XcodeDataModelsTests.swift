import Foundation
import Mercator
import Testing

@Suite("Xcode data models")
struct XcodeDataModelsTests {
    private let folder: TemporaryFile
    private let guide: Guide

    init() throws {
        folder = try TemporaryFile()
        guide = try Guide("Guides/XcodeDataModels.md")
    }

    /// Creates the bundle of the guide: an early version, and the current one shown in the guide.
    private func makeBundle() throws -> String {
        let bundle = URL(filePath: folder.path + ".xcdatamodeld")
        let early = """
            <model type="com.apple.IDECoreDataModeler.DataModel">
            <entity name="Writer"><attribute name="name" optional="YES" attributeType="String"/>
            </entity></model>
            """
        for (name, text) in [("Library", early), ("Library 2", guide.texts[0])] {
            let version = bundle.appending(path: name + ".xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: version.appending(path: "contents"))
        }
        let current = ["_XCCurrentVersionName": "Library 2.xcdatamodel"]
        try PropertyListSerialization.data(fromPropertyList: current, format: .xml, options: 0)
            .write(to: bundle.appending(path: ".xccurrentversion"))
        return bundle.path
    }

    @Test func `a model of Xcode is read, checked and asked`() throws {
        let path = try makeBundle()
        let file = folder.path
        let xcode = try XcodeModel(path: path)
        let model = xcode.model  // of the current version
        let names = model.entities.map(\.name)  // ["Author", "Book"]
        #expect(names == ["Author", "Book"])
        let container = try PersistentContainer(model: model, store: SQLiteStore(file))
        let problem = try container.perform { context in
            let author = context.insert("Author")
            author["name"] = "A name of many characters"
            do {
                try context.save()
                return ""
            } catch let error as ValidationError {
                return error.problems[0].message
            }
        }  // "expected at most 20 characters, found 25"
        #expect(problem == "expected at most 20 characters, found 25")
        let difference = "\(xcode.current.differences[0])"
        #expect(difference == guide.texts[1])
        #expect(xcode.current.differences.count == 1)
        #expect(xcode.current.differences[0].code == .changed)
        let omissions = xcode.current.differences.filter { $0.code == .omitted }  // []
        #expect(omissions == [])
        #expect(try model == ManagedObjectModel(model.entities))
        let titled = try xcode.current.fetchRequests[0].request(variables: ["WORD": "map"])
        let found = try container.perform { context in
            context.insert("Book")["title"] = "Maps of the world"
            try context.save()
            return try context.count(titled)
        }  // 1
        let people = xcode.current.configurations["People"]  // ["Author"]
        #expect(found == 1)
        #expect(people == ["Author"])
    }

    @Test func `unusable parts are omitted and reported`() throws {
        let contents = """
            <model type="com.apple.IDECoreDataModeler.DataModel">
                <entity name="Book">
                    <attribute name="id" optional="YES" attributeType="UUID" defaultValueString="empty"/>
                    <attribute name="pages" attributeType="Integer 61"/>
                    <relationship name="author" destinationEntity="Autor"/>
                </entity>
            </model>
            """
        let book = try XcodeModel(contents: ["Library": Array(contents.utf8)]).current
        let report = book.differences.map(\.description).joined(separator: "\n")
        #expect(report == guide.texts[2])
        #expect(
            book.model.entities == [
                EntityDescription("Book", attributes: [AttributeDescription("id", .uuid)])
            ])
    }

    @Test func `an old version that cannot be read is skipped`() throws {
        let path = try makeBundle()
        let broken = URL(filePath: path).appending(path: "Library 1.xcdatamodel")
        try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
        try Data("<model".utf8).write(to: broken.appending(path: "contents"))
        let xcode = try XcodeModel(path: path)
        #expect(xcode.current.name == "Library 2")
        #expect(xcode.skippedVersions == ["Library 1"])
        #expect(throws: XcodeModelError.self) { try xcode.version("Library 1") }
    }

    @Test func `a file follows the versions`() throws {
        let xcode = try XcodeModel(path: makeBundle())
        let early = folder.path
        let before = try PersistentContainer(
            model: xcode.versions[0].model, store: SQLiteStore(early))
        try before.perform { context in
            context.insert("Writer")["name"] = "Anna"
            _ = context.insert("Writer")
            try context.save()
        }
        let (old, new) = (xcode.versions[0], xcode.versions[1])  // "Library", "Library 2"
        var step = MigrationStep(
            from: ModelVersion(old.name, old.model), to: ModelVersion(new.name, new.model))
        step.transform("Writer") { writer, migration in
            var author = try migration.row(from: writer)
            if writer["name"] == .null { author["name"] = "Anonymous" }
            return author
        }
        let migrated = try PersistentContainer(
            model: new.model,
            store: SQLiteStore(early, options: .init(migration: .stepwise([step]))))
        #expect([old.name, new.name] == ["Library", "Library 2"])
        let authors = try migrated.perform {
            try $0.fetch(FetchRequest("Author")).map { $0["name"] }
        }
        #expect(authors == ["Anna", "Anonymous"])
    }

    @Test func `a model equals one that is written in Swift`() throws {
        struct Book: Entity {
            let title = Attribute<String?>("title")
            let author = ToOne<Author>("author", inverse: \.books)
        }
        struct Author: Entity {
            let name = Attribute<String?>("name")
            let books = ToMany<Book>("books", deleteRule: .cascade)
        }
        let contents = """
            <model type="com.apple.IDECoreDataModeler.DataModel">
                <entity name="Book">
                    <attribute name="title" optional="YES" attributeType="String"/>
                    <relationship name="author" optional="YES" maxCount="1"
                        deletionRule="Nullify" destinationEntity="Author" inverseName="books"
                        inverseEntity="Author"/>
                </entity>
                <entity name="Author">
                    <attribute name="name" optional="YES" attributeType="String"/>
                    <relationship name="books" optional="YES" toMany="YES"
                        deletionRule="Cascade" destinationEntity="Book" inverseName="author"
                        inverseEntity="Book"/>
                </entity>
            </model>
            """
        let model = try XcodeModel(contents: ["Library": Array(contents.utf8)]).model
        #expect(try model == ManagedObjectModel(Book.self, Author.self))
        #expect(try model != ManagedObjectModel(Author.self, Book.self))
        let other = contents.replacing("Cascade", with: "Deny")
        #expect(try XcodeModel(contents: ["Library": Array(other.utf8)]).model != model)
    }
}
