/// A ``TextMatch`` compiled for repeated use: its pattern is folded and parsed once.
///
/// Texts are compared by their UTF-8 bytes; with ``TextOptions``, by the UTF-8 bytes of their
/// folded forms. The time is at most proportional to the product of the lengths of text and
/// pattern.
package struct TextMatcher: Sendable {
    /// The match that was compiled.
    package let match: TextMatch
    private let form: Form

    /// The pattern in the form that its kind requires.
    private enum Form: Sendable {
        case equals([UInt8])
        case contains([UInt8])
        case begins([UInt8])
        case ends([UInt8])
        case like([LikeToken])
        case expression(TextPattern)
        case words(SearchTermMatcher)
    }

    /// Compiles a match.
    ///
    /// - Throws: ``TextPatternError`` if the pattern of `matches` is not a valid
    ///   regular expression.
    package init(_ match: TextMatch) throws(TextPatternError) {
        self.match = match
        let pattern = Array(match.options.folded(match.pattern).utf8)
        form =
            switch match.kind {
            case .equals: .equals(pattern)
            case .contains: .contains(pattern)
            case .begins: .begins(pattern)
            case .ends: .ends(pattern)
            case .like: .like(LikeToken.tokens(pattern))
            case .matches: .expression(try TextPattern(match.pattern, match.options))
            case .words: .words(SearchTermMatcher(match.pattern))
            }
    }

    /// Tests whether the text matches.
    package func matches(_ text: String) -> Bool {
        let folded = match.options.folded(text)
        let bytes = folded.utf8
        switch form {
        case .equals(let pattern):
            return bytes.count == pattern.count && bytes.elementsEqual(pattern)
        case .begins(let pattern): return bytes.starts(with: pattern)
        case .ends(let pattern):
            return bytes.count >= pattern.count
                && bytes.suffix(pattern.count).elementsEqual(pattern)
        case .contains(let pattern): return TextMatcher.occurs(pattern, in: Array(bytes))
        case .like(let tokens): return TextMatcher.matches(Array(bytes), tokens)
        case .expression(let expression): return expression.matches(folded)
        case .words(let term): return term.matches(text)
        }
    }

    /// Returns the number of places where the pattern occurs in the text.
    static func count(of pattern: [UInt8], in text: [UInt8]) -> Int {
        guard let first = pattern.first, text.count >= pattern.count else { return 0 }
        return (0...(text.count - pattern.count)).count { start in
            text[start] == first && text[start...].starts(with: pattern)
        }
    }

    /// Tests whether the pattern occurs in the text.
    static func occurs(_ pattern: [UInt8], in text: [UInt8]) -> Bool {
        guard let first = pattern.first else { return true }
        guard text.count >= pattern.count else { return false }
        for start in 0...(text.count - pattern.count)
        where text[start] == first && text[start...].starts(with: pattern) {
            return true
        }
        return false
    }

    /// Traverses text and pattern in parallel.
    ///
    /// After a mismatch only the last run is extended by a byte.
    ///
    /// Earlier runs need no backtracking, because the tokens between them and the last run have
    /// matched as early as possible. The time is therefore at most proportional to the product
    /// of both lengths.
    private static func matches(_ text: [UInt8], _ tokens: [LikeToken]) -> Bool {
        var (offset, index) = (0, 0)
        var retry: (offset: Int, index: Int)?
        while offset < text.count {
            if index < tokens.count, tokens[index] == .run {
                index += 1
                retry = (offset, index)
            } else if index < tokens.count, let next = tokens[index].end(in: text, from: offset) {
                offset = next
                index += 1
            } else if let last = retry {
                (offset, index) = (last.offset + 1, last.index)
                retry = (offset, index)
            } else {
                return false
            }
        }
        return tokens[index...].allSatisfy { $0 == .run }
    }
}

extension TextMatcher: Hashable {
    /// Tests whether both were compiled from the same match.
    package static func == (left: Self, right: Self) -> Bool { left.match == right.match }

    /// Hashes the match.
    package func hash(into hasher: inout Hasher) { hasher.combine(match) }
}

/// One token of a `like` pattern.
private enum LikeToken: Sendable, Hashable {
    case byte(UInt8)
    /// Exactly one Unicode scalar, which can be several bytes: `?`.
    case scalar
    /// Any number of bytes, including none: `*`.
    case run

    /// Parses a pattern.
    ///
    /// A backslash at the very end is literal.
    static func tokens(_ pattern: [UInt8]) -> [LikeToken] {
        var tokens: [LikeToken] = []
        var isEscaped = false
        for byte in pattern {
            switch byte {
            case _ where isEscaped:
                tokens.append(.byte(byte))
                isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "?"): tokens.append(.scalar)
            case UInt8(ascii: "*"): if tokens.last != .run { tokens.append(.run) }
            default: tokens.append(.byte(byte))
            }
        }
        if isEscaped { tokens.append(.byte(UInt8(ascii: "\\"))) }
        return tokens
    }

    /// Returns the offset after the text that this token matches, or `nil` without a match.
    func end(in text: [UInt8], from offset: Int) -> Int? {
        switch self {
        case .byte(let byte): return text[offset] == byte ? offset + 1 : nil
        case .run: return nil
        case .scalar:
            guard !LikeToken.isContinuation(text[offset]) else { return nil }
            var end = offset + 1
            while end < text.count, LikeToken.isContinuation(text[end]) { end += 1 }
            return end
        }
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
