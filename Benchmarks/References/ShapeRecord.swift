/// A record of some shape as an app keeps it in memory, for encoding by `JSONEncoder`.
struct ShapeRecord: Encodable {
    let id: Int64
    let numbers: [Int64]
    let texts: [String]
    let children: [ShapeRecord]

    /// Members are named by kind and index: `n0`, `t0`.
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    private static let numberKeys = (0..<64).map { Key(stringValue: "n\($0)") }
    private static let textKeys = (0..<8).map { Key(stringValue: "t\($0)") }
    private static let id = Key(stringValue: "id")
    private static let children = Key(stringValue: "children")

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: Self.id)
        for (number, key) in zip(numbers, Self.numberKeys) {
            try container.encode(number, forKey: key)
        }
        for (text, key) in zip(texts, Self.textKeys) { try container.encode(text, forKey: key) }
        try container.encode(children, forKey: Self.children)
    }
}

/// Shapes of records.
enum Shape {
    /// Sixty integers.
    case wide
    /// Four texts of about 2000 bytes.
    case texts
    /// Fifty nested records in each top-level record.
    case lists
    /// Chains of twenty-five records, each nested in the previous one.
    case chains

    /// Returns approximately the given number of records, including nested ones.
    func records(_ count: Int) -> [ShapeRecord] {
        var maker = ShapeMaker(shape: self)
        switch self {
        case .wide, .texts: return (0..<count).map { _ in maker.record([]) }
        case .lists:
            return (0..<max(1, count / 51)).map { _ in
                maker.record((0..<50).map { _ in maker.record([]) })
            }
        case .chains:
            return (0..<max(1, count / 25)).map { _ in
                (1..<25).reduce(maker.record([])) { inner, _ in maker.record([inner]) }
            }
        }
    }

    /// The number of numbers and texts per record.
    var properties: (numbers: Int, texts: Int) {
        switch self {
        case .wide: (60, 0)
        case .texts: (0, 4)
        case .lists, .chains: (3, 1)
        }
    }
}

/// Creates records with consecutive numbers.
private struct ShapeMaker {
    let shape: Shape
    private var random = RandomNumbers(seed: 11)
    private var count: Int64 = 0

    init(shape: Shape) {
        self.shape = shape
    }

    mutating func record(_ children: [ShapeRecord]) -> ShapeRecord {
        count += 1
        let length = shape.properties.texts == 4 ? 260 : 3
        return ShapeRecord(
            id: count,
            numbers: (0..<shape.properties.numbers).map { _ in Int64(random.number(0...999_999)) },
            texts: (0..<shape.properties.texts).map { _ in
                (0..<length).map { _ in random.pick(["lorem", "ipsum é", "dolor 中"]) }
                    .joined(separator: " ")
            },
            children: children)
    }
}
