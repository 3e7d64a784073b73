import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: limits")
struct RowsLimitsTests {
    @Test func `of 1 200 members, a thousand are attributes and the rest is told`() throws {
        let records = (0..<3).map { record in
            let members = (0..<1200).map { "\"member\($0)\":\(record * 2000 + $0)" }
            return "{\"id\":\(record),\(members.joined(separator: ","))}"
        }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "notes.json")
        #expect(inferred.attributes("Note").count <= 1001)
        #expect(inferred.leftovers(.limit).count + inferred.attributes("Note").count >= 1201)
        #expect(inferred.mapping.leftovers.contains { $0.explanation.contains("1000") })
    }

    @Test(arguments: ["1", #"["x"]"#, #"{"a":[1]}"#, "MIXED"])
    func `M5: sparse objects in a list keep their members in a dictionary`(value: String) throws {
        let values = ["1", #""x""#, "[1]", #"{"a":1}"#]
        let records = (0..<20).map { record in
            let members = (0..<40).map { member in
                let text = value == "MIXED" ? values[member % 4] : value
                return #""k\#(record * 40 + member)":\#(text)"#
            }
            return "{\(members.joined(separator: ","))}"
        }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "notes.json")
        #expect(inferred.attributes("Note").contains("value"))
        let rows = try inferred.rows("Note", ["value"])
        #expect(rows.count == 20)
        #expect(
            (0..<800).allSatisfy { key in rows.contains { $0.contains("k\(key): ") } },
            "\(rows.first ?? "")")
    }

    @Test func `M1: the members of a map in a map are kept`() throws {
        let inferred = try Inferred(
            #"{"months":{"2020":{"01":{"t":1},"02":{"t":2}},"2021":{"01":{"t":3}}}}"#)
        let rows = try inferred.rows("Month", ["key", "value"])
        #expect(rows.count == 2)
        #expect(rows.joined().contains("3"), "\(rows)")
    }

    @Test("with --keep-rest, the members beyond the limit are in 'rest'")
    func kept() throws {
        let records = (0..<3).map { record in
            let members = (0..<1200).map { "\"member\($0)\":\(record * 2000 + $0)" }
            return "{\"id\":\(record),\(members.joined(separator: ","))}"
        }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "notes.json") {
            $0.corrections.records = ["[]"]
            $0.keepsRest = true
        }
        #expect(try inferred.objects() == ["Note": 3])
        let rests = try inferred.rests("Note")
        #expect(rests.map { $0.count + inferred.attributes("Note").count } == [1202, 1202, 1202])
        #expect(inferred["Note.rest"]?.source == "@rest")
        #expect(
            inferred.mapping.leftovers.allSatisfy {
                $0.explanation.hasSuffix("kept in the rest of the record")
            })
    }
}
