import MercatorPayload
import TestSupport

/// A payload as a tree, for comparison with the tape.
indirect enum Tree: Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case decimal(String)
    case string(String)
    case array([Tree])
    case object([Member])

    struct Member: Equatable {
        let key: String
        let value: Tree
    }

    init(_ value: PayloadValue) {
        self =
            switch value.kind {
            case .null: .null
            case .boolean: .boolean(value.bool == true)
            case .number: Tree(number: value)
            case .string: .string(value.string ?? "")
            case .array: .array(value.elements.map { Tree($0) })
            case .object:
                .object(value.members.map { Member(key: $0.key, value: Tree($0.value)) })
            }
    }

    private init(number value: PayloadValue) {
        if let integer = value.int64 {
            self = .integer(integer)
        } else if let double = value.double {
            self = .double(double)
        } else {
            self = .decimal(value.decimal?.description ?? value.numberText ?? "")
        }
    }

    /// The number of values.
    var count: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        default: 1
        }
    }

    static func random(depth: Int, using generator: inout SeededGenerator) -> Tree {
        let size = Int.random(in: 0...4, using: &generator)
        switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &generator) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &generator))
        case 2: return .integer(Int64(bitPattern: generator.next()) >> (generator.next() % 64))
        case 3: return .double(Double.random(in: 0...1, using: &generator) + 0.1)
        case 4: return .string(text(using: &generator))
        case 5, 6:
            return .array((0..<size).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            return .object(
                (0..<size).map { _ in
                    Member(
                        key: text(using: &generator),
                        value: random(depth: depth - 1, using: &generator))
                })
        }
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &generator) {
            let highest = [0x7F, 0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF].randomElement(
                using: &generator)
            let value = UInt32.random(in: 0...UInt32(highest ?? 0), using: &generator)
            text.append(Unicode.Scalar(value) ?? "x")
        }
        return String(text)
    }

    /// Writes the tree as JSON with random white space and escape sequences.
    func write(to text: inout String, using generator: inout SeededGenerator) {
        let space = ["", "", " ", "\n\t", "          "].randomElement(using: &generator) ?? ""
        text += space
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += "\(value)"
        case .integer(let value): text += "\(value)"
        case .double(let value): text += "\(value)"
        case .decimal(let value): text += value
        case .string(let value): Tree.write(value, to: &text, using: &generator)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                text += index == 0 ? "" : ","
                element.write(to: &text, using: &generator)
            }
            text += space + "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                text += (index == 0 ? "" : ",") + space
                Tree.write(member.key, to: &text, using: &generator)
                text += space + ":"
                member.value.write(to: &text, using: &generator)
            }
            text += space + "}"
        }
        text += space
    }

    private static func write(
        _ value: String, to text: inout String, using generator: inout SeededGenerator
    ) {
        text += "\""
        for scalar in value.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if mustEscape || generator.next() % 8 == 0 {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
