/// An element of an SVG drawing.
///
/// ```swift
/// SVGElement("text", ["x": 10, "y": 20, "class": "label"], "records")
/// ```
package struct SVGElement {
    /// The value of an attribute.
    enum Attribute: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
        ExpressibleByIntegerLiteral
    {
        case text(String)
        case number(Double)

        init(stringLiteral value: String) { self = .text(value) }

        init(floatLiteral value: Double) { self = .number(value) }

        init(integerLiteral value: Int) { self = .number(Double(value)) }
    }

    private let name: String
    private let attributes: KeyValuePairs<String, Attribute>
    private let content: String?
    private let children: [SVGElement]

    /// An element with others inside it.
    init(
        _ name: String, _ attributes: KeyValuePairs<String, Attribute> = [:],
        _ children: [SVGElement] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        content = nil
    }

    /// An element with a text inside it.
    init(
        _ name: String, _ attributes: KeyValuePairs<String, Attribute> = [:], _ content: String
    ) {
        self.name = name
        self.attributes = attributes
        self.content = content
        children = []
    }

    /// The element as XML, each child on lines of its own.
    func xml(indentation: String = "") -> String {
        let written = attributes.map { #" \#($0.key)="\#(Self.text(of: $0.value))""# }.joined()
        let start = indentation + "<\(name)\(written)"
        if let content { return "\(start)>\(Self.escaped(content))</\(name)>\n" }
        guard !children.isEmpty else { return "\(start)/>\n" }
        let inside = children.map { $0.xml(indentation: indentation + "  ") }.joined()
        return "\(start)>\n\(inside)\(indentation)</\(name)>\n"
    }

    /// A number to the hundredth of a pixel, without zeros that say nothing.
    package static func text(of number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let fraction =
            rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (hundredths < 0 ? "-" : "") + "\(whole)" + fraction
    }

    private static func text(of attribute: Attribute) -> String {
        switch attribute {
        case .text(let text): escaped(text)
        case .number(let number): text(of: number)
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
