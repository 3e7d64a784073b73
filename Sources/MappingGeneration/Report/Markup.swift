import ModelGeneration
import ObjectGraph

/// Escaped HTML.
///
/// Names of elements and attributes are static strings; everything else is text.
struct Markup {
    /// The source text.
    let source: String

    private init(source: String) { self.source = source }

    /// Embeds a diagram, whose texts are already escaped.
    init(_ diagram: SVGDiagram) { source = diagram.description }

    /// Escapes a text, truncated to 200 characters.
    static func text(_ text: String) -> Markup {
        let isLong = text.utf8.count > 200 && text.count > 200
        return Markup(source: MarkupText.escaped(isLong ? text.prefix(199) + "…" : text))
    }

    /// Creates an element.
    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ children: Markup...
    ) -> Markup {
        element(name, attributes, children)
    }

    /// Creates an element with an array of children.
    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ children: [Markup]
    ) -> Markup {
        var source = "<\(name)"
        for (key, value) in attributes { source += " \(key)=\"\(MarkupText.escaped(value))\"" }
        source += ">"
        for child in children { source += child.source }
        return Markup(source: source + "</\(name)>")
    }

    /// Joins parts, one on each line.
    static func lines(_ parts: [Markup]) -> Markup {
        Markup(source: parts.map(\.source).joined(separator: "\n"))
    }

    /// Creates a `code` element, with control characters escaped: a key `\n`.
    static func code(_ text: String) -> Markup {
        element("code", [:], .text(text.escapingControls))
    }

    /// Creates trusted source text.
    static func literal(_ source: StaticString) -> Markup { Markup(source: "\(source)") }

    /// The size in bytes.
    var size: Int { source.utf8.count }
}

/// Tables.
extension Markup {
    /// Creates a table that scrolls on narrow screens; the first cell of each row is a header.
    static func table(
        _ title: String, _ header: [String], _ rows: [[Markup]], numeric: Set<Int> = []
    ) -> Markup {
        let heads = header.enumerated().map { column, text in
            element(
                "th", numeric.contains(column) ? ["scope": "col", "class": "n"] : ["scope": "col"],
                .text(text))
        }
        let lines = rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == 0
                    ? element("th", ["scope": "row"], cell)
                    : element("td", numeric.contains(column) ? ["class": "n"] : [:], cell)
            }
            return element("tr", [:], cells)
        }
        let head = element("thead", [:], element("tr", [:], heads))
        let table = element(
            "table", [:], element("caption", [:], .text(title)), head,
            element("tbody", [:], .lines(lines)))
        return element(
            "div", ["class": "scroll", "role": "region", "aria-label": title, "tabindex": "0"],
            table)
    }

    /// Creates a list.
    static func list(_ items: [Markup]) -> Markup {
        element("ul", [:], items.map { element("li", [:], $0) })
    }

    static func paragraph(_ text: String) -> Markup { element("p", [:], .text(text)) }
}
