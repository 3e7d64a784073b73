import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: limits")
struct RowsLimitsTests {
    @Test func `I-118: of 1 200 members, a thousand are attributes and the rest is told`() throws {
        let records = (0..<3).map { record in
            let members = (0..<1200).map { "\"member\($0)\":\(record * 2000 + $0)" }
            return "{\"id\":\(record),\(members.joined(separator: ","))}"
        }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "notes.json") {
            $0.corrections.records = ["[]"]
        }
        #expect(inferred.attributes("Note").count <= 1001)
        #expect(inferred.leftovers(.limit).count + inferred.attributes("Note").count >= 1201)
        #expect(inferred.mapping.leftovers.contains { $0.explanation.contains("1000") })
    }
}
