import HTTPValues
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("Patterns of paths")
struct PathPatternTests {
    @Test(arguments: [
        ("N-001", "articles/:id", "a/b", "articles/a%2Fb"),
        ("N-002", "articles/:id", "%25", "articles/%2525"),
        ("N-004", "articles/:id", "Öhm", "articles/%C3%96hm"),
        ("N-004", "straße/:id", "1", "stra%C3%9Fe/1"),
        ("N-004", "stra%C3%9Fe/:id", "1", "stra%C3%9Fe/1"),
        ("rule 249", "files/:id\\.json", "a.b", "files/a.b.json"),
        ("rule 248", "at:/:id", "7", "at:/7"),
        ("rule 253", "articles/:id/", "7", "articles/7/"),
    ])
    func `an argument is escaped once and read back`(
        row: String, pattern: PathPattern, argument: String, path: String
    ) throws {
        #expect(try pattern.path(with: ["id": argument]) == path, "\(row)")
        #expect(pattern.arguments(inPath: path) == ["id": argument], "\(row)")
    }

    @Test(arguments: [
        ("articles/:id", "articles"), ("articles/:id", "articles/1/2"),
        ("articles/:id", "articles/1/"), ("articles/:id/", "articles/1"),
        ("articles/:id", "Articles/1"), ("articles/:id", "articles/"),
        ("a/:x/:x", "a/1/2"), ("files/:name\\.json", "files/.json"),
        ("articles/:id", "articles/%FF"), ("a:x-b:y", "a1b2"), ("a?b", "a"), ("é", "e\u{301}"),
    ])
    func `rules 251 to 253: a path that differs from the pattern does not match`(
        pattern: PathPattern, path: String
    ) {
        #expect(pattern.arguments(inPath: path) == nil)
    }

    @Test(arguments: ["", ".", ".."])
    func `an argument that would change the path is refused`(argument: String) {
        #expect(throws: PathArgumentError.self) {
            try PathPattern("articles/:id").path(with: ["id": argument])
        }
    }

    @Test func `an error suggests the argument that was meant, and quotes no argument`() throws {
        let error = #expect(throws: PathArgumentError.self) {
            try PathPattern("articles/:id").path(with: ["idd": "secret"])
        }
        #expect(
            error?.description
                == "':id': expected an argument, found none; did you mean 'idd'?")
    }

    @Test func `an argument that could not be read back is refused`() throws {
        let pattern: PathPattern = ":from-:to"
        #expect(try pattern.path(with: ["from": "a", "to": "b-c"]) == "a-b-c")
        #expect(pattern.arguments(inPath: "a-b-c") == ["from": "a", "to": "b-c"])
        #expect(throws: PathArgumentError.self) {
            try pattern.path(with: ["from": "a-b", "to": "c"])
        }
    }

    @Test(arguments: Seeds.upTo(20))
    func `random arguments come back from the path made of them`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ab/%.:?#-é\u{301}😀 +&=\\~\r\n\0")
        for _ in 0..<200 {
            let arguments = Dictionary(
                uniqueKeysWithValues: ["a", "b", "c"].map { name in
                    let length = Int.random(in: 1...6, using: &random)
                    return (name, String((0..<length).map { _ in random.pick(alphabet) }))
                })
            let pattern: PathPattern = "x:a/y/v:b\\.json/:c"
            guard !arguments.values.contains(where: { [".", ".."].contains($0) }) else { continue }
            let path = try pattern.path(with: arguments)
            let found = try #require(pattern.arguments(inPath: path), "\(random): \(arguments)")
            #expect(found.mapValues { Array($0.utf8) } == arguments.mapValues { Array($0.utf8) })
            #expect(path.utf8.filter { $0 == UInt8(ascii: "/") }.count == 3, "\(random)")
        }
    }
}
