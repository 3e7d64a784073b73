import HTTPValues
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("Links of responses")
struct WebLinkTests {
    private static let url = "https://h/articles?page=1"

    @Test func `N-179: commas and quotes do not end a link early`() {
        let links = WebLink.links(in: [#"<a,b>; title="x, y"; rel="prev next", </z>; rel=last"#])
        #expect(links.map(\.target) == ["a,b", "/z"])
        #expect(WebLink.target("next", in: links, of: Self.url) == "https://h/a,b")
        #expect(WebLink.target("PREV", in: links, of: Self.url) == "https://h/a,b")
        #expect(WebLink.target("last", in: links, of: Self.url) == "https://h/z")
        #expect(WebLink.target("first", in: links, of: Self.url) == nil)
    }

    @Test func `N-181: a relative link is resolved against the request`() {
        let links = WebLink.links(in: [#"<?page=2>; rel="next""#])
        #expect(WebLink.target("next", in: links, of: Self.url) == "https://h/articles?page=2")
    }

    @Test func `several fields are one list, and the first relation of a link counts`() {
        let links = WebLink.links(in: [#"<a>;rel=first;rel=next"#, #"<b> ; REL = "NEXT""#])
        #expect(WebLink.target("next", in: links, of: Self.url) == "https://h/b")
    }

    @Test func `a link that begins elsewhere is not one of the requested resource`() {
        let links = WebLink.links(in: [
            #"<a>; rel=next; anchor="/other", <b>; rel=next; anchor="?page=1""#
        ])
        #expect(WebLink.target("next", in: links, of: Self.url) == "https://h/b")
    }

    @Test(arguments: [
        "", ",,", "<", "<a", "<a>", "<a>;", "<a>; rel", #"<a>; rel="next"#, "a; rel=next",
        #"<a>; rel="ne\"#,
    ])
    func `a broken field ends the list`(value: String) {
        let links = WebLink.links(in: ["<ok>; rel=self, " + value])
        #expect(links.first?.target == "ok")
        #expect(links.count <= 2)
    }

    @Test(arguments: Seeds.upTo(20))
    func `random bytes are read without a trap`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array(#"<>;=,"\ relnxt?é"#.utf8) + [0xFF, 0]
        for _ in 0..<500 {
            let bytes = (0..<20).map { _ in random.pick(alphabet) }
            let links = WebLink.links(in: [String(decoding: bytes, as: UTF8.self)])
            #expect(links.allSatisfy { !$0.relations.isEmpty }, "\(random): \(bytes)")
        }
    }
}
