/// The words of a key, split at changes of case and at separators.
///
/// ```swift
/// NameWords("in_reply_to_userID").words     // ["in", "reply", "to", "user", "id"]
/// NameWords("HTML-url").lowerCamel          // "htmlURL"
/// ```
package struct NameWords: Hashable, Sendable {
    /// The words in lower case; empty if the key has neither letters nor digits.
    package var words: [String]

    /// Splits a key into words, in time linear in its length.
    package init(_ key: String) {
        words = Self.parts(of: key).map { $0.lowercased() }
        // GitHub counts reactions as `+1` and `-1`.
        let sign = Self.signs[key.unicodeScalars.first]
        if let sign, words.first?.first?.isNumber == true { words.insert(sign, at: 0) }
    }

    package init(words: [String]) { self.words = words }

    /// The concatenated words, for comparisons that ignore case and separators.
    package var joined: String { words.joined() }

    /// The words as a property name in lower camel case, with the usual spelling of acronyms.
    package var lowerCamel: String {
        let rest = words.dropFirst().map { Self.acronyms[$0] ?? $0.capitalizedWord }
        return Self.escaped((words.first ?? "") + rest.joined())
    }

    /// The words as a type name in upper camel case.
    package var upperCamel: String {
        Self.escaped(words.map(\.capitalizedWord).joined())
    }

    /// Returns the words of several keys, concatenated.
    package static func joining(_ keys: [String]) -> NameWords {
        NameWords(words: keys.flatMap { NameWords($0).words })
    }

    private static let signs: [Unicode.Scalar?: String] = ["+": "plus", "-": "minus"]

    private static let acronyms: [String: String] = {
        let names = ["ID", "URL", "UUID", "HTML", "JSON", "API", "SHA"]
        return Dictionary(
            uniqueKeysWithValues: names.flatMap {
                [($0.lowercased(), $0), ($0.lowercased() + "s", $0 + "s")]
            })
    }()

    /// Prefixes names that begin with a digit, which are not identifiers.
    private static func escaped(_ name: String) -> String {
        name.first?.isNumber == true ? "_" + name : name
    }
}

extension NameWords {
    /// The role of a character in a key.
    private enum Kind {
        case lower, upper, uncased, digit, mark, separator

        init(_ scalar: Unicode.Scalar) {
            // Four comparisons are many times faster than the table of general categories.
            if scalar.isASCII {
                self =
                    switch scalar {
                    case "a"..."z": .lower
                    case "A"..."Z": .upper
                    case "0"..."9": .digit
                    default: .separator
                    }
                return
            }
            self =
                switch scalar.properties.generalCategory {
                case .lowercaseLetter: .lower
                case .uppercaseLetter, .titlecaseLetter: .upper
                case .otherLetter, .modifierLetter, .letterNumber: .uncased
                case .decimalNumber: .digit
                case .nonspacingMark, .spacingMark: .mark
                default: .separator
                }
        }
    }

    /// Returns the words of a key with their original case.
    static func parts(of key: String) -> [Substring] {
        let scalars = key.unicodeScalars
        var parts: [Substring] = []
        var start: String.Index?
        // The last character of the word, and the length of the run of capitals up to it.
        var last = (kind: Kind.separator, index: key.startIndex, capitals: 0)
        for index in scalars.indices {
            let kind = Kind(scalars[index])
            if kind == .mark, start != nil { continue }
            guard kind != .separator, kind != .mark else {
                if let start { parts.append(key[start..<index]) }
                start = nil
                continue
            }
            if let first = start {
                if kind == .upper, last.kind != .upper {
                    parts.append(key[first..<index])
                    start = index
                } else if kind == .lower, last.capitals > 1, !isPluralEnding(index, in: scalars) {
                    parts.append(key[first..<last.index])
                    start = last.index
                }
            }
            let capitals = kind != .upper ? 0 : start == nil || start == index ? 1 : nil
            last = (kind, index, capitals ?? last.capitals + 1)
            start = start ?? index
        }
        if let start { parts.append(key[start...]) }
        return parts
    }

    /// Tests for a plural `s` at the end of a word, as in `userIDs`.
    private static func isPluralEnding(
        _ index: String.Index, in scalars: String.UnicodeScalarView
    ) -> Bool {
        let next = scalars.index(after: index)
        return scalars[index] == "s"
            && (next == scalars.endIndex || Kind(scalars[next]) != .lower)
    }
}

extension String {
    /// The word with its first letter in title case.
    fileprivate var capitalizedWord: String {
        guard let first = unicodeScalars.first else { return self }
        return first.properties.titlecaseMapping + String(unicodeScalars.dropFirst())
    }
}
