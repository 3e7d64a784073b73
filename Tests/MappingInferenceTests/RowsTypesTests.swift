import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: types")
struct RowsTypesTests {
    /// Infers from records with an identity and a member `x`.
    private func inferred(_ values: [String], key: String = "x") throws -> Inferred {
        let records = values.enumerated().map { #"{"id":\#($0 + 1),"\#(key)":\#($1)}"# }
        return try Inferred("[\(records.joined(separator: ","))]", named: "notes.json")
    }

    @Test func `one invalid day among valid ones makes text, with a hint`() throws {
        let days = (1...99).map { "\"2024-0\($0 % 9 + 1)-1\($0 % 10)\"" } + ["\"2024-02-30\""]
        let inferred = try inferred(days)
        #expect(inferred["Note.x"]?.type == .string)
        #expect(inferred["Note.x"]?.hint?.contains("99 of 100") == true)
    }

    @Test func `a day and a month are told apart by one value`() throws {
        let text = try inferred(["\"01/02/2020\"", "\"03/02/2020\""])["Note.x"]
        #expect(text?.type == .string)
        #expect(text?.hint?.contains("day and month cannot be told apart") == true)
        let inferred = try inferred(["\"01/02/2020\"", "\"13/02/2020\""])
        #expect(inferred["Note.x"]?.type == .date)
        let days = try inferred.rows("Note", ["x"])
        #expect(days.contains { $0.contains("2020-02-01") }, "\(days)")
    }

    @Test func `zero for never is told`() throws {
        let inferred = try inferred(["0", "1500000000", "1600000000"], key: "created_at")
        #expect(inferred["Note.createdAt"]?.type == .date)
        #expect(inferred["Note.createdAt"]?.hint?.contains("1970") == true)
    }

    @Test func `numbers in text stay text`() throws {
        #expect(try inferred(["\"1\"", "\"2\"", "\"x\""])["Note.x"]?.type == .string)
        let numbers = try inferred(["\"1\"", "\"2\""])["Note.x"]
        #expect(numbers?.type == .string)
        #expect(numbers?.hint?.contains("--type Note.x=") == true)
    }

    @Test func `numbers of several kinds`() throws {
        #expect(try inferred(["1", "0.5"])["Note.x"]?.type == .double)
        #expect(try inferred(["9007199254740993", "0.5"])["Note.x"]?.type == .decimal)
        let long = try inferred(["0.1000000000000000055511151231257827"])
        #expect(long["Note.x"]?.type == .decimal)
        #expect(try long.rows("Note", ["x"]).first?.hasSuffix("0055511151231257827") == true)
        let mixed = try inferred(["true", "1", "\"yes\""])
        #expect(mixed["Note.x"]?.type == .string)
        #expect(try mixed.rows("Note", ["x"]) == ["1", "true", "yes"])
    }

    @Test func `base64 is data if nothing speaks against it`() throws {
        let texts = (10..<30).map { "\"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t\($0 % 10)\"" }
        #expect(try inferred(texts)["Note.x"]?.type == .data)
        #expect(try inferred(Array(repeating: "\"abcd\"", count: 20))["Note.x"]?.type == .string)
    }

    @Test func `a member that is always null has no attribute`() throws {
        let inferred = try inferred(["null", "null"])
        #expect(inferred.attributes("Note") == ["noteID"])
        #expect(inferred.leftovers(.unknownType) == ["[].x"])
    }

    @Test func `a member that is always empty has no attribute`() throws {
        #expect(try inferred(["[]", "[]"]).attributes("Note") == ["noteID"])
        #expect(try inferred(["[]", "[1,2]"])["Note.x"]?.type == .array)
        let objects = try inferred(["[]", #"[{"id":1,"t":"a"}]"#])
        #expect(objects.relationships == ["Note.xes**→X"] || objects.relationships.count == 1)
    }

    @Test func `one in some records and many in others are many`() throws {
        let inferred = try inferred(
            [
                #"{"id":1,"t":"a"}"#, #"[{"id":1,"t":"a"},{"id":2,"t":"b"}]"#,
                #"[{"id":2,"t":"b"}]"#,
            ], key: "tags")
        #expect(inferred.entities == ["Note noteID", "Tag tagID"])
        #expect(inferred.relationships.map { $0.filter { $0 != "*" } } == ["Note.tags→Tag"])
        #expect(inferred.relationships.first?.contains("*") == true)
        #expect(try inferred.objects() == ["Note": 3, "Tag": 2])
    }

    @Test func `hostile values are kept`() throws {
        let values = HostileText.values.enumerated().map {
            "{\"id\":\($0),\"x\":\(HostileText.json($1))}"
        }
        let inferred = try Inferred("[\(values.joined(separator: ","))]", named: "notes.json")
        #expect(inferred["Note.x"]?.type == .string)
        let rows = try inferred.rows("Note", ["x"])
        #expect(withoutRepeats(rows).count == withoutRepeats(HostileText.values).count)
    }

    @Test func `unpaired surrogates do not stop an inference`() throws {
        let inferred = try inferred([#""\ud800""#, #""a\udc00b""#])
        #expect(inferred["Note.x"]?.type == .string)
    }

    @Test func `examples of sensitive values show kind and length only`() throws {
        let token = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0"
        for key in ["password", "cardNumber", "iban", "remark"] {
            let inferred = try inferred(["\"\(token)\""], key: key)
            let shown = inferred.mapping.entities[0].attributes.first { $0.source == key }?.example
            #expect(shown == "text, 40 characters", "\(key)")
            let reasons = inferred.mapping.decisions.map { "\($0)" }.joined()
            #expect(!reasons.contains(token))
            #expect(try !inferred.mapping.file.text.contains(token))
        }
    }

    @Test func `strict inference makes members mandatory that are always there`() throws {
        let records = (1...20).map { #"{"id":\#($0),"a":1\#($0 == 3 ? "" : ",\"b\":2")}"# }
        let text = "[\(records.joined(separator: ","))]"
        func isMandatory(_ name: String, _ isStrict: Bool) throws -> Bool {
            let file = try Inferred(text, named: "notes.json") { $0.isStrict = isStrict }
                .mapping.file
            return file.entities[0].declaredAttributes.contains {
                $0.name == name && !$0.isOptional
            }
        }
        #expect(try isMandatory("a", true) && !isMandatory("b", true))
        #expect(try !isMandatory("a", false) && isMandatory("noteID", false))
    }
}
