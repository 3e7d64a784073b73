/// Reads the written form of a ``PayloadPath``, front to back.
struct PayloadPathReader {
    /// What must be escaped in a name; `@` and `"` only at its start.
    static let special: Set<Unicode.Scalar> = [".", "\\", "(", ")", "{", "}"]

    private let text: String
    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// All steps; none for the empty text.
    mutating func components() throws(PayloadPathError) -> [PayloadPathComponent] {
        guard !scalars.isEmpty else { return [] }
        var components = [try component()]
        while let scalar = current {
            guard scalar == "." else { throw fault(.expectedPoint) }
            place += 1
            components.append(try component())
        }
        return components
    }

    private var current: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private mutating func component() throws(PayloadPathError) -> PayloadPathComponent {
        switch current {
        case "\"": try quotedName()
        case "@": throw fault(.reservedCharacter)
        case nil, ".": throw fault(.emptyComponent)
        default: try plainName()
        }
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
            place += 1
        }
        return .key(String(name))
    }

    private mutating func quotedName() throws(PayloadPathError) -> PayloadPathComponent {
        place += 1
        var name = String.UnicodeScalarView()
        while let scalar = current {
            if scalar == "\"" {
                place += 1
                return .key(String(name))
            }
            if scalar == "\\" {
                name.append(try escapedScalar())
            } else {
                name.append(scalar)
                place += 1
            }
        }
        throw fault(.missingQuotationMark)
    }

    private mutating func escapedScalar() throws(PayloadPathError) -> Unicode.Scalar {
        place += 1
        guard let scalar = current else { throw fault(.unfinishedEscape) }
        place += 1
        return scalar
    }

    private func fault(_ code: PayloadPathError.Code) -> PayloadPathError {
        PayloadPathError(code: code, path: text, offset: place)
    }
}
