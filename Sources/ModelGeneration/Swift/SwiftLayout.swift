/// Wraps lines of Swift code like `swift format`.
package enum SwiftLayout {
    package static let width = 100

    /// Formats a call: on one line, or with as many arguments per following line as fit.
    package static func call(
        _ head: String, _ arguments: [String], _ tail: String = ""
    ) -> [String] {
        let line = "\(head)(\(arguments.joined(separator: ", ")))\(tail)"
        guard line.count > width else { return [line] }
        let indent = String(head.prefix { $0 == " " }) + "    "
        var lines = [head + "("]
        var current = indent
        for (number, argument) in arguments.enumerated() {
            let isLast = number == arguments.count - 1
            let part = argument + (isLast ? ")" + tail : ",")
            if current.count > indent.count {
                guard current.count + 1 + part.count > width else {
                    current += " " + part
                    continue
                }
                lines.append(current)
                current = indent
            }
            if indent.count + part.count > width, let label = label(of: argument) {
                lines.append(indent + label)
                current = indent + "    " + part.dropFirst(label.count + 1)
            } else {
                current += part
            }
            if isLast, current.count > width, argument.hasPrefix("\"") {
                lines.append(String(current.dropLast(1 + tail.count)))
                current = indent.dropLast(4) + ")" + tail
            }
        }
        return lines + [current]
    }

    /// Returns the label of an argument that is a string literal, with its colon; `nil` for others.
    private static func label(of argument: String) -> String? {
        let label = argument.prefix(while: \.isLetter)
        return argument.dropFirst(label.count).hasPrefix(": \"") ? label + ":" : nil
    }

    /// Formats an array or dictionary literal: on one line, or with one line per element.
    package static func list(_ head: String, _ elements: [String], _ tail: String = "") -> [String]
    {
        let line = "\(head)[\(elements.joined(separator: ", "))]\(tail)"
        // The formatter leaves room for a trailing comma if there are several elements.
        let width = elements.count > 1 && tail.isEmpty ? width - 1 : width
        guard line.count > width, !elements.isEmpty else { return [line] }
        let indent = String(head.prefix { $0 == " " })
        let comma = elements.count > 1 ? "," : ""
        return ["\(head)["] + elements.map { "\(indent)    \($0)\(comma)" } + ["\(indent)]\(tail)"]
    }

    /// Formats an assignment: on one line, or with the value on a separate line.
    package static func assignment(_ head: String, _ value: String) -> [String] {
        let line = "\(head) = \(value)"
        guard line.count > width else { return [line] }
        return ["\(head) =", String(head.prefix { $0 == " " }) + "    " + value]
    }
}
