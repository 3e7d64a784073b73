import ObjectGraph

/// Infers the attributes that identify the objects of an entity, from a declaration or from names.
///
/// Source: the rules of RestKit's `RKEntityIdentificationInferrer`. In addition, names in a
/// comma-separated list are trimmed, the names of the ancestors are tried, nearest first, and
/// `articleId` is tried after `articleID`.
package struct IdentificationInference {
    /// The inferred attributes, or `nil` if there are none.
    private(set) var attributes: [String]?
    /// The reason why a declaration cannot be applied.
    private(set) var problem: String?
    /// Indicates whether the model declares the identification, as opposed to a match by name.
    private(set) var isDeclared = false

    /// The keys of `userInfo` that declare the identification, in order of precedence.
    package static let keys = [
        "identificationAttributes", "RKEntityIdentificationAttributes", "identityAttributes",
        "identityAttribute",
    ]

    init(_ entity: EntityDescription) {
        for declaring in [entity] + entity.ancestors {
            for key in Self.keys {
                guard let value = declaring.userInfo[key] else { continue }
                isDeclared = true
                follow(value, key: key, of: declaring)
                return
            }
        }
        let names = Set(entity.attributes.map(\.name))
        let candidates = ([entity] + entity.ancestors).lazy.flatMap {
            Self.candidates(for: $0.name)
        }
        attributes = candidates.first(where: names.contains).map { [$0] }
    }

    private mutating func follow(_ value: Value, key: String, of entity: EntityDescription) {
        guard let names = Self.names(in: value) else {
            problem =
                "userInfo '\(key)' of \(entity.name): expected an attribute name, a comma list or "
                + "an array of names, found \(value)"
            return
        }
        let known = entity.attributes.map(\.name)
        guard let unknownName = names.first(where: { !known.contains($0) }) else {
            attributes = names
            return
        }
        problem =
            "userInfo '\(key)' of \(entity.name): no attribute '\(unknownName)'"
            + Suggestion.text(for: unknownName, among: known)
    }

    private static func names(in value: Value) -> [String]? {
        switch value {
        case .string(let list):
            return list.split(separator: ",").map { $0.withoutMargins }
        case .array(let elements):
            let names = elements.compactMap { element in
                if case .string(let name) = element { name.withoutMargins } else { nil as String? }
            }
            return names.count == elements.count && !names.isEmpty ? names : nil
        default: return nil
        }
    }

    /// Returns the conventional names of an identifier of the entity, in order of precedence.
    static func candidates(for entity: String) -> [String] {
        let name = entity.prefix(1).lowercased() + entity.dropFirst()
        return [
            name + "ID", name + "Id", snakeCase(entity) + "_id", "identifier", "id", "ID", "URL",
            "url",
        ]
    }

    /// Returns the words of a name in lower case, joined by underscores.
    ///
    /// A word is a run of lower-case letters at the start, an upper-case letter with the lower-case
    /// letters that follow it, or a run of upper-case letters up to the next such word; an acronym
    /// is therefore one word. All other characters are dropped: `ArcticMonkeyURL` becomes
    /// `arctic_monkey_url`, `Monkey2` becomes `monkey`.
    private static func snakeCase(_ name: String) -> String {
        let letters = Array(name.utf8)
        var words: [Substring] = []
        var start = 0
        func isLower(_ index: Int) -> Bool {
            index < letters.count && (0x61...0x7A).contains(letters[index])
        }
        func isUpper(_ index: Int) -> Bool {
            index < letters.count && (0x41...0x5A).contains(letters[index])
        }
        while start < letters.count {
            var end = start
            if start == 0, isLower(start) {
                while isLower(end) { end += 1 }
            } else if isUpper(start), isLower(start + 1) {
                end = start + 1
                while isLower(end) { end += 1 }
            } else if isUpper(start) {
                while isUpper(end) { end += 1 }
                if isLower(end) {
                    end -= 1
                } else if end < letters.count {
                    // A run of upper-case letters that another character follows is not a word.
                    start = end
                    continue
                }
            } else {
                start += 1
                continue
            }
            words.append(Substring(decoding: letters[start..<end], as: UTF8.self))
            start = end
        }
        return words.map { $0.lowercased() }.joined(separator: "_")
    }
}
