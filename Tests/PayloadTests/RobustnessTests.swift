import MercatorPayload
import TestSupport
import Testing

@Suite("Broken and random payloads")
struct RobustnessTests {
    @Test(arguments: 0..<everything.utf8.count)
    func `a payload that is cut off is refused`(length: Int) {
        let code = refusal(of: Array(everything.utf8.prefix(length)))
        #expect(code == (length == 0 ? .emptyPayload : .unexpectedEnd))
    }

    @Test(arguments: [UInt64.random(in: 0...(.max))])
    func `random documents come back as they were written`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let trees = (0..<300).map { _ in Tree.random(depth: 5, using: &generator) }
        let read = try trees.map { tree in
            var text = ""
            tree.write(to: &text, using: &generator)
            return Tree(try PayloadDocument(parsing: text).root)
        }
        #expect(read == trees)
    }

    @Test(arguments: [UInt64.random(in: 0...(.max))])
    func `changed bytes are read to the end or refused`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let original = Array(everything.utf8)
        let options = PayloadOptions(allowsTrailingComma: true, duplicateKeys: .reject)
        var accepted = 0
        for _ in 0..<5_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                Mutation.allCases.randomElement(using: &generator)?.apply(to: &bytes, &generator)
            }
            guard let document = try? PayloadDocument(parsing: bytes, options: options) else {
                continue
            }
            accepted += 1
            #expect(Tree(document.root).count > 0)
        }
        #expect(accepted > 0)
    }

    @Test(arguments: [UInt64.random(in: 0...(.max))])
    func `random tokens are read to the end or refused`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let tokens = [
            "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\", "\\u", "D800", "1", "-", ".", "e",
            "0",
            "true", "nul", " ", "\n", "é", "\u{0}", "😀",
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 1...12, using: &generator)
            let text = (0..<count)
                .map { _ in tokens[Int.random(in: 0..<tokens.count, using: &generator)] }
                .joined()
            if let document = try? PayloadDocument(parsing: text) {
                #expect(Tree(document.root).count > 0)
            }
        }
    }
}

/// A kind of damage to a payload.
private enum Mutation: CaseIterable {
    case flip, replace, insert, remove, cut

    func apply(to bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard bytes.count > 1 else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let grammar = Array("{}[],:\"\\0-+.eEtfnu \n".utf8)
        switch self {
        case .flip: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case .replace: bytes[place] = grammar.randomElement(using: &generator) ?? 0
        case .insert: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        case .remove: bytes.remove(at: place)
        case .cut: bytes.removeSubrange(place..<min(place + 9, bytes.count))
        }
    }
}
