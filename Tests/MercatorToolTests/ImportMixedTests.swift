import Foundation
import TestSupport
import Testing

@Suite("mercator import, values that do not fit", .endsInTime)
struct ImportMixedTests {
    private let lines = """
        {"id": 1, "size": {"w": 1}}
        {"id": 2, "size": {"w": 2}}
        {"id": 3, "size": "large"}
        """

    @Test func `a value of another kind is told, and its record is kept`() throws {
        let workshop = try Workshop()
        try lines.write(
            to: workshop.directory.appendingPathComponent("boxes.ndjson"), atomically: true,
            encoding: .utf8)
        let run = try workshop.run("import", "boxes.ndjson", "--into", "a.sqlite")
        #expect(run.status == 0)
        #expect(run.errors.contains("found text, at [2].size"))
        #expect(
            try workshop.rows("SELECT boxID, sizeW FROM Box ORDER BY 1", in: "a.sqlite")
                == ["1|1", "2|2", "3|"])
        let strict = try workshop.run("import", "boxes.ndjson", "--into", "b.sqlite", "--strict")
        #expect(strict.status == 1)
    }

    @Test func `a file without records is told, and those beside it are imported`() throws {
        let workshop = try Workshop()
        try workshop.write(#"["red", "green"]"#, to: "colors.json")
        try workshop.write(#"[{"id": 1, "n": 2}, {"id": 2, "n": 3}]"#, to: "items.json")
        for count in [2, 0] {
            let run = try workshop.run(
                "import", "colors.json", "items.json", "--into", "a.sqlite", "--start-over",
                "--json")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.contains("colors:"), "\(run.errors)")
            #expect(run.output.contains("\"inserted\": \(count), \"updated\": 0"), "\(run.output)")
        }
    }
}
