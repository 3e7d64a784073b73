import EntityMapper
import Foundation
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: reading")
struct RowsReadingTests {
    @Test func `a single object is a document, identified by the source`() throws {
        let inferred = try Inferred(#"{"a":1}"#)
        #expect(inferred.entities == ["Document sourceName"])
        #expect(inferred["Document.a"]?.type == .integer64)
        #expect(try inferred.objects() == ["Document": 1])
    }

    @Test(arguments: [("[]", "an empty array"), ("3", "a number"), ("", "the file is empty")])
    func `nothing to map is an error that says so`(text: String, part: String) {
        do {
            _ = try Inferred(text)
            Issue.record("nothing is inferred from \(text)")
        } catch let error as InferenceError {
            #expect(error.description.contains(part), "\(error)")
        } catch {
            Issue.record(error)
        }
    }

    @Test func `form and name of a file do not change its mapping`() throws {
        let lines = ["{\"id\":1,\"t\":\"a\"}", "{\"id\":2,\"t\":\"b\"}"]
        let plain = "[" + lines.joined(separator: ",") + "]"
        let file = try Inferred(plain, named: "note.json").mapping.file
        for (name, text) in [
            ("note.txt", plain), ("note.json", "\u{FEFF}" + plain),
            ("note.json", plain.replacingOccurrences(of: ",", with: ",\r\n")),
        ] {
            #expect(try Inferred(text, named: name).mapping.file == file, "\(name)")
        }
        for (name, end) in [("note.json", "\n"), ("note.ndjson", "\r\n")] {
            let other = try Inferred(lines.joined(separator: end), named: name).mapping.file
            #expect(other.source.format == "lines")
            #expect(other.entities == file.entities, "\(name)")
        }
    }

    @Test func `wrappers of scalars are their values`() throws {
        let text = #"""
            [{"_id":{"$oid":"5af1"},"at":{"$date":"2012-11-20T20:02:24Z"},"n":{"$numberLong":"5"}},
             {"_id":{"$oid":"5af2"},"at":{"$date":"2012-11-21T20:02:24Z"},"n":{"$numberLong":"6"}}]
            """#
        let inferred = try Inferred(text, named: "events.json")
        #expect(inferred.entities == ["Event eventID"])
        #expect(inferred["Event.eventID"]?.type == .string)
        #expect(inferred["Event.at"]?.type == .date)
        #expect(inferred["Event.n"]?.type == .integer64)
        #expect(inferred.attributes("Event").count == 3)
        #expect(try inferred.rows("Event", ["eventID", "n"]) == ["5af1 5", "5af2 6"])
    }

    @Test func `rows under a header are records of an entity`() throws {
        let text = #"["id","name"]"# + "\n" + #"[1,"a"]"# + "\n" + #"[2,"b"]"#
        let inferred = try Inferred(text, named: "movies.json")
        #expect(inferred.entities == ["Movie movieID"])
        #expect(inferred.entity("Movie")?.records == 2)
        #expect(inferred["Movie.movieID"]?.type == .integer64)
        #expect(inferred["Movie.name"]?.type == .string)
        #expect(inferred.mapping.file.source.rows == ["id", "name"])
    }

    @Test func `one element of XML in a file, two in another`() throws {
        let inferred = try Inferred([
            ("catalog1.xml", #"<catalog><book id="1"><title>a</title></book></catalog>"#),
            (
                "catalog2.xml",
                #"<catalog><book id="2"><title>b</title></book>"#
                    + #"<book id="3"><title>c</title></book></catalog>"#
            ),
        ])
        #expect(inferred.entities == ["Book bookID"])
        #expect(inferred["Book.bookID"]?.type == .integer64)
        #expect(inferred.entity("Book")?.records == 3)
    }

    @Test func `both forms of a property list give the same mapping file`() throws {
        let list: [String: Any] = [
            "notes": [
                ["id": 1, "title": "a", "at": Date(timeIntervalSince1970: 1)],
                ["id": 2, "title": "b", "at": Date(timeIntervalSince1970: 2)],
            ]
        ]
        let texts = try [PropertyListSerialization.PropertyListFormat.xml, .binary].map { format in
            let bytes = try PropertyListSerialization.data(
                fromPropertyList: list, format: format, options: 0)
            let inferred = try Inferred([PayloadSource(name: "notes.plist", bytes: Array(bytes))])
            #expect(inferred.entities == ["Note noteID"])
            #expect(inferred["Note.at"]?.type == .date)
            return try inferred.mapping.file.text
        }
        #expect(texts[0] == texts[1])
    }

    @Test(arguments: [nil, 100])
    func `a key of the last lines is found, by a sample too`(sample: Int?) throws {
        let lines = (0..<10_000).map {
            $0 < 9_000 ? "{\"id\":\($0)}" : "{\"id\":\($0),\"late\":true}"
        }
        let inferred = try Inferred(lines.joined(separator: "\n"), named: "rows.ndjson") {
            $0.sample = sample
        }
        #expect(inferred["Row.late"]?.type == .boolean)
        #expect(inferred["Row.late"]?.count == (sample == nil ? 1000 : 10))
    }

    @Test func `the same object twice is one object`() throws {
        let line = #"{"id":1,"t":"a"}"#
        let inferred = try Inferred(
            [line, #"{"id":2,"t":"b"}"#, line].joined(separator: "\n"), named: "notes.ndjson")
        #expect(inferred.entities == ["Note noteID"])
        #expect(try inferred.objects() == ["Note": 2])
    }

    @Test func `nesting beyond 512 levels is refused with its place`() {
        let text = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        #expect(throws: InferenceError.self) { try Inferred(text) }
    }
}
