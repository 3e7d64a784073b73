import Benchmarks
import Testing

@Suite("Tables of the benchmarks")
struct TableTests {
    @Test func `words are aligned on the left, numbers on the right`() {
        let table = TextTable(
            columns: [.words("name"), .numbers("ms")], rows: [["a", "10.5"], ["longer", "2"]])
        #expect(
            table.text == """
                name      ms
                ------  ----
                a       10.5
                longer     2

                """)
    }

    @Test(
        arguments: [
            (0.004, "0.00"), (1.234, "1.23"), (9.994, "9.99"), (9.996, "10.0"), (12.34, "12.3"),
            (99.96, "100"), (1234.5, "1235"), (.infinity, "?"),
        ] as [(Double, String)])
    func `numbers have the digits that a reader can use`(number: Double, text: String) {
        #expect(NumberText.decimal(number) == text)
    }

    @Test(
        arguments: [
            (0.0, "+0.0 %"), (0.123, "+12.3 %"), (-0.5, "-50.0 %"), (1.5, "+150.0 %"),
            (.nan, "?"),
        ] as [(Double, String)])
    func `changes have a sign`(change: Double, text: String) {
        #expect(NumberText.change(change) == text)
    }

    @Test func `the spread is shown, and statements where a store in a file is used`() {
        let times: KeyValuePairs<String, [Double]> = [
            "Mercator": [0.001, 0.002, 0.003], "reference": [0.004, 0.004, 0.004],
        ]
        let without = TitleReport(
            name: "map", summary: "Maps.", sizes: [Reports.size(1000, times)])
        let with = TitleReport(
            name: "map", summary: "Maps.",
            sizes: [Reports.size(1000, times, statements: [41, nil])])
        #expect(TableReport.text(without).hasPrefix("map: Maps.\n\n"))
        #expect(TableReport.text(without).contains("  1.00–3.00  "))
        #expect(!TableReport.text(without).contains("statements"))
        #expect(TableReport.text(with).contains("statements"))
        #expect(TableReport.text(with).contains("  41  "))
    }
}
