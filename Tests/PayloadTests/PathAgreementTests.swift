import MercatorPayload
import TestSupport
import Testing

@Suite("Paths agree with a walk over a tree")
struct PathAgreementTests {
    @Test(arguments: Seeds.upTo(400))
    func `a path finds what a naive walk finds`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let tree = RandomPaths.tree(depth: 5, &random)
        var text = ""
        tree.write(to: &text, using: &random)
        let root = try PayloadDocument(parsing: text).root
        for _ in 0..<20 {
            let path = RandomPaths.path(&random)
            let found = root.value(at: path).map { Tree($0) }
            let expected = PathReference.value(at: path.components, of: tree)
            #expect(
                PathReference.isSame(found, expected),
                "seed \(seed), path \(path) in \(text): \(String(describing: found))")
        }
    }

    @Test(arguments: [
        ("[[1], [1.0], [10e-1]]", 1), (#"[{"a": 1, "b": 2}, {"b": 2.0, "a": 1}, {"a": 1}]"#, 2),
        (#"[{"a": 1}, {"a": 2, "a": 1}, {"\u0061": 1}]"#, 1), (#"[1, "1", true, [1], {}]"#, 5),
    ])
    func `what says the same is there once`(payload: String, count: Int) throws {
        let value = try PayloadDocument(parsing: payload).root.value(at: "@distinctUnionOfObjects")
        #expect(value?.count == count)
    }

    @Test(arguments: Seeds.upTo(100))
    func `what a path is written as is read as the same path`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let path = RandomPaths.path(&random)
            #expect(try PayloadPath(path.description) == path, "seed \(seed)")
        }
    }
}

/// Random paths and payloads with a few keys, so that they often match.
enum RandomPaths {
    private static let keys = [
        "a", "b", "c", "a.b", "", "@sum", "self", "x(y)", "{a}", "\"q\"", "back\\slash", "é",
    ]

    static func path(_ random: inout SeededGenerator) -> PayloadPath {
        var components: [PayloadPathComponent] = []
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            if Int.random(in: 0..<4, using: &random) == 0 {
                let operation = PayloadPathOperator.allCases.randomElement(using: &random) ?? .sum
                components.append(.operation(operation))
                // No step may follow it.
                if operation == .count { break }
            } else {
                components.append(.key(key(&random)))
            }
        }
        return PayloadPath(components)
    }

    private static func key(_ random: inout SeededGenerator) -> String {
        let isCommon = Int.random(in: 0..<6, using: &random) > 0
        return (isCommon ? keys.prefix(3) : keys[...]).randomElement(using: &random) ?? "a"
    }

    static func tree(depth: Int, _ random: inout SeededGenerator) -> Tree {
        let count = Int.random(in: 0...5, using: &random)
        switch Int.random(in: 0...(depth > 0 ? 14 : 4), using: &random) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &random))
        case 2: return .integer(Int64.random(in: -3...3, using: &random))
        case 3: return .double(Double(Int.random(in: -6...6, using: &random)) / 2)
        case 4:
            return .string(["", "a", "b", "é", "\u{1F600}"].randomElement(using: &random) ?? "")
        case 5...9: return .array((0..<count).map { _ in tree(depth: depth - 1, &random) })
        default:
            return .object(
                (0..<count).map { _ in
                    Tree.Member(key: key(&random), value: tree(depth: depth - 1, &random))
                })
        }
    }
}

/// A reference implementation of paths that follows the documentation literally.
enum PathReference {
    private indirect enum Found {
        case absent
        case mismatch
        case tree(Tree)
        /// The results for each element of an array.
        case list([Found])

        init(_ tree: Tree) {
            guard case .array(let elements) = tree else {
                self = .tree(tree)
                return
            }
            self = .list(elements.map { Found($0) })
        }

        var tree: Tree? {
            switch self {
            case .absent, .mismatch: nil
            case .tree(let tree): tree
            case .list(let elements): .array(elements.map { $0.tree ?? .null })
            }
        }

        var isMismatch: Bool { if case .mismatch = self { true } else { false } }
        var isMissing: Bool { tree == nil || tree == .null }
    }

    static func value(at steps: [PayloadPathComponent], of tree: Tree) -> Tree? {
        follow(steps[...], from: Found(tree)).tree
    }

    private static func follow(_ steps: ArraySlice<PayloadPathComponent>, from start: Found)
        -> Found
    {
        guard let step = steps.first else { return start }
        let rest = steps.dropFirst()
        if let key = step.key { return follow(rest, from: member(key, of: start)) }
        guard let operation = PayloadPathOperator(rawValue: String(step.description.dropFirst()))
        else { return .mismatch }
        guard case .list(let elements) = start else {
            return start.isMismatch || !start.isMissing ? .mismatch : .absent
        }
        switch operation {
        case .count: return .tree(.integer(Int64(elements.count)))
        case .first: return follow(rest, from: elements.first ?? .absent)
        case .last: return follow(rest, from: elements.last ?? .absent)
        default: break
        }
        let all = elements.map { follow(rest, from: $0) }
        guard !all.contains(where: \.isMismatch) else { return .mismatch }
        return combine(operation, all.filter { !$0.isMissing })
    }

    private static func member(_ key: String, of found: Found) -> Found {
        switch found {
        case .absent, .mismatch: return found
        case .list(let elements):
            let all = elements.map { member(key, of: $0) }
            return all.contains(where: \.isMismatch) ? .mismatch : .list(all)
        case .tree(.null): return .absent
        case .tree(.object(let members)):
            let named = members.last { $0.key.utf8.elementsEqual(key.utf8) }
            return named.map { Found($0.value) } ?? .absent
        case .tree: return .mismatch
        }
    }

    private static func combine(_ operation: PayloadPathOperator, _ found: [Found]) -> Found {
        let trees = found.compactMap(\.tree)
        let numbers = trees.compactMap(number)
        switch operation {
        case .unionOfObjects: return .list(found)
        case .distinctUnionOfObjects: return .list(distinct(found))
        case .unionOfArrays, .distinctUnionOfArrays:
            var all: [Found] = []
            for case .list(let elements) in found { all += elements.filter { !$0.isMissing } }
            let areLists = found.allSatisfy { if case .list = $0 { true } else { false } }
            guard areLists else { return .mismatch }
            return .list(operation == .unionOfArrays ? all : distinct(all))
        case .min, .max:
            guard !trees.isEmpty else { return .absent }
            if numbers.count == trees.count {
                let best = operation == .min ? numbers.min() : numbers.max()
                return best.map { .tree(.double($0)) } ?? .absent
            }
            var texts: [String] = []
            for case .string(let text) in trees { texts.append(text) }
            texts.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            guard texts.count == trees.count else { return .mismatch }
            let best = operation == .min ? texts.first : texts.last
            return best.map { .tree(.string($0)) } ?? .absent
        default:
            guard numbers.count == trees.count else { return .mismatch }
            let sum = numbers.reduce(0, +)
            guard operation == .avg else { return .tree(.double(sum)) }
            return numbers.isEmpty ? .absent : .tree(.double(sum / Double(numbers.count)))
        }
    }

    private static func distinct(_ found: [Found]) -> [Found] {
        var kept: [Found] = []
        for one in found where !kept.contains(where: { isSame($0.tree, one.tree) }) {
            kept.append(one)
        }
        return kept
    }

    private static func number(_ tree: Tree) -> Double? {
        switch tree {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .decimal(let text): Double(text)
        default: nil
        }
    }

    /// Tests whether two values are equal: numbers by value, objects by the last
    /// member of each key.
    static func isSame(_ left: Tree?, _ right: Tree?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if let first = number(left), let second = number(right) {
            return abs(first - second) < 1e-9
        }
        switch (left, right) {
        case (.array(let first), .array(let second)):
            return first.count == second.count && zip(first, second).allSatisfy { isSame($0, $1) }
        case (.object(let first), .object(let second)):
            return Set(first.map(\.key)) == Set(second.map(\.key))
                && first.allSatisfy { member in
                    isSame(
                        first.last { $0.key == member.key }?.value,
                        second.last { $0.key == member.key }?.value)
                }
        default: return left == right
        }
    }
}
