/// Parses a regular expression.
///
/// | written | matches |
/// |---|---|
/// | `.` | one scalar other than a line terminator |
/// | `[a-z_]`, `[^a-z]` | one of these; none of these |
/// | `\d` `\w` `\s`, `\D` `\W` `\S` | digit, word character, white space; the opposite |
/// | `\t` `\n` `\r` `\f`, `\xhh`, `\uhhhh`, `\x{h…}` | that scalar |
/// | `\` before punctuation | the character itself |
/// | `^` `$` `\A` `\z`, `\b` `\B` | start, end; a word boundary, its absence |
/// | `a\|b`, `(…)`, `(?:…)`, `(?<name>…)` | either; a group |
/// | `?` `*` `+` `{2}` `{2,}` `{2,4}` | repetition; a following `?` has no effect |
///
/// Constructs that require backtracking, and flags in the pattern, are rejected with
/// specific messages.
struct TextPatternParser {
    private let scalars: [Unicode.Scalar]
    private let options: TextOptions
    private var offset = 0
    private var depth = 0
    private var foldedCount = 0

    private static let depthLimit = 50
    private static let repetitionLimit = 1000
    /// The greatest number of scalars that all classes together may fold one by one.
    private static let foldingLimit = 100_000

    init(_ pattern: String, _ options: TextOptions) {
        scalars = Array(pattern.unicodeScalars)
        self.options = options
    }

    /// Parses the whole pattern.
    mutating func pattern() throws(TextPatternError) -> TextPattern.Node {
        let node = try choice()
        guard offset == scalars.count else {
            throw fault("a ')' closes no group; write '\\)' for the character")
        }
        return node
    }

    private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    private mutating func skip(_ text: String) -> Bool {
        guard scalars[offset...].starts(with: text.unicodeScalars) else { return false }
        offset += text.unicodeScalars.count
        return true
    }

    private func fault(_ message: String, at position: Int? = nil) -> TextPatternError {
        TextPatternError(position: (position ?? offset) + 1, message)
    }

    private mutating func choice() throws(TextPatternError) -> TextPattern.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= TextPatternParser.depthLimit else {
            throw fault("groups are nested deeper than \(TextPatternParser.depthLimit) levels")
        }
        var choices = [try sequence()]
        while skip("|") { choices.append(try sequence()) }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() throws(TextPatternError) -> TextPattern.Node {
        var parts: [TextPattern.Node] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let start = offset
            let part = try atom()
            guard let count = try repetition() else {
                parts.append(part)
                continue
            }
            if case .assertion = part {
                throw fault("a repetition of something without a width", at: start)
            }
            parts.append(.repetition(part, least: count.least, most: count.most))
            if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
                throw fault(
                    "'\(scalar)' after a repetition: possessive and repeated ones are not "
                        + "supported")
            }
        }
        return .sequence(parts)
    }

    private mutating func repetition() throws(TextPatternError) -> (least: Int, most: Int?)? {
        let start = offset
        var count: (least: Int, most: Int?)
        if skip("*") {
            count = (0, nil)
        } else if skip("+") {
            count = (1, nil)
        } else if skip("?") {
            count = (0, 1)
        } else if skip("{") {
            guard let least = number() else {
                throw fault("expected a number after '{'; write '\\{' for the character")
            }
            count = (least, least)
            if skip(",") { count.most = number() }
            guard skip("}") else { throw fault("expected '}' after the repetition") }
        } else {
            return nil
        }
        guard max(count.least, count.most ?? 0) <= TextPatternParser.repetitionLimit else {
            throw fault(
                "repetitions are limited to \(TextPatternParser.repetitionLimit)", at: start)
        }
        if let most = count.most, most < count.least {
            throw fault("the upper bound of the repetition is below the lower one", at: start)
        }
        // Lazy matching affects only the choice among several matches, not the existence of a
        // match.
        _ = skip("?")
        return count
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar = next, ("0"..."9").contains(scalar), digits.utf8.count < 9 {
            digits.unicodeScalars.append(scalar)
            offset += 1
        }
        return Int(digits)
    }

    private mutating func atom() throws(TextPatternError) -> TextPattern.Node {
        if skip("(") { return try group() }
        if skip("[") { return .set(try set()) }
        if skip(".") { return .set(ScalarSet(.lineEnd, isNegated: true)) }
        if skip("^") { return .assertion(.start) }
        if skip("$") { return .assertion(.end) }
        if skip("\\") { return try escape() }
        let scalar = scalars[offset]
        guard !"*+?{".unicodeScalars.contains(scalar) else {
            throw fault("'\(scalar)' repeats nothing; write '\\\(scalar)' for the character")
        }
        offset += 1
        return literal(scalar)
    }

    /// Returns the node of a scalar in its folded form.
    private func literal(_ scalar: Unicode.Scalar) -> TextPattern.Node {
        guard !options.isEmpty else { return .scalar(scalar) }
        return .sequence(options.folded(String(scalar)).unicodeScalars.map { .scalar($0) })
    }

    private mutating func group() throws(TextPatternError) -> TextPattern.Node {
        let start = offset - 1
        if skip("?") {
            let unsupported = [
                ("<=", "looking behind"), ("<!", "looking behind"), ("=", "looking ahead"),
                ("!", "looking ahead"), (">", "an atomic group"), ("#", "a comment"),
            ]
            for (sign, name) in unsupported where skip(sign) {
                throw fault("\(name) is not supported", at: start)
            }
            if skip("<") {
                while let scalar = next, scalar != ">" {
                    guard ScalarSet.Kind.word.contains(scalar) else { break }
                    offset += 1
                }
                guard skip(">") else { throw fault("expected '>' after the name of the group") }
            } else if !skip(":") {
                throw fault("flags are not supported; write MATCHES[c] to ignore case", at: start)
            }
        }
        let inner = try choice()
        guard skip(")") else { throw fault("the group is not closed", at: start) }
        return inner
    }

    private mutating func escape() throws(TextPatternError) -> TextPattern.Node {
        let start = offset - 1
        guard let scalar = next else {
            throw fault("nothing follows the '\\'; write '\\\\' for the character", at: start)
        }
        if let kind = TextPatternParser.kind(scalar) {
            offset += 1
            return .set(ScalarSet(kind.kind, isNegated: kind.isNegated))
        }
        let assertions: [Unicode.Scalar: TextPattern.Assertion] = [
            "A": .start, "z": .end, "b": .wordBoundary, "B": .noWordBoundary,
        ]
        if let assertion = assertions[scalar] {
            offset += 1
            return .assertion(assertion)
        }
        return literal(try escapedScalar(from: start))
    }

    private static func kind(
        _ scalar: Unicode.Scalar
    ) -> (kind: ScalarSet.Kind, isNegated: Bool)? {
        switch scalar {
        case "d": (.digit, false)
        case "D": (.digit, true)
        case "w": (.word, false)
        case "W": (.word, true)
        case "s": (.space, false)
        case "S": (.space, true)
        default: nil
        }
    }

    /// Reads the scalar of an escape sequence, inside or outside of a class.
    private mutating func escapedScalar(from start: Int) throws(TextPatternError) -> Unicode.Scalar
    {
        guard let scalar = next else { throw fault("nothing follows the '\\'", at: start) }
        offset += 1
        switch scalar {
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "f": return "\u{C}"
        case "x": return skip("{") ? try code(nil, start) : try code(2, start)
        case "u": return try code(4, start)
        case "1"..."9", "k": throw fault("backreferences are not supported", at: start)
        case "p", "P": throw fault("properties are not supported; list the ranges", at: start)
        case "0", "a"..."z", "A"..."Z":
            throw fault("the escape '\\\(scalar)' is not supported", at: start)
        default: return scalar
        }
    }

    private mutating func code(
        _ count: Int?, _ start: Int
    ) throws(TextPatternError) -> Unicode.Scalar {
        var digits = ""
        while let scalar = next, scalar.properties.isASCIIHexDigit, digits.utf8.count < count ?? 8 {
            digits.unicodeScalars.append(scalar)
            offset += 1
        }
        let isComplete = count.map { digits.utf8.count == $0 } ?? skip("}")
        guard isComplete, let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
        else { throw fault("expected the hexadecimal digits of a scalar", at: start) }
        return scalar
    }

    private mutating func set() throws(TextPatternError) -> ScalarSet {
        let start = offset - 1
        var set = ScalarSet()
        set.isNegated = skip("^")
        var isEmpty = true
        while let scalar = next, scalar != "]" {
            isEmpty = false
            guard let first = try member(&set, start) else { continue }
            // A '-' before the end of the class is literal.
            guard next == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" else {
                set.insert(first...first, options)
                continue
            }
            offset += 1
            guard let last = try member(&set, start), first <= last else {
                throw fault("the range does not go from a lower to a higher scalar", at: start)
            }
            set.insert(first...last, options)
        }
        guard skip("]") else { throw fault("the class is not closed", at: start) }
        guard !isEmpty else {
            throw fault("the class is empty; write '\\]' for the character", at: start)
        }
        foldedCount += set.foldedCount
        guard foldedCount <= TextPatternParser.foldingLimit else {
            throw fault(
                "the classes have more than \(TextPatternParser.foldingLimit) characters to "
                    + "compare without case or diacritics", at: start)
        }
        set.finish()
        return set
    }

    /// Reads a scalar of a class.
    ///
    /// The result is `nil` for an escape like `\d`, which is added to the set.
    private mutating func member(
        _ set: inout ScalarSet, _ start: Int
    ) throws(TextPatternError) -> Unicode.Scalar? {
        guard let scalar = next else { throw fault("the class is not closed", at: start) }
        let position = offset
        for sign in ["[", "&&", "--"] where skip(sign) {
            throw fault(
                "sets in classes are not supported; write '\\\(sign.prefix(1))' for the character",
                at: position)
        }
        offset += 1
        guard scalar == "\\" else { return scalar }
        if let escaped = next, let kind = TextPatternParser.kind(escaped) {
            offset += 1
            set.insert(kind.kind, isNegated: kind.isNegated)
            return nil
        }
        return try escapedScalar(from: position)
    }
}

/// The error for text that is not a valid regular expression.
package struct TextPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The index of the offending scalar in the pattern, counted from 1.
    package let position: Int
    /// The message: the problem, and advice.
    package let message: String

    init(position: Int, _ message: String) {
        self.position = position
        self.message = message
    }

    /// The location and the message.
    package var description: String {
        "character \(position) of the regular expression: \(message)"
    }
}
