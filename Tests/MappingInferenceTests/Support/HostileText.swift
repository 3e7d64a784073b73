import MercatorPayload

/// Keys and values that break naive writers of SQL, Swift, HTML, JSON and paths.
enum HostileText {
    static let keys: [String] = [
        "", " ", ".", "..", "a.b", "a\\.b", "\\", "\"", "'", "`", "x\"; DROP TABLE Item; --",
        "'); DROP TABLE Record; --", "[a]", "a[]", "{a}", "(a)", "{key}.id", "@root.a", "@sum",
        "@parent", "@metadata.source", "self", "self.a", "class", "init", "Type", "default",
        "import", "Protocol", "true", "nil", "`self`", "\\(1 + 1)", "\"\"\"", "#if", "let x = 1",
        "<script>alert(1)</script>", "</style><img src=x onerror=1>", "&amp;", "%s%n", "${x}",
        "../../etc/passwd", "a/b", "C:\\x", "😀", "👩‍👩‍👧", "日本", "é", "e\u{301}", "E\u{301}", "ß",
        "SS", "ss", "İ", "i", "I", "ı", "Name", "name", "NAME", "na me", "na_me", "na-me",
        "\u{0}", "a\u{0}b", "\n", "\r\n", "\t", "\u{1B}[31m", "\u{7F}", "\u{202E}abc", "\u{FEFF}",
        "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}", "1", "01", "-1", "+1", "1.5", "1e5", "null",
        "undefined", "__proto__", "constructor", "_id_", "_entity", "_version", "rowid", "oid_",
        "order", "select", "group by", "sqlite_master", "mercator_schema", "a,b", "a;b", "a=b",
        "a:b", "a|b", "a*b", "a?b", "$oid_", "$ref", "objectID", "description", "hash", "hashValue",
        "value_position", "position", "🇩🇪", "ﬁ", "Ǆ", "ｆｕｌｌ", "١٢٣", "Ⅷ",
        String(repeating: "k", count: 1024), String(repeating: "k", count: 1023) + "l",
        String(repeating: "日", count: 341), String(repeating: "\u{301}", count: 300),
        String(repeating: ".", count: 300), String(repeating: "\"", count: 300),
    ]

    static let values: [String] = [
        "", " ", "'", "\"", "\\", "'; DROP TABLE Record; --", "</script><script>alert(1)</script>",
        "\u{0}", "a\u{0}b", "\u{1}\u{1F}", "\n\r\t", "\u{2028}", "\u{FEFF}", "\u{FFFF}", "😀",
        "e\u{301}", "é", "\u{202E}cba", "👩‍👩‍👧‍👦", "\\(x)", "%@", "null", "true", "1", "1e400",
        "0x1F", "NaN", String(repeating: "x", count: 5000), String(repeating: "😀", count: 300),
    ]

    /// Returns the text as JSON, with an escape sequence for each control character.
    static func json(_ text: String) -> String {
        var result = "\""
        for unit in text.unicodeScalars {
            switch unit {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..."\u{1F}":
                let digits = String(unit.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(unit)
            }
        }
        return result + "\""
    }

    /// Returns the members as a JSON object.
    static func object(_ members: [(key: String, value: String)]) -> String {
        "{" + members.map { json($0.key) + ":" + $0.value }.joined(separator: ",") + "}"
    }
}

/// A generator of numbers from a seed.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Returns a text of 0 to 1 100 bytes: of all of Unicode, of ASCII, or of few letters.
    mutating func text() -> String {
        let limit = Int.random(in: 0...(Bool.random(using: &self) ? 12 : 1100), using: &self)
        let ranges: [ClosedRange<UInt32>] = [
            0...0x10FFFF, 0...0x7F, 0x61...0x63, 0x41...0x7A, 0...0x24FF,
        ]
        let range = ranges[Int.random(in: ranges.indices, using: &self)]
        var text = String.UnicodeScalarView()
        var length = 0
        while true {
            guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) else {
                continue
            }
            length += scalar.utf8.count
            if length > limit { return String(text) }
            text.append(scalar)
        }
    }
}

/// Returns the texts without those whose bytes occurred before.
func withoutRepeats(_ texts: [String]) -> [String] {
    var seen: Set<[UInt8]> = []
    return texts.filter { seen.insert(Array($0.utf8)).inserted }
}
