import MercatorPayload
import TestSupport
import Testing

@Suite("Matching the keys of objects that are alike")
struct KeyMatcherTests {
    /// Returns the text of the value found for each path, for each element of an array.
    private func match(_ json: String, _ paths: [PayloadPath]) throws -> [[String?]] {
        let tape = try PayloadDocument(parsing: json).tape
        var matcher = KeyMatcher(KeyTrie([paths]))
        var found: [[String?]] = []
        var place = tape.firstChild(of: 0)
        while place < tape.end(of: 0) {
            var fields = Array(repeating: LocatedField.absent, count: paths.count)
            matcher.match(place, node: matcher.trie.roots[0], tape, into: &fields, from: 0)
            found.append(fields.map { $0.position.map { text(at: $0, tape) } })
            place = tape.next(after: place)
        }
        return found
    }

    private func text(at place: Int, _ tape: PayloadTape) -> String {
        String(decoding: tape.bytes[tape.textRange(at: place)], as: UTF8.self)
    }

    @Test func `values are found in any order of members`() throws {
        let found = try match(
            """
            [{"id":1,"name":"a","age":5},{"id":2,"name":"b","age":6},{"age":7,"id":3},
             {"name":"d","x":[1,{"id":9}],"id":4},{"id":5,"name":"e","age":8},{}]
            """, ["id", "name", "age"])
        #expect(
            found == [
                ["1", "a", "5"], ["2", "b", "6"], ["3", nil, "7"], ["4", "d", nil],
                ["5", "e", "8"],
                [nil, nil, nil],
            ])
    }

    @Test func `of members with one key the last one counts`() throws {
        let found = try match(#"[{"id":1,"id":2},{"id":3,"id":4,"id":5},{"id":6}]"#, ["id"])
        #expect(found == [["2"], ["5"], ["6"]])
    }

    @Test func `keys with escapes are the same keys`() throws {
        let found = try match(#"[{"name":1},{"n\u0061me":2},{"n\u0061me":3},{"name":4}]"#, ["name"])
        #expect(found == [["1"], ["2"], ["3"], ["4"]])
    }

    @Test func `keys that differ in their last bytes are different keys`() throws {
        let found = try match(
            #"[{"created_at":1,"created_by":2},{"created_by":3,"created_at":4},{"created_ax":5,"created":6}]"#,
            ["created_at", "created_by"])
        #expect(found == [["1", "2"], ["4", "3"], [nil, nil]])
    }

    @Test func `paths share what they have in common, and meet what is in the way`() throws {
        let json =
            #"[{"a":{"b":1,"c":{"d":2}}},{"a":{"c":{"d":3},"b":4}},{"a":5},{"a":[6]},{"a":null}]"#
        let paths: [PayloadPath] = ["a.b", "a.c.d", "a"]
        let tape = try PayloadDocument(parsing: json).tape
        var matcher = KeyMatcher(KeyTrie([paths]))
        var found: [[Bool]] = []
        var place = tape.firstChild(of: 0)
        while place < tape.end(of: 0) {
            var fields = Array(repeating: LocatedField.absent, count: paths.count)
            matcher.match(place, node: 0, tape, into: &fields, from: 0)
            found.append(fields.map(\.isLocated))
            place = tape.next(after: place)
        }
        #expect(
            found == [
                [true, true, true], [true, true, true], [false, false, true], [false, false, true],
                [false, false, true],
            ])
        #expect(matcher.obstacles.map { text(at: $0.position, tape) } == ["5"])
        #expect(matcher.crossings.count == 1)
    }

    @Test func `objects whose keys are identifiers are matched however many there are`() throws {
        let members = (0..<20_000).map { #"{"k\#($0)":1,"id":\#($0)}"# }
        let found = try match("[" + members.joined(separator: ",") + "]", ["id"])
        #expect(found.enumerated().allSatisfy { $1 == ["\($0)"] })
    }

    @Test(arguments: Seeds.upTo(50))
    func `a matcher finds what a search finds`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let keys = ["a", "b", "ab", "aaaaaaaa", "aaaaaaab", "aaaaaaaaa", "é", "id"]
        let objects = (0..<40).map { _ in
            let members = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                "\"\(keys.randomElement(using: &random) ?? "")\":\(Int.random(in: 0...99, using: &random))"
            }
            return "{" + members.joined(separator: ",") + "}"
        }
        let json = "[" + objects.joined(separator: ",") + "]"
        let wanted = keys.filter { _ in Bool.random(using: &random) }
        let found = try match(json, wanted.map { try PayloadPath($0) })
        let tape = try PayloadDocument(parsing: json).tape
        var place = tape.firstChild(of: 0)
        for values in found {
            let expected = wanted.map { key in
                tape.find(Array(key.utf8), inObjectAt: place).map { text(at: $0, tape) }
            }
            #expect(values == expected, "seed \(seed): \(json)")
            place = tape.next(after: place)
        }
    }
}
