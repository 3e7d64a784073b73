import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing
import ValueTransforms

@Suite("Problems of mapping files")
struct MappingFileProblemTests {
    private func problems(_ text: String) -> [MappingFileError.Problem] {
        do throws(MappingFileError) {
            _ = try MappingFile(parsing: text)
            return []
        } catch {
            return error.problems
        }
    }

    @Test(
        "an unknown member, an attribute twice and an entity that is not there are three problems in one error, with lines"
    )
    func allAtOnce() {
        let text = FileExample.text
            .replacing(
                #""email": {"from": "email", "type": "string"},"#,
                with: """
                    "email": {"from": "email", "tipe": "string", "type": "string"},
                            "email": {"from": "mail", "type": "string"},
                    """
            )
            .replacing(#""to": "Post""#, with: #""to": "Pots""#)
        let found = problems(text).map(\.description)
        #expect(
            found == [
                "line 15, column 36: Comment.email: unknown member 'tipe'; did you mean 'type'?",
                "line 16, column 9: Comment: 'email' is there twice; remove one of them",
                "line 23, column 9: Comment.post: no entity 'Pots'; did you mean 'Post'?",
            ])
    }

    @Test func `a newer version is refused by name`() {
        let text = FileExample.text.replacing(#"{"mapping": 1}"#, with: #"{"mapping": 2, "x": 1}"#)
            .replacing("string", with: "sting")
        let found = problems(text)
        #expect(found.contains { $0.code == .version && $0.line == 2 })
        #expect(found.contains { $0.message.contains("version 2") })
        #expect(!found.contains { $0.message.contains("sting") })
    }
}

extension MappingFileProblemTests {
    /// A change to the example, and the problems that it causes.
    struct Fault: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let problems: [String]

        var testDescription: String { new }
    }

    static let faults = [
        Fault(
            old: #"{"mapping": 1}"#, new: #"{"mapping": "1"}"#,
            problems: ["line 2, column 27: expected the version of the form, 'mapping'"]),
        Fault(
            old: #""mercator""#, new: #""mercatr""#,
            problems: [
                #"line 1, column 1: this is no mapping file, which begins with "mercator": {"mapping": 1}"#
            ]),
        Fault(
            old: #""entities": {"#, new: #""entitys": {"#,
            problems: [
                "line 8, column 3: unknown member 'entitys'; did you mean 'entities'?"
            ]),
        Fault(
            old: #"{"at": "posts", "entity": "Post"}"#, new: #"{"at": "posts", "entity": "Pots"}"#,
            problems: [
                "line 6, column 12: posts: root path 'posts': no mapping is named 'Pots'; did you mean 'Post'?"
            ]),
        Fault(
            old: #""format": "json""#, new: #""format": "jsn""#,
            problems: [
                "line 3, column 24: expected one of csv, form, json, lines, plist, tsv, xml, found the text 'jsn'; did you mean 'json'?"
            ]),
        Fault(
            old: #""identification": ["name"]"#, new: #""identification": ["nam"]"#,
            problems: [
                "Tag.nam: identificationAttributes: no attribute 'nam'"
            ]),
        Fault(
            old: #""identification": ["name"]"#, new: #""identification": "name""#,
            problems: ["line 35, column 25: Tag: expected an array, found the text 'name'"]),
        Fault(
            old: #""postID": {"from": "postId", "type": "integer64"}"#,
            new: #""postID": {"from": "postId", "type": "integr64"}"#,
            problems: [
                "line 16, column 46: Comment.postID: expected one of boolean, integer16, integer32, integer64, float, double, decimal, string, date, data, uuid, url, array, dictionary, found the text 'integr64'; did you mean 'integer64'?"
            ]),
        Fault(
            old: #""to": "Tag", "many": true"#, new: #""many": true"#,
            problems: [
                "Comment.tags: members of a description need 'to', the entity at the other end"
            ]),
        Fault(
            old: #""by": {"postID": "postID"}"#, new: #""by": {"postId": "postID"}"#,
            problems: ["no attribute 'postId'"]),
        Fault(
            old: #""from": "created_at""#, new: #""from": "created..at""#,
            problems: ["line 14, column 31: Comment.createdAt: expected a name, found '.'"]),
        Fault(
            old: #""title": {"from""#, new: #""title": {"transform": "trimmed", "form""#,
            problems: ["Post.title: unknown member 'form'; did you mean 'from'?"]),
        Fault(
            old: #""confidence": 0.45"#, new: #""confidence": 45"#,
            problems: ["expected a number from 0 to 1, found the number 45"]),
        Fault(
            old: #"["posts[]"]"#, new: #"["posts[]", 3]"#,
            problems: ["Post: expected a place, found the number 3"]),
        Fault(
            old: #""connections": {"#,
            new: #""mappings": {}, "connections": {"#,
            problems: ["Comment: unknown member 'mappings'"]),
        Fault(
            old: #""type": "date", "transform": "secondsSince1970""#,
            new: #""type": "uuid", "transform": "secondsSince1970""#,
            problems: [
                "Comment.createdAt: 'createdAt' is of type UUID; 'secondsSince1970' gives dates"
            ]),
    ]

    @Test(arguments: faults) func `each fault is a problem with advice`(fault: Fault) {
        #expect(FileExample.text.contains(fault.old))
        let found = problems(FileExample.text.replacing(fault.old, with: fault.new))
        for problem in fault.problems {
            #expect(
                found.contains { $0.description.contains(problem) },
                "\(found.map(\.description).joined(separator: "\n"))")
        }
        #expect(found.count == fault.problems.count, "\(found)")
        #expect(found.allSatisfy { $0.line != nil })
    }

    @Test func `text that is not JSON is one problem with its line`() {
        let found = problems(FileExample.text.replacing("\"roots\":", with: "\"roots\""))
        #expect(found.count == 1)
        #expect(found.first?.code == .syntax && found.first?.line == 4)
    }

    @Test(arguments: Seeds.upTo(150, from: 1)) func `damaged text is a file or problems`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(FileExample.text.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: bytes.indices, using: &random)
            switch random.pick([0, 1, 2]) {
            case 0: bytes.remove(at: place)
            case 1: bytes[place] = random.pick(Array(#""{}[]:,0aé"#.utf8))
            default:
                let end = min(bytes.count, place + Int.random(in: 0...80, using: &random))
                bytes.insert(contentsOf: bytes[place..<end], at: place)
            }
        }
        do throws(MappingFileError) {
            let file = try MappingFile(parsing: bytes)
            #expect(try MappingFile(parsing: file.text) == file, "seed \(seed)")
        } catch {
            #expect(!error.problems.isEmpty, "seed \(seed)")
            #expect(error.problems.allSatisfy { $0.line != nil }, "seed \(seed): \(error)")
        }
    }

    @Test func `transforms that are nested too deeply are neither read nor written`() throws {
        var transform = ValueTransform.isoDay
        for _ in 0..<120 { transform = .trimmed(then: transform) }
        var file = try MappingFile(parsing: FileExample.text)
        file.mappings.defaultTransforms[.date] = transform
        let error = #expect(throws: MappingFileError.self) { try file.text }
        #expect(error?.problems.map(\.code) == [.unwritable])
        let deep = String(repeating: #"{"trimmed": "#, count: 200) + #""isoDay""#
        let text = FileExample.text.replacing(
            #""secondsSince1970""#, with: deep + String(repeating: "}", count: 200))
        #expect(problems(text).map(\.code) == [.syntax])
    }
}
