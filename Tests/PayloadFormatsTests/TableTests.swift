import MercatorPayload
import PayloadFormats
import TestSupport
import Testing

@Suite("Tables")
struct TableTests {
    private func json(_ text: String, _ format: PayloadFormat = .csv) throws -> String {
        let document = try format.document(from: Array(text.utf8))
        return String(decoding: document.root.jsonBytes(), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("a,b\n1,x\n", #"[{"a":1,"b":"x"}]"#),
            ("a,b\r\n1,x\r\n2,y", #"[{"a":1,"b":"x"},{"a":2,"b":"y"}]"#),
            ("\u{FEFF}a\n1\n\n2\n", #"[{"a":1},{"a":2}]"#),
            ("a,b\n,\"\"\n", #"[{"a":null,"b":""}]"#),
            ("a\n\"x,\"\"y\"\"\n z\"\n", ##"[{"a":"x,\"y\"\n z"}]"##),
            ("a,b\n", "[]"),
            (",b\n1,2\n", #"[{"column 1":1,"b":2}]"#),
            // A column is of numbers or booleans only if all of it is.
            ("a\n1\nx\n", #"[{"a":"1"},{"a":"x"}]"#),
            ("a\n1\n-2.50e3\n", #"[{"a":1},{"a":-2.50e3}]"#),
            ("a\n007\n1\n", #"[{"a":"007"},{"a":"1"}]"#),
            ("a\n+1\n", #"[{"a":"+1"}]"#), ("a\n1.\n", #"[{"a":"1."}]"#),
            ("a\n 1\n", #"[{"a":" 1"}]"#), ("a\n1 \n", #"[{"a":"1 "}]"#),
            ("a\ntrue\n\nfalse\n", #"[{"a":true},{"a":false}]"#),
            ("a\ntrue\n1\n", #"[{"a":"true"},{"a":"1"}]"#),
            ("a\nNaN\n", #"[{"a":"NaN"}]"#), ("a,b\nnull,\n", #"[{"a":"null","b":null}]"#),
            // Quotation marks make texts, unless everything is quoted.
            ("a,b\n\"1\",2\n", #"[{"a":"1","b":2}]"#),
            ("\"a\",\"b\"\n\"1\",\"x\"\n", #"[{"a":1,"b":"x"}]"#),
        ] as [(String, String)])
    func `are arrays of objects`(text: String, expected: String) throws {
        #expect(try json(text) == expected)
    }

    @Test func `have tabs as well`() throws {
        #expect(try json("a\tb,c\n1\tx,y\n", .tsv) == #"[{"a":1,"b,c":"x,y"}]"#)
    }

    @Test(
        arguments: [
            ("a,a\n1,2\n", 1, 3), ("a,b\n1\n", 2, 1), ("a,b\n1,2\n1,2,3\n", 3, 1),
            ("a\n\"x\"y\n", 2, 4), ("a\n\"x\n", 3, 1), ("", 1, 1), ("\n\n", 3, 1),
        ] as [(String, Int, Int)])
    func `are refused with the place of a fault`(text: String, line: Int, column: Int) {
        do {
            _ = try json(text)
            Issue.record("no error")
        } catch let error as PayloadFormatError {
            #expect(error.location.map { [$0.line, $0.column] } == [line, column], "\(error)")
        } catch let error as PayloadError {
            #expect([error.line, error.column] == [line, column], "\(error)")
        } catch {
            Issue.record(error)
        }
    }

    @Test func `invalid UTF-8 is refused`() {
        #expect(throws: PayloadError.self) {
            try PayloadFormat.csv.document(from: [0x61, 0x0A, 0xFF, 0x0A])
        }
    }

    @Test(arguments: Seeds.upTo(40))
    func `random fields come back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = ["a", "1", ",", "\"", "\n", "\r\n", " ", "é", "\t", "", "true", "-"]
        let width = Int.random(in: 1...4, using: &random)
        let rows = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            (0..<width).map { _ in
                (0..<Int.random(in: 1...4, using: &random)).map { _ in random.pick(pieces) }
                    .joined()
            }
        }
        // An unquoted name makes quotation marks mean something.
        let header = (0..<width).map { "n\($0)" }.joined(separator: ",")
        let lines = rows.map { row in
            row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
        }
        let text = ([header] + lines).joined(separator: random.pick(["\n", "\r\n"]))
        let root = try PayloadFormat.csv.document(from: Array(text.utf8)).root
        let found = root.elements.map { $0.members.map { $0.value.string ?? "-" } }
        #expect(found == rows, "\(random): \(text)")
    }
}
