#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Shapes of records other than articles.
enum RecordShape {
    /// Ten integers and ten fractions.
    case numbers
    /// Two hundred members, half of which are mapped.
    case wide
    /// An identifier, that of a parent, and two small integers.
    case integerKeys

    /// The number of mapped members of each kind in wide records, and of unmapped ones.
    static let wideCount = 50
}

/// A generated payload of records of one shape.
struct ShapePage {
    let count: Int
    let bytes: [UInt8]
    /// The same bytes for Foundation.
    let data: Data

    init(count: Int, shape: RecordShape) {
        self.count = count
        var bytes = Array(#"{"records":["#.utf8)
        for index in 0..<count {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: Self.record(at: index, shape).utf8)
        }
        bytes.append(contentsOf: "]}".utf8)
        self.bytes = bytes
        data = Data(bytes)
    }

    private static func record(at index: Int, _ shape: RecordShape) -> String {
        var random = RandomNumbers(seed: index &* 2_654_435_761 &+ 47)
        let start = #"{"id":\#(1 + index)"#
        return switch shape {
        case .numbers: start + numbers(&random) + "}"
        case .wide: start + members(&random) + "}"
        case .integerKeys: start + node(index, &random) + "}"
        }
    }

    /// Returns small and large, positive and negative integers, and fractions with up to seven
    /// decimal places.
    private static func numbers(_ random: inout RandomNumbers) -> String {
        var text = ""
        for place in 0..<10 {
            let limit = random.pick([100, 100_000, 1_000_000_000_000])
            let fraction = random.number(1_000_000...9_999_999)
            text += #","n\#(place)":\#(random.number(-limit...limit))"#
            text += #","d\#(place)":\#(random.number(-180...180)).\#(fraction)"#
        }
        return text
    }

    /// Returns a mapped and an unmapped number, and a mapped and an unmapped text, repeatedly.
    private static func members(_ random: inout RandomNumbers) -> String {
        var text = ""
        for place in 0..<RecordShape.wideCount {
            text += #","n\#(place)":\#(random.number(0...999_999))"#
            text += #","unused_n\#(place)":\#(random.number(0...999_999))"#
            text += #","t\#(place)":"\#(random.pick(Vocabulary.words))""#
            text += #","unused_t\#(place)":"\#(random.pick(Vocabulary.words))""#
        }
        return text
    }

    /// Returns a node whose parent, except for the first, is one of the preceding nodes.
    private static func node(_ index: Int, _ random: inout RandomNumbers) -> String {
        let parent = index == 0 ? "null" : #"{"id":\#(random.number(1...index))}"#
        return #","parent":\#(parent),"rank":\#(random.number(0...99)),"#
            + #""score":\#(random.number(0...9999))"#
    }
}
