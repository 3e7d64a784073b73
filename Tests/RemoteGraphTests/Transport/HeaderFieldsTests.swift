import HTTPValues
import RemotePlanning
import Testing

@Suite("Header fields")
struct HeaderFieldsTests {
    @Test func `names are found in any spelling (N-071)`() {
        let headers: HeaderFields = ["Link": "a", "X-É": "b"]
        for name in ["link", "LINK", "Link"] { #expect(headers[name] == "a") }
        #expect(headers["X-É"] == "b" && headers["x-é"] == nil)
        #expect(headers["Lin"] == nil)
    }

    @Test func `several values are joined in order, except those of cookies (N-070)`() {
        var headers: HeaderFields = [:]
        for value in ["a", "b"] {
            headers.append(value, to: "Link")
            headers.append(value, to: "Set-Cookie")
        }
        #expect(headers["link"] == "a, b" && headers.values(of: "LINK") == ["a", "b"])
        #expect(headers["set-cookie"] == "a" && headers.values(of: "set-cookie") == ["a", "b"])
    }

    @Test func `setting a value replaces all at the position of the first`() {
        var headers: HeaderFields = ["A": "1", "B": "2"]
        headers.append("3", to: "a")
        headers["a"] = "4"
        #expect(headers.fields.map(\.name) == ["A", "B"])
        #expect(headers.fields.map(\.value) == ["4", "2"])
        headers["A"] = nil
        #expect(headers == ["B": "2"])
    }

    @Test(arguments: ["a\r\nb", "a\n", "\u{0}", "é", " a", "a ", "\t", "\u{7F}"])
    func `a value that would change the header is found (N-026)`(value: String) {
        let headers: HeaderFields = ["A": "1", "B": value]
        #expect(headers.unsendableName == "B")
    }

    @Test(arguments: ["", "a", "a b", "a\tb", "~!\"{}"])
    func `other values can be sent`(value: String) {
        let headers: HeaderFields = ["A": value]
        #expect(headers.unsendableName == nil)
    }
}
