import Mercator
import Testing

@Suite("Reading the file with other tools")
struct ReadingTheFileTests {
    typealias Article = StoresTests.Article
    typealias Author = StoresTests.Author
    typealias Tag = StoresTests.Tag

    @Test func `views and the model are read as the guide shows`() throws {
        let file = try TemporaryFile()
        let path = file.path
        let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        let options = SQLiteStore.Options(views: .create)
        let writer = try PersistentContainer(
            model: model, store: SQLiteStore(path, options: options))
        try MappingOperation(StoresTests.plan(model)).run(
            StoresTests.payload.utf8, in: writer
        ).requireNoIssues()

        let store = SQLiteStore(path, options: .init(isReadOnly: true))
        let container = try PersistentContainer(model: store.storedModel(), store: store)
        #expect(try container.perform { try $0.count(FetchRequest("Article")) } == 2)

        let blocks = try Guide("Guides/ReadingTheFile.md").blocks
        let shell = try SQLiteShell(path)
        let statements = blocks.indices.filter { blocks[$0].language == "sql" }
        #expect(statements.count == 2)
        for index in statements {
            let found = try shell.run(blocks[index].text)
            #expect(found == blocks[index + 1].text)
        }
    }
}
