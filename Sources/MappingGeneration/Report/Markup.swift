import ModelGeneration
import ObjectGraph

/// A part of an HTML page whose texts are escaped.
///
/// Names of elements and attributes are literals of the program; all else is text.
struct Markup {
    /// The source text.
    let source: String

    private init(source: String) { self.source = source }

    /// A picture, whose texts are escaped already.
    init(_ diagram: SVGDiagram) { source = diagram.description }

    /// Escapes a text, and shortens one of more than 200 characters.
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

    /// Creates an element from its parts.
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

    /// Joins parts, each on its own line.
    static func lines(_ parts: [Markup]) -> Markup {
        Markup(source: parts.map(\.source).joined(separator: "\n"))
    }

    /// Creates a text in the typeface of code, with hidden characters as escapes: a key `\n`.
    static func code(_ text: String) -> Markup {
        element("code", [:], .text(text.escapingControls))
    }

    /// Source text that is written in the program.
    static func literal(_ source: StaticString) -> Markup { Markup(source: "\(source)") }

    /// The number of bytes.
    var size: Int { source.utf8.count }
}

/// The tables of a page.
extension Markup {
    /// Creates a table that scrolls if the page is too narrow; the first cell of a row is its head.
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
