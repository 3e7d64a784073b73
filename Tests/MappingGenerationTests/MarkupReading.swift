/// A strict reading of markup: every element and every attribute is one that is expected.
struct MarkupReading {
    /// The names of the elements, in order, and how often each occurs.
    private(set) var elements: [String: Int] = [:]
    /// The text between the elements, without that of the style sheets.
    private(set) var text = ""
    /// The deviations: unknown elements and attributes, wrong nesting, and characters that are not
    /// escaped.
    private(set) var problems: [String] = []

    private static let known: Set<String> = [
        "a", "body", "caption", "circle", "code", "dd", "desc", "details", "div", "dl", "dt",
        "figcaption", "figure", "footer", "g", "h1", "h2", "h3", "head", "header", "html", "i",
        "input", "label", "li", "main", "meta", "nav", "p", "path", "rect", "section", "span",
        "style", "summary", "svg", "table", "tbody", "td", "text", "th", "thead", "title", "tr",
        "ul",
    ]
    private static let attributes: Set<String> = [
        "aria-hidden", "aria-label", "aria-labelledby", "charset", "class", "content", "d",
        "height",
        "href", "http-equiv", "id", "lang", "name", "open", "role", "rx", "scope", "style",
        "tabindex", "transform", "type", "viewBox", "width", "x", "xmlns", "y",
    ]
    private static let void: Set<String> = ["meta", "input"]

    init(_ source: String) {
        var rest = Array(source.utf8)[...]
        let type = Array("<!DOCTYPE html>".utf8)
        if rest.starts(with: type) { rest = rest.dropFirst(type.count) }
        var open: [String] = []
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            if open.last != "style" { add(text: rest[..<start]) }
            guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else { break }
            // A value in quotes that contains ">" ends the element too early, which is a problem.
            read(String(decoding: rest[start + 1..<end], as: UTF8.self), &open)
            rest = rest[(end + 1)...]
        }
        add(text: rest)
        if !open.isEmpty { problems.append("open at the end: \(open)") }
    }

    /// Reads what is between angle brackets.
    private mutating func read(_ tag: String, _ open: inout [String]) {
        if tag.hasPrefix("/") {
            if open.popLast() != String(tag.dropFirst()) { problems.append("<\(tag)> is not open") }
            return
        }
        let isEmpty = tag.hasSuffix("/")
        // Names and values alternate between the quotes.
        let parts = (isEmpty ? tag.dropLast() : tag[...]).split(
            separator: "\"", omittingEmptySubsequences: false)
        let head = parts[0].split(separator: " ", omittingEmptySubsequences: false)
        let name = String(head[0])
        elements[name, default: 0] += 1
        if !Self.known.contains(name) { problems.append("element \(name)") }
        if !isEmpty, !Self.void.contains(name) { open.append(name) }
        guard head.count > 1 else { return }
        guard head.count == 2, parts.count % 2 == 1, parts[parts.count - 1].isEmpty else {
            problems.append("attributes of <\(tag)>")
            return
        }
        for index in stride(from: 0, to: parts.count - 1, by: 2) {
            let key = index == 0 ? head[1] : parts[index].dropFirst()
            if !key.hasSuffix("=") || !Self.attributes.contains(String(key.dropLast())) {
                problems.append("attribute \(key)")
            }
            let value = parts[index + 1]
            if key == "href=", value.first != "#" { problems.append("link \(value)") }
            if value.contains("<") { problems.append("value \(value)") }
        }
    }

    private mutating func add(text part: ArraySlice<UInt8>) {
        let part = String(decoding: part, as: UTF8.self)
        if part.utf8.contains(UInt8(ascii: ">")) || part.utf8.contains(UInt8(ascii: "\"")) {
            problems.append("not escaped: \(part)")
        }
        text += part
    }
}
