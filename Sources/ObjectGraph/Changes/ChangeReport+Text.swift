extension ChangeReport: CustomStringConvertible {
    /// One line for each changed object and property; long values and lists are truncated.
    public var description: String { text(limit: 20) }

    /// Returns the report with at most `limit` of its objects.
    package func text(limit: Int) -> String {
        guard !isEmpty else { return "no changes" }
        let counts = Kind.allCases.map { (count($0), $0.rawValue) }.filter { $0.0 > 0 }
        let head =
            TextLines.count(objects.count, "object") + ": "
            + counts.map { "\($0) \($1)" }.joined(separator: ", ")
        let rest = objects.count - min(objects.count, limit)
        let lines = objects.prefix(limit).map(\.description)
        return ([head] + lines + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
    }
}

extension ChangeReport.ObjectChange: CustomStringConvertible {
    /// The object, followed by the changed properties: `~ Article/42 (articleID: 7)`.
    public var description: String {
        let sign =
            switch kind {
            case .inserted: "+"
            case .updated: "~"
            case .deleted: "-"
            }
        let lines =
            attributes.map { line($0.name, $0.old.shortText, $0.new.shortText) }
            + relationships.map { change in
                guard change.isToMany else {
                    return line(
                        change.name, change.removed.first?.description ?? "nil",
                        change.added.first?.description ?? "nil")
                }
                return "\(change.name): \(change.listText)"
            }
        return (["\(sign) \(name)"] + lines.map { "    \($0)" }).joined(separator: "\n")
    }

    private func line(_ name: String, _ old: String, _ new: String) -> String {
        switch kind {
        case .inserted: "\(name): \(new)"
        case .updated: "\(name): \(old) → \(new)"
        case .deleted: "\(name): \(old)"
        }
    }
}

extension ChangeReport.RelationshipChange {
    /// The greatest number of objects shown of a list.
    private static let shownCount = 5

    fileprivate var listText: String {
        let moves = moved.map { "\($0.object) from \($0.from) to \($0.to)" }
        return [
            part("added", added.map(\.description)), part("removed", removed.map(\.description)),
            part("moved", moves),
        ].compactMap { $0 }.joined(separator: "; ")
    }

    private func part(_ word: String, _ texts: [String]) -> String? {
        guard !texts.isEmpty else { return nil }
        let shown = texts.prefix(Self.shownCount).joined(separator: ", ")
        let rest = texts.count - Self.shownCount
        return "\(word) \(shown)" + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension Value {
    /// The greatest number of characters shown of a value.
    private static let shownLength = 60
    /// The greatest number of bytes shown of data.
    private static let shownBytes = 16

    /// The value in one line, truncated if it is long.
    var shortText: String {
        switch self {
        case .string(let text):
            // Counting the characters would read the whole text, which may be megabytes long.
            let shown = text.prefix(Self.shownLength)
            let isCut = shown.endIndex < text.endIndex
            let tail = isCut ? "…\" (\(text.utf8.count) bytes)" : "\""
            return "\"" + shown.unicodeScalars.map(Self.visible).joined() + tail
        case .data(let bytes):
            let shown = Array(bytes.prefix(Self.shownBytes)).hexadecimalText
            guard bytes.count > Self.shownBytes else { return "0x" + shown }
            return "0x\(shown)… (\(bytes.count) bytes)"
        case .array, .dictionary:
            let text = ValueJSON.text(self)
            let shown = text.prefix(Self.shownLength)
            guard shown.endIndex < text.endIndex else { return text }
            return "\(shown)… (\(text.utf8.count) bytes)"
        default: return description
        }
    }

    /// Returns a scalar for display.
    ///
    /// Quotes, backslashes, control characters and line breaks are escaped.
    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\n", "\r", "\t", "\0": scalar.escaped(asASCII: false)
        default:
            scalar.properties.generalCategory == .control
                || scalar.value == 0x2028 || scalar.value == 0x2029
                ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }
}
