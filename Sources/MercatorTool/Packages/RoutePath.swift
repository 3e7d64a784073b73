import Mercator

/// A path of a description with parameters in braces, such as `/pets/{petId}.json`.
struct RoutePath {
    /// The path without a slash at the beginning.
    let name: String
    /// The parameters in order, with names that a `PathPattern` can have.
    let parameters: [String]
    /// The literals around the parameters.
    private let literals: [String]

    /// Splits a path; `nil` if no pattern can express it.
    init?(_ path: String) {
        name = String(path.drop { $0 == "/" })
        var parameters: [String] = []
        var literals = [""]
        var rest = name[...]
        while let character = rest.popFirst() {
            guard character == "{", let end = rest.firstIndex(of: "}") else {
                literals[literals.count - 1].append(character)
                continue
            }
            let isFirst = literals.count == 1
            guard isFirst || !(literals.last ?? "").isEmpty else { return nil }
            parameters.append(
                String(rest[..<end].map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }))
            literals.append("")
            rest = rest[rest.index(after: end)...]
        }
        guard Set(parameters).count == parameters.count, !parameters.contains(""),
            !name.contains(where: { "?#".contains($0) })
        else { return nil }
        (self.parameters, self.literals) = (parameters, literals)
    }

    /// The path without the names of its parameters.
    var shape: String { literals.joined(separator: "{}") }

    /// Indicates whether the path belongs to one object.
    ///
    /// Its only parameter ends it, perhaps with an extension.
    var isOfObject: Bool {
        parameters.count == 1 && (literals[1].isEmpty || literals[1].first == ".")
            && !literals[1].contains("/")
    }

    /// Returns the pattern with names for the parameters, in order.
    func pattern(_ names: [String]) -> String {
        zip(names, literals.dropFirst()).reduce(literals[0].patternLiteral) { pattern, next in
            let (name, literal) = (next.0, next.1.patternLiteral)
            // A character that a name can have begins a literal only after a backslash.
            let isSeparate = literal.isEmpty || literal.hasPrefix("/") || literal.hasPrefix("\\")
            return "\(pattern):\(name)\(isSeparate ? "" : "\\")\(literal)"
        }
    }
}
