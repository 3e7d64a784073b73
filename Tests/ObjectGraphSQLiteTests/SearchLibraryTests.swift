// Apple's SQLite has FTS5, and its functions for all connections of a process are deprecated.
#if !canImport(Darwin)
    import Foundation
    import MercatorCSQLite
    import ObjectGraph
    import ObjectGraphSQLite
    import Testing

    /// Files whose connections have no FTS5, as with a library that was built without it.
    @Suite("Files without FTS5")
    final class SearchLibraryTests {
        private typealias Note = SearchIndexTests.Note
        private typealias Plain = SearchIndexTests.Plain

        private let folder: TemporaryStore
        private var path: String { folder.path + Self.ending }
        private static let ending = ".without-fts5"

        /// Takes the modules away from connections to these files.
        private static let entryPoint = unsafe unsafeBitCast(
            {
                guard let name = unsafe sqlite3_db_filename($0, "main"),
                    unsafe String(cString: name).hasSuffix(ending)
                else { return SQLITE_OK }
                return unsafe sqlite3_drop_modules($0, nil)
            } as @convention(c) (OpaquePointer?) -> Int32,
            to: (@convention(c) () -> Void).self)

        init() throws {
            folder = try TemporaryStore()
            let code = sqlite3_auto_extension(Self.entryPoint)
            try #require(code == SQLITE_OK)
        }

        private func open(
            _ entity: (some Entity).Type, at path: String, _ options: SQLiteStore.Options = .init()
        ) throws -> PersistentContainer {
            try PersistentContainer(
                model: ManagedObjectModel(entity), store: SQLiteStore(path, options: options))
        }

        @Test("are refused for a model with searchable attributes, and left as they were")
        func refusal() throws {
            let plain = try open(Plain.self, at: path)
            try plain.write { $0.insert("Note")["title"] = "Big harbour" }
            let before = try SQLiteFile(path).schema()
            let error = storeError { _ = try open(Note.self, at: path) }
            #expect(error?.code == .cannotOpen)
            #expect(
                error?.message == "'\(path)': the model has searchable attributes, for which this "
                    + "SQLite library lacks FTS5; use one with FTS5, or declare no attribute "
                    + "searchable")
            #expect(try SQLiteFile(path).schema() == before)
            let reading = try open(Note.self, at: path, .init(isReadOnly: true))
            #expect(try reading.search(SearchRequest("Note", "harbour")).count == 1)
        }

        @Test("that have an index are refused as well, and written to without search")
        func index() throws {
            try open(Note.self, at: folder.path).write {
                $0.insert("Note")["title"] = "Big harbour"
            }
            try FileManager.default.moveItem(atPath: folder.path, toPath: path)
            let error = storeError { _ = try open(Note.self, at: path) }
            #expect(error?.message.contains("lacks FTS5") == true, "\(String(describing: error))")
            do {
                let plain = try open(Plain.self, at: path)
                try plain.write { $0.insert("Note")["title"] = "Small harbour" }
                let request = FetchRequest("Note", where: .matches("harbour", in: ["title"]))
                #expect(try plain.read { try $0.count(request) } == 2)
            }
            try FileManager.default.moveItem(atPath: path, toPath: folder.path)
            let found = try open(Note.self, at: folder.path)
            #expect(try found.search(SearchRequest("Note", "harbour")).count == 2)
        }
    }
#endif
