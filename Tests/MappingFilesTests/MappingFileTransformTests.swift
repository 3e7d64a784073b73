import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Transforms in mapping files")
struct MappingFileTransformTests {
    /// A transform with its written form.
    struct Form: Sendable, CustomTestStringConvertible {
        let transform: ValueTransform
        let text: String
        var type = AttributeType.date

        var testDescription: String { text }
    }

    enum State: String, CaseIterable { case open, closed }

    static let forms = [
        Form(transform: .secondsSince1970, text: #""secondsSince1970""#),
        Form(transform: .dotNetDate(), text: #""dotNetDate""#),
        Form(transform: .dotNetDate(offset: 3600), text: #"{"dotNetDate": 3600}"#),
        Form(
            transform: .date(format: "EEE MMM dd HH:mm:ss Z yyyy"),
            text: #"{"date": "EEE MMM dd HH:mm:ss Z yyyy"}"#),
        Form(
            transform: .date(format: "MM-dd-yyyy", offset: -18000),
            text: #"{"date": "MM-dd-yyyy", "offset": -18000}"#),
        Form(
            transform: .firstOf([.isoDay, .date(format: "dd.MM.yyyy")]),
            text: #"{"firstOf": ["isoDay", {"date": "dd.MM.yyyy"}]}"#),
        Form(
            transform: .enumeration(["draft": 0, "public": 1]),
            text: #"{"enumeration": {"draft": 0, "public": 1}}"#, type: .integer64),
        Form(
            transform: .enumeration(["public": 1, "draft": 0]),
            text: #"{"enumeration": [["public", 1], ["draft", 0]]}"#, type: .integer64),
        Form(
            transform: .enumeration([1: "a", 2.5: "b"]),
            text: #"{"enumeration": [[1, "a"], [2.5, "b"]]}"#, type: .string),
        Form(
            transform: .booleanWords(true: ["on", "enabled"], false: ["off"]),
            text: #"{"booleanWords": {"true": ["on", "enabled"], "false": ["off"]}}"#,
            type: .boolean),
        Form(
            transform: .number(prefix: "$", groupedBy: ",", fractionDigits: 2),
            text: #"{"number": {"prefix": "$", "groupedBy": ",", "fractionDigits": 2}}"#,
            type: .decimal),
        Form(transform: .trimmed, text: #""trimmed""#, type: .string),
        Form(transform: .lastStep, text: #""lastStep""#, type: .string),
        Form(transform: .extendedJSON, text: #""extendedJSON""#, type: .string),
        Form(
            transform: .extendedJSON(then: .secondsSince1970),
            text: #"{"extendedJSON": "secondsSince1970"}"#),
        Form(
            transform: .trimmed(then: .secondsSince1970), text: #"{"trimmed": "secondsSince1970"}"#),
        Form(transform: .emptyTextAsNull(), text: #""emptyTextAsNull""#, type: .string),
        Form(
            transform: .emptyTextAsNull(then: .date(format: "yyyy")),
            text: #"{"emptyTextAsNull": {"date": "yyyy"}}"#),
        Form(
            transform: .enumeration(of: State.self),
            text:
                #"{"rawValues": ["closed", "open"], "of": "MappingFilesTests.MappingFileTransformTests.State"}"#,
            type: .string),
    ]

    private func file(_ transform: ValueTransform, _ type: AttributeType) throws -> MappingFile {
        let entity = EntityDescription("Event", attributes: [AttributeDescription("at", type)])
        var events = EntityMapping(for: entity, infersIdentification: false)
        events.addAttributeMapping(from: "at", to: "at", using: transform)
        return MappingFile(
            model: try ManagedObjectModel([entity]),
            mappings: MappingSet([events], roots: ["events": "Event"]))
    }

    @Test(arguments: forms) func `have a written form that gives them back`(form: Form) throws {
        let file = try file(form.transform, form.type)
        let text = try file.text
        #expect(text.contains(#""transform": \#(form.text)"#), "\(text)")
        #expect(try MappingFile(parsing: text) == file)
    }

    @Test func `of closures are written by name, if the reader gets them as well`() throws {
        let shout = ValueTransform("shout") { $0.string?.uppercased() }
        let file = try file(.firstOf([shout, .trimmed]), .string)
        #expect(throws: MappingFileError.self) { try file.text }
        let text = try file.text(transforms: [shout])
        #expect(text.contains(#""transform": {"firstOf": ["shout", "trimmed"]}"#))
        #expect(try MappingFile(parsing: text, transforms: [shout]) == file)
        let error = #expect(throws: MappingFileError.self) { try MappingFile(parsing: text) }
        #expect(
            error?.problems.map(\.description) == [
                "line 10, column 74: Event.at: no transform 'shout'"
            ])
    }

    @Test(
        "Unknown names and parameters are problems with advice",
        arguments: [
            (#""secondSince1970""#, "did you mean 'secondsSince1970'?"),
            (#""date""#, #"it has parameters: {"date": …}"#),
            (#"{"dat": "yyyy"}"#, "did you mean 'date'?"),
            (#"{"date": "yyyy", "ofset": 0}"#, "did you mean 'offset'?"),
            (#"{"date": "QQ"}"#, "'QQ' is not supported"),
            (
                #"{"enumeration": 3}"#,
                "expected an object, or an array of pairs, found the number 3"
            ),
            (#"{"number": {"point": ".."}}"#, "expected one character, found the text '..'"),
            (#"{"booleanWords": {"ture": []}}"#, "did you mean 'true'?"),
            ("{}", "expected an object with the name of a transform"),
            ("7", "expected the name of a transform, or an object, found the number 7"),
        ])
    func problems(form: String, advice: String) throws {
        let text = try file(.isoDay, .date).text.replacing(#""isoDay""#, with: form)
        let error = #expect(throws: MappingFileError.self) { try MappingFile(parsing: text) }
        let problems = error?.problems ?? []
        #expect(problems.contains { $0.description.contains(advice) }, "\(problems)")
        #expect(problems.allSatisfy { $0.line == 10 && $0.subject == "Event.at" }, "\(problems)")
    }
}
