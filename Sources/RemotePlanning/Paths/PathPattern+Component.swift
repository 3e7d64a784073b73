import HTTPValues
import MercatorPayload
import ObjectGraph

/// An argument that cannot be part of a path.
///
/// Arguments are not quoted in the text, since they may be confidential.
public struct PathArgumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the parameter.
    public let parameter: String
    /// The expectation that the argument does not meet.
    public let description: String

    init(_ parameter: String, _ reason: String) {
        self.parameter = parameter
        description = "':\(parameter)': \(reason)"
    }
}

extension PathPattern {
    /// The pattern of a path between two slashes: literals and parameters in turn.
    struct Component: Sendable, Hashable {
        private var pieces: [Piece] = []

        private enum Piece: Sendable, Hashable {
            /// A text, decoded and as it is written in URLs.
            case literal([UInt8], encoded: String)
            case parameter(String)
        }

        /// The names of the parameters, in order.
        var parameters: [String] {
            pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
        }

        /// The precedence; see ``PathPattern/rank``.
        var rank: Int { parameters.isEmpty ? 2 : pieces.count > 1 ? 1 : 0 }
    }
}

/// Reading the notation.
extension PathPattern.Component {
    init(_ text: Substring, _ problems: inout [String]) {
        var rest = text.unicodeScalars
        var literal = ""
        while let character = rest.popFirst() {
            let name = character == ":" ? String(rest.prefix(while: Self.isNamed)) : ""
            if !name.isEmpty {
                add(&literal, &problems)
                if case .parameter(let previous)? = pieces.last {
                    problems.append(
                        "':\(previous):\(name)': expected a literal between two parameters; "
                            + "separate them, as in ':\(previous)/:\(name)'")
                }
                pieces.append(.parameter(name))
                rest = rest.dropFirst(name.count)
            } else if character == "\\", let escaped = rest.popFirst() {
                literal.unicodeScalars.append(escaped)
            } else {
                literal.unicodeScalars.append(character)
            }
        }
        add(&literal, &problems)
        if pieces.count == 1, case .literal(let bytes, _) = pieces[0],
            bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8)
        {
            problems.append("'\(text)' is removed from paths; leave it out")
        }
    }

    private mutating func add(_ literal: inout String, _ problems: inout [String]) {
        guard !literal.isEmpty else { return }
        if PercentEncoding.decoded(literal) == nil {
            problems.append("'\(literal)': expected escapes of UTF-8; write the characters instead")
        }
        pieces.append(Self.literal(literal))
        literal = ""
    }

    private static func literal(_ text: String) -> Piece {
        .literal(
            Array((PercentEncoding.decoded(text) ?? text).utf8),
            encoded: PercentEncoding.path(text))
    }

    private static func isNamed(_ character: Unicode.Scalar) -> Bool {
        switch character {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "@": true
        default: false
        }
    }
}

/// Both directions.
extension PathPattern.Component {
    func encoded(_ arguments: [String: String]) throws(PathArgumentError) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(_, let encoded): text += encoded
            case .parameter(let name): text += try Self.encoded(name, arguments)
            }
        }
        guard let name = parameters.first else { return text }
        guard text != ".", text != ".." else {
            throw PathArgumentError(name, "'.' and '..' are removed from paths; use a query")
        }
        var found: [String: String] = [:]
        guard match(PercentEncoding.decoded(text) ?? "", &found),
            found.allSatisfy({ $0.value.hasSameBytes(as: arguments[$0.key] ?? "") })
        else {
            throw PathArgumentError(
                name, "it contains the text behind the parameter; separate parameters by slashes")
        }
        return text
    }

    private static func encoded(
        _ name: String, _ arguments: [String: String]
    ) throws(PathArgumentError) -> String {
        guard let value = arguments[name] else {
            throw PathArgumentError(
                name,
                "expected an argument, found none"
                    + Suggestion.text(for: name, among: arguments.keys)
            )
        }
        guard !value.isEmpty else {
            throw PathArgumentError(name, "expected an argument, found an empty text")
        }
        return PercentEncoding.component(value)
    }

    /// Adds the arguments in a decoded text; returns `false` if it does not match.
    ///
    /// Literals at both ends are removed first. In between, a parameter takes at least one byte, up
    /// to the first occurrence of the following literal.
    func match(_ text: String, _ arguments: inout [String: String]) -> Bool {
        var rest = Array(text.utf8)[...]
        var pieces = pieces[...]
        if case .literal(let prefix, _)? = pieces.first {
            guard rest.starts(with: prefix) else { return false }
            rest = rest.dropFirst(prefix.count)
            pieces.removeFirst()
        }
        if case .literal(let suffix, _)? = pieces.last {
            guard rest.suffix(suffix.count).elementsEqual(suffix) else { return false }
            rest = rest.dropLast(suffix.count)
            pieces.removeLast()
        }
        while case .parameter(let name)? = pieces.popFirst() {
            var end = rest.endIndex
            var next = end
            if case .literal(let literal, _)? = pieces.popFirst() {
                guard let found = rest.dropFirst().firstIndex(of: literal) else { return false }
                end = found
                next = found + literal.count
            }
            let argument = String(decoding: rest[..<end], as: UTF8.self)
            guard !argument.isEmpty, arguments[name].map(argument.hasSameBytes) ?? true else {
                return false
            }
            arguments[name] = argument
            rest = rest[next...]
        }
        return rest.isEmpty
    }

    /// Tests whether a text can match both patterns, judged by rank and by literals at the ends.
    func overlaps(_ other: Self) -> Bool {
        guard !parameters.isEmpty, !other.parameters.isEmpty else { return pieces == other.pieces }
        let (first, second) = (ends, other.ends)
        return first.prefix.mayBegin(like: second.prefix)
            && first.suffix.reversed().mayBegin(like: second.suffix.reversed())
    }

    private var ends: (prefix: [UInt8], suffix: [UInt8]) {
        var ends: (prefix: [UInt8], suffix: [UInt8]) = ([], [])
        if case .literal(let prefix, _)? = pieces.first { ends.prefix = prefix }
        if case .literal(let suffix, _)? = pieces.last { ends.suffix = suffix }
        return ends
    }
}

extension Sequence<UInt8> {
    /// Tests whether one sequence is a prefix of the other.
    fileprivate func mayBegin(like other: some Sequence<UInt8>) -> Bool {
        zip(self, other).allSatisfy { $0 == $1 }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the index of the first occurrence of a text.
    fileprivate func firstIndex(of text: [UInt8]) -> Int? {
        guard count >= text.count else { return nil }
        return (startIndex...endIndex - text.count).first { self[$0...].starts(with: text) }
    }
}
