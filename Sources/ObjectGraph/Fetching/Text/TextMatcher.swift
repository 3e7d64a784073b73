/// A ``TextMatch`` made ready for many texts: its pattern is folded and taken apart once.
///
/// Texts are compared by their UTF-8 bytes, and with ``TextOptions`` by the bytes of their folded
/// forms. No pattern makes it slower than the product of both lengths.
package struct TextMatcher: Sendable {
    /// What was prepared.
    package let match: TextMatch
    private let form: Form

    /// The pattern in the form that its kind needs.
    private enum Form: Sendable {
        case equals([UInt8])
        case contains([UInt8])
        case begins([UInt8])
        case ends([UInt8])
        case like([LikeToken])
        case expression(TextPattern)
    }

    /// Prepares a match.
    ///
    /// - Throws: ``TextPatternError`` if the pattern of a `matches` is no regular expression.
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
            }
    }

    /// Whether the text is as the match says.
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
        }
    }

    private static func occurs(_ pattern: [UInt8], in text: [UInt8]) -> Bool {
        guard let first = pattern.first else { return true }
        guard text.count >= pattern.count else { return false }
        for start in 0...(text.count - pattern.count)
        where text[start] == first && text[start...].starts(with: pattern) {
            return true
        }
        return false
    }

    /// Walks text and pattern side by side; after a mismatch only the last run takes one byte more.
    ///
    /// Earlier runs need no second try: what follows them up to the last run has matched as early as
    /// it could. So the work is at most the product of both lengths.
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
    /// Whether both were made from one match.
    package static func == (left: Self, right: Self) -> Bool { left.match == right.match }

    /// Hashes what was prepared.
    package func hash(into hasher: inout Hasher) { hasher.combine(match) }
}

/// One piece of a `like` pattern.
private enum LikeToken: Sendable, Hashable {
    case byte(UInt8)
    /// `?`: exactly one Unicode scalar, which may be several bytes.
    case scalar
    /// `*`: anything, also nothing.
    case run

    /// Takes a pattern apart.
    ///
    /// A backslash at the very end stands for itself.
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

    /// Where the text goes on after this token, or `nil` if it does not match there.
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
