import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Remaining members and enumerations in mapping files")
struct MappingFileRestTests {
    private func text(_ changes: [(String, String)] = []) -> String {
        changes.reduce(FileExample.text) { text, change in
            #expect(text.contains(change.0), "\(change.0)")
            return text.replacing(change.0, with: change.1)
        }
    }

    private func problems(_ changes: [(String, String)]) -> [String] {
        do throws(MappingFileError) {
            _ = try MappingFile(parsing: text(changes))
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    private let comment = #""identification": ["commentID"],"#
    private let title = #""title": {"from": "title", "type": "string"}"#
    private let email = #""email": {"from": "email", "type": "string"}"#

    @Test("'rest' is an attribute with the remaining members, without those that are ignored")
    func rest() throws {
        let text = text([(comment, "\"rest\": true,\n      " + comment)])
        let file = try MappingFile(parsing: text)
        #expect(try file.text == text)
        let entity = try #require(file.entities.first { $0.name == "Comment" })
        #expect(entity.attribute(named: "rest") == AttributeDescription("rest", .dictionary))
        let source = file.mappings["Comment"]?.attributeMapping(to: "rest")?.source
        #expect(source == "@rest")
        #expect(file.mappings(forSource: nil)["Comment"]?.ignoredPaths == ["body_html"])
        #expect(file.mappings(forSource: nil)["Post"]?.ignoredPaths.isEmpty == true)
        let container = try PersistentContainer(model: file.model(), store: InMemoryStore())
        _ = try MappingOperation(file.plan()).run(
            #"{"comments": [{"id": 1, "body": "A", "body_html": "<p>A</p>"}]}"#, in: container)
        try container.perform { context in
            let comments = try context.fetch(FetchRequest("Comment"))
            #expect(comments.map { $0["rest"] } == [["body": "A"]])
        }
    }

    @Test func `the attribute may have any name, and settings in its long form`() throws {
        let named = text([(comment, "\"rest\": \"others\",\n      " + comment)])
        let file = try MappingFile(parsing: named)
        #expect(try file.text == named)
        #expect(file.mappings["Comment"]?.attributeMapping(to: "others")?.source == "@rest")
        let long = text([
            (email, #""email": {"from": "@rest", "type": "dictionary", "readOnly": true}"#)
        ])
        #expect(try MappingFile(parsing: long).text == long)
        var same = try MappingFile(parsing: named)
        same.mappings.update("Comment") { $0.removeMappings(to: "others") }
        #expect(try !same.text.contains("\"others\": true"))
        #expect(try MappingFile(parsing: same.text) == same)
    }

    @Test func `sub-entities share the attribute of their parent`() throws {
        let entities = [
            EntityDescription(
                "Event", isAbstract: true,
                attributes: [.init("eventID", .integer64), .init("rest", .dictionary)]),
            EntityDescription(
                "Push", parent: "Event", attributes: [.init("size", .integer64)]),
        ]
        let model = try ManagedObjectModel(entities)
        var push = EntityMapping(forEntityNamed: "Push", in: model)
        push.addAttributeMappings(["id": "eventID", "@rest": "rest"])
        var small = push
        small.name = "Small"
        let file = MappingFile(
            model: model, mappings: MappingSet([push, small], roots: ["pushes": "Push"]))
        let text = try file.text
        #expect(text.split(separator: "\n").count { $0.contains("\"rest\": true") } == 2)
        #expect(try MappingFile(parsing: text) == file)
    }

    @Test func `mistakes are told with advice`() {
        let rest = (comment, comment + "\n      \"rest\": \"email\",")
        #expect(
            problems([rest]) == [
                "line 12, column 15: Comment.email: 'email' is another attribute; name the one for "
                    + "the rest, as in \"rest\": \"others\""
            ])
        #expect(
            problems([(comment, comment + "\n      \"rest\": 3,")]) == [
                "line 12, column 15: Comment: expected true, or the name of the attribute, found "
                    + "the number 3"
            ])
        #expect(
            problems([(email, #""email": {"from": "email", "type": "double", "cases": ["a"]}"#)])
                == [
                    "line 15, column 9: Comment.email: 'cases' are the texts of an attribute of "
                        + "type string"
                ])
        #expect(
            problems([(title, #""title": {"type": "string", "cases": ["a", "b", "a"]}"#)]) == [
                "line 30, column 9: Post.title: the case 'a' is there twice; remove one"
            ])
        #expect(
            problems([(email, #""email": {"from": "@rest", "type": "string"}"#)]) == [
                "line 15, column 9: Comment.email: 'email' is of type text; '@rest' has members, "
                    + "so its attribute must be a dictionary"
            ])
        #expect(
            problems([(comment, comment + "\n      \"ignoredPaths\": [\"a..b\"],")]).count == 1)
    }

    @Test("an empty file, and an inverse that is an attribute, are told as what they are")
    func furtherMistakes() {
        for text in ["", " \n"] {
            #expect {
                try MappingFile(parsing: text)
            } throws: { error in
                "\(error)".contains(
                    "line 1, column 1: the file is empty; it begins with \"mercator\": "
                        + "{\"mapping\": 1}")
            }
        }
        let post = (
            title,
            title + "},\n \"relationships\": {\"x\": {\"from\": \"x\", "
                + "\"to\": \"Tag\", \"inverse\": \"name\"}"
        )
        #expect(
            problems([post]) == [
                "line 31, column 20: Post.x: the inverse 'name' is an attribute of Tag; name a "
                    + "relationship"
            ])
    }

    @Test("T9: cases are written with their attribute, and an update adds those that are new")
    func cases() throws {
        let cases = #""title": {"from": "title", "type": "string", "cases": ["a", "b"]}"#
        let text = text([(title, cases)])
        let file = try MappingFile(parsing: text)
        #expect(file.enumerations == ["Post.title": ["a", "b"]])
        #expect(try file.text == text)
        let plain = try MappingFile(parsing: FileExample.text)
        #expect(file != plain)
        #expect(
            try plain.updated(with: file).differences.map(\.description) == [
                #"Post.title: cases ["a", "b"]"#
            ])
        #expect(try file.updated(with: plain).differences.isEmpty)
        var later = file
        later.enumerations["Post.title"] = ["0", "b"]
        let update = try file.updated(with: later)
        #expect(update.file.enumerations["Post.title"] == ["a", "b", "0"])
        var fixed = file
        fixed.fixed.insert("Post.title")
        #expect(try fixed.updated(with: later).differences.isEmpty)
        #expect(try file.updated(with: later, .init(onNew: .report)).changes.isEmpty)
    }

    @Test func `an update adds what keeps the rest, and keeps the name that it has`() throws {
        let plain = try MappingFile(parsing: FileExample.text)
        let rest = try MappingFile(
            parsing: text([(comment, "\"rest\": true,\n      " + comment)]))
        let update = try plain.updated(with: rest)
        #expect(update.differences.map(\.description) == ["Comment: rest true"])
        #expect(update.file == rest)
        let renamed = try MappingFile(
            parsing: text([(comment, "\"rest\": \"others\",\n      " + comment)]))
        #expect(try renamed.updated(with: rest).differences.isEmpty)
        #expect(try renamed.updated(with: plain).differences.isEmpty)
    }
}

/// Identifiers in place of objects, on later pages.
extension MappingFileRestTests {
    @Test("where identifiers come in place of objects, the relationship reads both")
    func identifiers() throws {
        let tags =
            #""tags": {"from": "tags", "to": "Tag", "many": true, "ordered": true, "inverse": "comments"}"#
        let file = try MappingFile(parsing: FileExample.text)
        let later = try MappingFile(
            parsing: text([
                (email, #""tags": {"from": "tags", "type": "array"}"#),
                ("      \"relationships\": {\n        \(tags)\n      },\n", ""),
            ]))
        let update = try file.updated(with: later)
        #expect(update.reports.isEmpty)
        #expect(update.file.mappings["Tag"]?.acceptsIdentifiers == true)
        #expect(try file.updated(with: later, .init(onType: .report)).reports.count == 1)
        #expect(throws: MappingFileUpdateError.self) {
            try file.updated(with: later, .init(onType: .fail))
        }
        var fixed = file
        fixed.fixed.insert("Tag")
        #expect(try fixed.updated(with: later).changes.isEmpty)
    }
}
