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
            let part = argument + (number == arguments.count - 1 ? ")" + tail : ",")
            if current.count > indent.count {
                if current.count + 1 + part.count > width {
                    lines.append(current)
                    current = indent + part
                } else {
                    current += " " + part
                }
            } else {
                current += part
            }
        }
        return lines + [current]
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
}
