import ObjectGraph
import Testing

@Suite("Tables of text")
struct TextTableTests {
    private let rows = [
        ["1", "A short one", "open"],
        ["12", "A title that is far too long for a narrow terminal of any kind", "closed"],
    ]

    @Test func `without a width, nothing is cut`() {
        let lines = TextTable(["id", "title", "state"], rows: rows).description
            .split(separator: "\n")
        #expect(lines.last?.hasSuffix("of any kind  closed") == true)
        #expect(lines.count == 3)
    }

    @Test(arguments: [30, 40, 60, 72])
    func `a table is as wide as the terminal at most`(width: Int) {
        let table = TextTable(["id", "title", "state"], rows: rows).text(width: width)
        let lines = table.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.displayWidth <= width })
        #expect(lines[0].split(separator: " ") == ["id", "title", "state"])
        #expect(lines[1].hasPrefix("   1  A short one"))
        #expect(lines[2].contains("…  closed"))
    }

    @Test func `columns for which there is no room are named`() {
        let header = (1...12).map { "column\($0)" }
        let rows = [header.map { "value of \($0)" }]
        let lines = TextTable(header, rows: rows).text(width: 40).split(separator: "\n")
        #expect(lines[0] == "  column1   column2   column3   column4")
        #expect(lines[1] == "  value o…  value o…  value o…  value o…")
        #expect(lines[2] == "  and 8 more columns: column5, column6,…")
    }

    @Test func `titles that begin alike are told apart`() {
        let header = ["addressCity", "addressCountry", "addressPostalCodeOfTheTown", "n"]
        let rows = [["a", "b", "c", "1"]]
        let lines = TextTable(header, rows: rows).text(width: 50).split(separator: "\n")
        #expect(lines[0] == "  addressCity  addressCountry  addressPostalCo…  n")
        let narrow = TextTable(header, rows: rows).text(width: 40).split(separator: "\n")
        #expect(narrow[0] == "  addressCity  addressCountry")
        #expect(narrow[2].hasPrefix("  and 2 more columns: address"))
    }

    @Test func `numbers are not cut`() {
        let rows = [["12345678901234567", "A text that is cut in favour of the number"]]
        #expect(TextTable(rows: rows).text(width: 32) == "  12345678901234567  A text tha…")
    }

    @Test func `no terminal is too narrow`() {
        for width in 1...12 {
            let table = TextTable(["id", "title", "state"], rows: rows).text(width: width)
            #expect(table.split(separator: "\n").count == 4)
        }
    }

    @Test func `wide characters are aligned, and not cut in half`() {
        let rows = [["日本語のテキスト", "a"], ["text", "b"]]
        #expect(TextTable(rows: rows).description == "  日本語のテキスト  a\n  text              b")
        #expect(TextTable(rows: rows).text(width: 14) == "  日本語の…  a\n  text       b")
    }

    @Test(
        arguments: [
            ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧‍👦", 2), ("🇨🇭", 2), ("각", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("Ａ", 2), ("…", 1),
        ] as [(String, Int)])
    func `the width is that of a terminal`(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test(
        arguments: [
            ("plain ü 日 👩‍👧", "plain ü 日 👩‍👧"), ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{1B}[31mred\u{7}", "\\u{1b}[31mred\\u{7}"), ("\u{9B}2J", "\\u{9b}2J"),
            ("\u{202E}txt.exe", "\\u{202e}txt.exe"), ("a\u{2028}b\u{0}", "a\\u{2028}b\\u{0}"),
        ] as [(String, String)])
    func `characters that act on a terminal become visible`(text: String, expected: String) {
        #expect(text.escapingControls == expected)
    }
}
