import TestSupport

/// Random payloads with keys and texts that Swift, SQL, markup, a terminal or a path would read as
/// something else.
struct HostilePayload {
    private var generator: SeededGenerator
    private var identity = 0

    /// Parts of keys and texts.
    static let parts = [
        "\"", "'", "`", "\\", "\\(exit(1))", "\"\"\"", "*/", "/*", "//", "\n", "\r", "\t", "\0",
        "\u{1B}[31m", "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{2028}", "\u{7F}",
        "\u{85}", "<", "&amp;", "<script>alert(1)</script>", "</style><img src=x onerror=a>", "-->",
        "]]>", "${x}", "%s", "; DROP TABLE \"Item\"; --", "[0]", "[]", "{}", "{key}", "@id", "@key",
        "@metadata.source", "@count", ".", "..", "../../etc/passwd", "a", "A", "é", "e\u{301}",
        "ß", "日本", "👨‍👩‍👧", "א", "#if", "$0", "_", "0", "1e5", "id", "class", "self", "Type", "nil",
        "init", "Data", "String", "sqlite_x", "mercator_store", "rowid", "::", "\\u{0}",
    ]

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Returns a document with lists of records.
    mutating func document() -> String {
        object(count: 1...3) { payload in
            let shape = (0..<Int.random(in: 2...6, using: &payload.generator)).map { _ in
                payload.key()
            }
            return payload.list(1...6) { $0.record(shape, depth: 2) }
        }
    }

    private mutating func key() -> String {
        // A key of 1 KB, and one that differs in the last byte.
        if Int.random(in: 0..<20, using: &generator) == 0 {
            return String(repeating: "K", count: 1023)
                + (Bool.random(using: &generator) ? "K" : "L")
        }
        let count = Int.random(in: 0...3, using: &generator)
        return (0..<count).map { _ in Self.parts.randomElement(using: &generator) ?? "" }.joined()
    }

    private mutating func record(_ keys: [String], depth: Int) -> String {
        identity += 1
        var members = ["\"id\": \(identity)"]
        for key in keys where Int.random(in: 0..<10, using: &generator) > 0 {
            members.append("\(Self.literal(key)): \(value(of: key, depth: depth))")
        }
        return "{\(members.joined(separator: ", "))}"
    }

    /// Returns a value of a kind that depends on its key.
    private mutating func value(of key: String, depth: Int) -> String {
        let hash = key.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
        switch depth == 0 ? 9 : hash % 10 {
        case 0: return list(0...3) { $0.record([key, "x"], depth: depth - 1) }
        case 1: return record([key + "y", "z"], depth: depth - 1)
        case 2: return object(count: 9...12) { "\($0.key().utf8.count)" }
        case 3: return list(0...3) { Self.literal($0.key()) }
        case 4: return "\(Int.random(in: -9...9, using: &generator))"
        default: return Self.literal(self.key())
        }
    }

    private mutating func object(
        count: ClosedRange<Int>, _ value: (inout HostilePayload) -> String
    ) -> String {
        var keys: Set<String> = []
        var members: [String] = []
        for _ in 0..<Int.random(in: count, using: &generator) {
            let key = key()
            guard keys.insert(key).inserted else { continue }
            members.append("\(Self.literal(key)): \(value(&self))")
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func list(
        _ count: ClosedRange<Int>, _ element: (inout HostilePayload) -> String
    ) -> String {
        let elements = (0..<Int.random(in: count, using: &generator)).map { _ in element(&self) }
        return "[\(elements.joined(separator: ", "))]"
    }

    /// Returns a text as JSON.
    private static func literal(_ text: String) -> String {
        var literal = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return "\"\(literal)\""
    }
}
