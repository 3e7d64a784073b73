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

    /// Creates an element with child elements.
    init(
        _ name: String, _ attributes: KeyValuePairs<String, Attribute> = [:],
        _ children: [SVGElement] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        content = nil
    }

    /// Creates an element with text content.
    init(
        _ name: String, _ attributes: KeyValuePairs<String, Attribute> = [:], _ content: String
    ) {
        self.name = name
        self.attributes = attributes
        self.content = content
        children = []
    }

    /// Returns the element as XML, with children on lines of their own.
    func xml(indentation: String = "") -> String {
        let written = attributes.map { #" \#($0.key)="\#(Self.text(of: $0.value))""# }.joined()
        let start = indentation + "<\(name)\(written)"
        if let content { return "\(start)>\(Self.escaped(content))</\(name)>\n" }
        guard !children.isEmpty else { return "\(start)/>\n" }
        let inside = children.map { $0.xml(indentation: indentation + "  ") }.joined()
        return "\(start)>\n\(inside)\(indentation)</\(name)>\n"
    }

    /// Formats a number with at most two decimal places, without trailing zeros.
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
