import HTTPValues
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("URLs")
struct URLTests {
    private static let base = "http://a/b/c/d;p?q"

    /// The examples of RFC 3986, sections 5.4.1 and 5.4.2.
    static let examples = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ]

    @Test(arguments: examples)
    func `references resolve as the standard shows`(reference: String, target: String) {
        #expect(RemoteURL.resolve(reference, against: Self.base) == target)
    }

    @Test func `N-113: escapes of a resolved reference are kept`() {
        #expect(
            RemoteURL.resolve("../x?y=%2F", against: "https://h/a/b/c")
                == "https://h/a/x?y=%2F")
    }

    @Test(arguments: [
        ("https://h/%c3%a9", "HTTPS://H:443/%C3%A9"), ("http://h:80", "http://h/#top"),
        ("https://h/%7Ea/./b", "https://h/~a/b"), ("https://h/é", "https://h/%C3%A9"),
        ("https://h/a/%2e%2e/b", "https://h/b"),
    ])
    func `N-013: URLs of one resource have equal keys`(first: String, second: String) {
        #expect(RequestKey(.get, first) == RequestKey(.get, second))
        #expect(RequestKey(.get, first) != RequestKey(.post, second))
    }

    @Test(arguments: [
        ("https://h/a%2Fb", "https://h/a/b"), ("https://h/a", "https://h/A"),
        ("https://h:444/", "https://h/"), ("https://h/?a=%2B", "https://h/?a=+"),
        ("http://h/", "https://h/"), ("https://h/a", "https://h/a/"),
    ])
    func `N-013: URLs of different resources have different keys`(first: String, second: String) {
        #expect(RequestKey(.get, first) != RequestKey(.get, second))
    }

    @Test func `an origin ignores case, default ports and paths`() {
        #expect(Origin("HTTPS://Example.com:443/api") == Origin("https://example.com"))
        #expect(Origin("http://h:8080")?.description == "http://h:8080")
        #expect(Origin("https://[::1]:8443/")?.host == "[::1]")
        #expect(Origin("http://h") != Origin("https://h"))
    }

    @Test(arguments: [
        "ftp://h", "h", "https:", "https://", "https://h:0", "https://h:99999", "https://h:x",
        "https://u:p@h/", "https://good.com#\u{301}@evil.com", "https://a b/", "https://h%2Fx/",
        "https://good.com\\@evil.com", "https://ö.com", "https://h::80", "https://[::1",
        "https://a]b",
    ])
    func `a text that other parsers could read differently has no origin`(url: String) {
        if let origin = Origin(url) { #expect(origin.host == "good.com") }
        #expect(Origin(url)?.host != "evil.com")
        if !url.contains("good") { #expect(Origin(url) == nil) }
    }

    @Test(arguments: Seeds.upTo(20))
    func `random texts resolve, normalize and stay normal`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ha:/?#@[]%23fE.;\u{301}é \r\n\\")
        for _ in 0..<500 {
            let text = String((0..<12).map { _ in random.pick(alphabet) })
            let target = RemoteURL.resolve(text, against: "https://h/a/b")
            let key = RequestKey(.get, target)
            #expect(RequestKey(.get, key.url) == key, "\(random): \(text)")
            #expect(target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(random): \(text)")
        }
    }
}
