import EntityMapper
import MercatorPayload
import ModelGeneration
import ObjectGraph

/// The literals in a function; long literals become constants.
struct SwiftPaths {
    private(set) var declarations: [String] = []
    private var constants: [PayloadPath: String] = [:]
    private var count = 0

    private static let longest = 56
    private static let width = 80

    /// Returns an expression for a path.
    mutating func literal(_ path: PayloadPath) -> String {
        guard !path.components.isEmpty || path.problem != nil else { return "PayloadPath.root" }
        let text = path.description
        let literal = SwiftLiteral.text(text)
        guard literal.count > Self.longest || literal.utf8.count > 3 * Self.longest else {
            return literal
        }
        if let known = constants[path] { return known }
        let name = newName("path")
        constants[path] = name
        declarations += ["    let \(name) = \"\"\""] + Self.lines(of: text) + ["        \"\"\""]
        return name
    }

    /// Returns an expression for a property name; a long name becomes a constant.
    mutating func literal(_ name: String, unless isShort: Bool) -> String {
        let literal = SwiftLiteral.text(name)
        guard !isShort else { return literal }
        let constant = newName("name")
        declarations.append("    let \(constant) = \(literal)")
        return constant
    }

    /// Returns an expression for a list of conditions; a long list becomes a constant.
    mutating func shortened(_ head: String, _ parts: [String]) -> String {
        let text = "\(head)[\(parts.joined(separator: ", "))])"
        guard text.count > 60 else { return text }
        let name = newName("condition")
        declarations += SwiftLayout.list(
            "    let \(name): RepresentationPredicate = \(head)", parts, ")")
        return name
    }

    private mutating func newName(_ kind: String) -> String {
        count += 1
        return "\(kind)\(count)"
    }

    /// Splits a literal into lines that end in a backslash, escaping non-ASCII characters.
    private static func lines(of text: String) -> [String] {
        var lines = [""]
        for scalar in text.unicodeScalars {
            let inner = SwiftLiteral.text(String(scalar)).dropFirst().dropLast()
            let piece = scalar.isASCII ? String(inner) : "\\u{\(String(scalar.value, radix: 16))}"
            if lines[lines.count - 1].count + piece.count > width { lines.append("") }
            lines[lines.count - 1] += piece
        }
        return lines.enumerated().map { number, line in
            "        " + line + (number == lines.count - 1 ? "" : "\\")
        }
    }
}
