import Foundation
import MappingInference
import TestSupport
import Testing

@Suite("Hostile descriptions", .endsInTime)
struct DescriptionHostileTests {
    /// Values that replace others.
    private static let replacements = [
        "null", "true", "0", "[]", "{}", #""""#, #""object""#, #""array""#, #"["null", "string"]"#,
        ##"{"$ref": "#/components/schemas/Pet"}"##, ##"{"$ref": "#/paths"}"##,
        ##"[{"$ref": "#/components/schemas/Order"}]"##, #"{"id": {"type": "integer"}}"#,
    ]

    /// Replaces values of a description; all results are JSON.
    private func changed(_ value: Any, _ numbers: inout SeededNumbers) -> Any {
        if UInt64.random(in: 0..<60, using: &numbers) == 0,
            let text = Self.replacements.randomElement(using: &numbers),
            let other = try? JSONSerialization.jsonObject(
                with: Data(text.utf8), options: .fragmentsAllowed)
        {
            return other
        }
        if let object = value as? [String: Any] {
            var copy: [String: Any] = [:]
            for key in object.keys.sorted() {
                if let value = object[key] { copy[key] = changed(value, &numbers) }
            }
            return copy
        }
        return (value as? [Any]).map { $0.map { changed($0, &numbers) } } ?? value
    }

    @Test(arguments: 0..<8)
    func `a changed description gives a valid mapping or an error`(block: Int) throws {
        let url = Described.folder.appendingPathComponent("petstore.json")
        let original = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        var mapped = 0
        for seed in block * 25..<block * 25 + 25 {
            var numbers = SeededNumbers(state: UInt64(seed))
            guard var object = original as? [String: Any] else { return }
            for key in ["paths", "components"] {
                object[key] = object[key].map { changed($0, &numbers) }
            }
            let data = try JSONSerialization.data(withJSONObject: object)
            let source = PayloadSource(name: "api.json", bytes: Array(data))
            do {
                _ = try Described(OpenAPIDescription(source))
                mapped += 1
            } catch let error as InferenceError {
                #expect(!error.message.isEmpty, "seed \(seed)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
        #expect(mapped > 0, "block \(block)")
    }

    @Test func `a description prints in short`() throws {
        let description = try Described.description(schemas: "", paths: "")
        #expect(description.name == "api.json" && description.version == "3.0.3")
        #expect(
            description.debugDescription
                == "OpenAPIDescription(api.json, OpenAPI 3.0.3, \(description.size) bytes)")
        #expect(Mirror(reflecting: description).children.isEmpty)
    }
}
