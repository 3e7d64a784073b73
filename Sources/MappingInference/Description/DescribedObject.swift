/// An object of a description that responses contain.
struct DescribedObject {
    let schema: DescribedSchema
    /// The name of the schema among the components; `nil` for one written where it is used.
    let name: String?
    /// The words of the name.
    let words: NameWords
    /// The words without those that tell versions of one thing apart, such as `simple`.
    let noun: NameWords

    /// Creates an object.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - name: The name of the component.
    ///   - text: The part of the name, or the key or route, that names the object.
    init(_ schema: DescribedSchema, name: String?, text: String) {
        self.schema = schema
        self.name = name
        words = NameWords(text).singular
        noun = Self.withoutQualifiers(words)
    }

    private static let qualifiers: Set<String> = [
        "base", "basic", "brief", "compact", "deleted", "detail", "detailed", "details", "dto",
        "extended", "full", "instance", "lite", "mini", "minimal", "nullable", "partial",
        "private", "public", "response", "short", "simple", "summary",
    ]

    private static func withoutQualifiers(_ words: NameWords) -> NameWords {
        var rest = words.words[...]
        while rest.count > 1, let first = rest.first, qualifiers.contains(first) {
            rest = rest.dropFirst()
        }
        while rest.count > 1, let last = rest.last, qualifiers.contains(last) {
            rest = rest.dropLast()
        }
        return NameWords(words: Array(rest)).singular
    }

    /// Returns the names, without a prefix that most names share: the shortest ending of a dotted
    /// name that no other one has, `call` of `api.v2010.account.call`.
    static func shortNames(_ names: [String]) -> [String: String] {
        let parts = names.map { $0.split(separator: ".") }
        let starts = Dictionary(grouping: parts.compactMap(\.first)) { $0 }.mapValues(\.count)
        var counts: [String: Int] = [:]
        let suffixes = parts.map { parts in
            // Any other prefix tells things apart: `issuing.card` is another card.
            guard let first = parts.first, starts[first, default: 0] * 2 > names.count else {
                return [parts.joined(separator: ".")]
            }
            return parts.indices.reversed().map { parts[$0...].joined(separator: ".") }
        }
        for suffix in suffixes.joined() { counts[suffix, default: 0] += 1 }
        return Dictionary(
            zip(names, suffixes).map { name, suffixes in
                (name, suffixes.first { counts[$0] == 1 } ?? name)
            }, uniquingKeysWith: { first, _ in first })
    }
}
