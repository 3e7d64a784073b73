import Mercator
import Testing

@Suite("Other formats")
struct OtherFormatsTests {
    struct Book: Entity {
        let bookID = Attribute<Int64>("bookID")
        let title = Attribute<String>("title")
    }

    @Test func `XML is mapped like JSON`() throws {
        let model = try ManagedObjectModel(Book.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let xml = """
            <library>
              <book id="1"><title>Maps</title></book>
              <book id="2"><title>Graphs</title></book>
            </library>
            """
        var books = EntityMapping(for: Book.self)
        books.addAttributeMappings(["id": "bookID", "title": "title"])
        let plan = try MappingPlan(MappingSet([books], roots: ["library.book": "Book"]), for: model)
        let document = try PayloadFormat.xml.document(from: Array(xml.utf8))
        let result = try MappingOperation(plan).run(document, in: container)
        let inserted = result.total.inserted  // 2
        #expect(inserted == 2)
        #expect(result.issueCount == 0)
    }

    @Test func `forms nest`() throws {
        let fields = "user[name]=Ada+L.&tags[]=a&tags[]=b"
        let form = try PayloadFormat.form.document(from: Array(fields.utf8))
        let name = form.root.value(at: "user.name")?.string  // "Ada L."
        let bytes = try PayloadFormat.form.bytes(from: form)
        let text = String(decoding: bytes, as: UTF8.self)
        // tags[]=a&tags[]=b&user[name]=Ada%20L.
        #expect(name == "Ada L.")
        #expect(text == "tags[]=a&tags[]=b&user[name]=Ada%20L.")
    }

    @Test func `a registry finds formats by MIME type`() throws {
        var formats = PayloadFormatRegistry()
        let csv = PayloadFormat(name: "lines", mimeTypes: ["text/csv"]) { bytes, options in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let json = lines.map { "\"\($0)\"" }.joined(separator: ",")
            return try PayloadDocument(parsing: "[\(json)]", options: options)
        }
        formats.register(csv)
        let api = "application/vnd.api+json; charset=utf-8"
        let first = try formats.format(forMIMEType: api).name  // "JSON"
        let second = try formats.format(forMIMEType: "text/csv").name  // "lines"
        #expect(first == "JSON")
        #expect(second == "lines")
        #expect(throws: PayloadFormatError.self) { try formats.format(forMIMEType: "text/x") }
        #expect(try csv.document(from: Array("a\nb".utf8)).root.count == 2)
    }
}
