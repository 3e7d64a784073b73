import MercatorPayload
import TestSupport

/// Random records as trees, from which payloads are written with members in any order.
indirect enum RandomValue {
    case scalar(String)
    case list([RandomValue])
    case object([(key: String, value: RandomValue)])

    /// The value as JSON, with the members of objects in their order.
    var json: String {
        switch self {
        case .scalar(let text): text
        case .list(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\"\($0.key)\":" + $0.value.json }.joined(separator: ",") + "}"
        }
    }

    /// The value as JSON, with the members of objects shuffled.
    func json(_ generator: inout SeededGenerator) -> String {
        switch self {
        case .scalar(let text): return text
        case .list(let elements):
            return "[" + elements.map { $0.json(&generator) }.joined(separator: ",") + "]"
        case .object(let members):
            let texts = members.shuffled(using: &generator).map { member in
                "\"\(member.key)\":" + member.value.json(&generator)
            }
            return "{" + texts.joined(separator: ",") + "}"
        }
    }
}

/// A source of random records of one shape, with gaps, mixed kinds, repeats and maps.
struct RandomPayload {
    var generator: SeededGenerator

    mutating func record() -> RandomValue {
        var members: [(key: String, value: RandomValue)] = [
            (
                "id",
                .scalar(
                    generator.chance(0.95) ? "\(Int.random(in: 0..<40, using: &generator))" : "null"
                )
            ),
            ("user", user()), ("kind", .scalar(generator.pick(["\"a\"", "\"b\"", "\"\""]))),
        ]
        for key in ["size", "title", "when", "place"] where generator.chance(0.8) {
            members.append((key, scalar()))
        }
        if generator.chance(0.6) {
            let count = Int.random(in: 0...4, using: &generator)
            members.append(("tags", .list((0..<count).map { _ in scalar() })))
        }
        if generator.chance(0.6) {
            let count = Int.random(in: 0...3, using: &generator)
            members.append(("lines", .list((0..<count).map { _ in line() })))
        }
        if generator.chance(0.7) { members.append(("seats", seats())) }
        return .object(members)
    }

    private mutating func user() -> RandomValue {
        let id = Int.random(in: 0..<12, using: &generator)
        let name = generator.chance(0.9) ? "\"user \(id)\"" : "\"other\""
        return .object([("id", .scalar("\(id)")), ("name", .scalar(name))])
    }

    private mutating func line() -> RandomValue {
        generator.chance(0.1)
            ? scalar()
            : .object([
                ("sku", .scalar("\"s\(Int.random(in: 0..<15, using: &generator))\"")),
                ("count", .scalar("\(Int.random(in: 0..<3, using: &generator))")),
            ])
    }

    private mutating func seats() -> RandomValue {
        let keys = Set((0..<3).map { _ in Int.random(in: 100..<110, using: &generator) }).sorted()
        return .object(
            keys.map { key in
                (
                    "\(key)",
                    .object([
                        ("code", .scalar("\"c\(Int.random(in: 0..<4, using: &generator))\"")),
                        ("row", .scalar("\(key % 3)")),
                    ])
                )
            })
    }

    private mutating func scalar() -> RandomValue {
        .scalar(
            generator.pick([
                "null", "true", "false", "0", "7", "-12", "1.5", "\"\"", "\"x\"", "\"7\"",
                "\"2024-02-29\"", "\"https://a.b/c/d/1\"", "\"two words\"", "\"\\u00e9\"",
                "18446744073709551616",
            ]))
    }
}
