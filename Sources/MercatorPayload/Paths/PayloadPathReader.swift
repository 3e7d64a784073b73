/// A parser for the text of a ``PayloadPath``.
struct PayloadPathReader {
    /// The characters to escape in a name, besides `@` and `"` at its beginning.
    static let special: Set<Unicode.Scalar> = [".", "\\", "(", ")", "{", "}"]

    private let text: String
    private let scalars: [Unicode.Scalar]
    private var offset = 0
    /// Indicates whether all steps so far are `@parent`.
    private var isAtStart = true

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Parses all steps; the empty text and a leading `self` yield none.
    mutating func components() throws(PayloadPathError) -> [PayloadPathComponent] {
        guard !scalars.isEmpty else { return [] }
        var components: [PayloadPathComponent] = []
        if !skipSelf() { try append(to: &components) }
        while let scalar = current {
            guard scalar == "." else { throw fault(.expectedPoint) }
            switch components.last?.kind {
            case .operation(.count), .context(.rest): throw fault(.unexpectedComponent)
            default: break
            }
            offset += 1
            try append(to: &components)
        }
        return components
    }

    private mutating func append(
        to components: inout [PayloadPathComponent]
    ) throws(PayloadPathError) {
        let component = try component(isFirst: components.isEmpty)
        components.append(component)
        isAtStart = isAtStart && component.kind == .context(.parent)
    }

    /// Skips a leading `self`; returns whether it was present.
    private mutating func skipSelf() -> Bool {
        let word = Array("self".unicodeScalars)
        guard scalars.starts(with: word), scalars.count == 4 || scalars[4] == "." else {
            return false
        }
        offset = 4
        return true
    }

    private var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    private mutating func component(
        isFirst: Bool
    ) throws(PayloadPathError) -> PayloadPathComponent {
        switch current {
        case "\"": return try quotedName()
        case "@": return try word(isFirst: isFirst)
        case "{": return try representationKey(until: "}")
        case "(": return try representationKey(until: ")")
        case nil, ".": throw fault(.emptyComponent)
        default: return try plainName()
        }
    }

    /// Parses a context, which must come first, or an operator.
    private mutating func word(
        isFirst: Bool
    ) throws(PayloadPathError) -> PayloadPathComponent {
        let name = scalars[(offset + 1)...].prefix { $0 != "." }
        let word = String(String.UnicodeScalarView(name))
        if let context = PayloadPathContext(rawValue: word) {
            guard isFirst || (context == .parent && isAtStart) else {
                throw fault(.misplacedContext)
            }
            offset += name.count + 1
            return .context(context)
        }
        guard let operation = PayloadPathOperator(rawValue: word) else {
            throw fault(.reservedCharacter)
        }
        offset += name.count + 1
        return .operation(operation)
    }

    /// Parses a name between braces or parentheses.
    private mutating func representationKey(
        until end: Unicode.Scalar
    ) throws(PayloadPathError) -> PayloadPathComponent {
        let name = scalars[(offset + 1)...].prefix { $0 != end && !Self.special.contains($0) }
        let behind = offset + 1 + name.count
        guard !name.isEmpty, behind < scalars.count, scalars[behind] == end,
            behind + 1 == scalars.count || scalars[behind + 1] == "."
        else { throw fault(.reservedCharacter) }
        offset = behind + 1
        return .keyOfRepresentation(String(String.UnicodeScalarView(name)))
    }

    private mutating func plainName() throws(PayloadPathError) -> PayloadPathComponent {
        var name = String.UnicodeScalarView()
        while let scalar = current, scalar != "." {
            if scalar == "\\" {
                name.append(try escapedScalar())
                continue
            }
            guard !Self.special.contains(scalar) else { throw fault(.reservedCharacter) }
            name.append(scalar)
            offset += 1
        }
        return .key(String(name))
    }

    private mutating func quotedName() throws(PayloadPathError) -> PayloadPathComponent {
        offset += 1
        var name = String.UnicodeScalarView()
        while let scalar = current {
            if scalar == "\"" {
                offset += 1
                return .key(String(name))
            }
            if scalar == "\\" {
                name.append(try escapedScalar())
            } else {
                name.append(scalar)
                offset += 1
            }
        }
        throw fault(.missingQuotationMark)
    }

    private mutating func escapedScalar() throws(PayloadPathError) -> Unicode.Scalar {
        offset += 1
        guard let scalar = current else { throw fault(.unfinishedEscape) }
        offset += 1
        return scalar
    }

    private func fault(_ code: PayloadPathError.Code) -> PayloadPathError {
        PayloadPathError(code: code, path: text, offset: offset)
    }
}
