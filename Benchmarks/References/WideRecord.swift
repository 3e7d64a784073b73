/// The wanted half of a wide record, for `JSONDecoder`.
///
/// Members are numbered, so they are decoded in two loops into two lists; the cost per member is
/// that of a separate property.
struct WideRecord: Decodable {
    let id: Int64
    let numbers: [Int64]
    let texts: [String]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    private static let id = Key(stringValue: "id")
    private static let numberKeys = keys("n")
    private static let textKeys = keys("t")

    private static func keys(_ prefix: String) -> [Key] {
        (0..<RecordShape.wideCount).map { Key(stringValue: "\(prefix)\($0)") }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        id = try values.decode(Int64.self, forKey: Self.id)
        numbers = try Self.numberKeys.map { try values.decode(Int64.self, forKey: $0) }
        texts = try Self.textKeys.map { try values.decode(String.self, forKey: $0) }
    }
}

/// A hand-written wide record.
final class HandWrittenWide {
    let id: Int64
    private(set) var numbers: [Int64]
    private(set) var texts: [String]

    init(_ record: WideRecord) {
        id = record.id
        numbers = record.numbers
        texts = record.texts
    }
}
