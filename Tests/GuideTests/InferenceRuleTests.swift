import MappingInference
import Testing

@Suite("The rules of an inference")
struct InferenceRuleTests {
    @Test func `are listed in the guide as they explain themselves`() throws {
        let lines = try Guide("Guides/HowInferenceDecides.md").text.split(separator: "\n")
        let begin = try #require(lines.firstIndex(of: "## The rules"))
        let rows = lines[begin...].filter { $0.hasPrefix("| `") }.map(String.init)
        let expected = InferenceRule.allCases.map { rule in
            "| `\(rule.code)` | \(rule.title) | \(rule.sentence) | `\(rule.example)` |"
        }
        #expect(rows == expected)
    }

    @Test(arguments: InferenceRule.allCases)
    func `have a name, a sentence and an example each`(rule: InferenceRule) {
        let others = InferenceRule.allCases.filter { $0 != rule }
        #expect(!rule.title.isEmpty && !others.contains { $0.title == rule.title })
        #expect(rule.sentence.hasSuffix("."))
        #expect(rule.sentence.first?.isUppercase == true || rule.sentence.first?.isNumber == true)
        #expect(!rule.example.isEmpty && !rule.example.contains("`"))
        #expect(InferenceRule(rawValue: rule.code) == rule)
    }
}
