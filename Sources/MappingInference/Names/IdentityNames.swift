/// The strength of a key's name as evidence of an identity.
package struct IdentityClass: Hashable, Sendable {
    /// The classes of identity names, the strongest first.
    package enum Letter: String, Comparable, Sendable {
        case a = "A"
        case b = "B"
        case c = "C"
        case d = "D"
        case e = "E"
        case f = "F"
        /// Any other name, for texts that are distinct over many records.
        case g = "G"

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package let letter: Letter
    /// The confidence before values are considered.
    package let score: Double

    package init(_ letter: Letter, _ score: Double) {
        self.letter = letter
        self.score = score
    }

    /// Code-like texts that are distinct over many records.
    static let code = IdentityClass(.g, 0.6)
    /// Other distinct texts, which are possible identities only.
    static let possible = IdentityClass(.g, 0.45)
    /// URLs.
    static let address = IdentityClass(.d, 0.6)
}

/// Classifies keys by identity names, ignoring case and separators.
package enum IdentityNames {
    /// Returns the class of a key.
    ///
    /// - Parameters:
    ///   - key: The key, such as `Track ID`.
    ///   - entity: The name of the entity, for class B; `nil` if it is not known.
    /// - Returns: The class, or `nil` if the name is not typical of an identity.
    package static func `class`(of key: String, entity: String?) -> IdentityClass? {
        let words = NameWords(key)
        let name = words.joined
        if ["id", "pk"].contains(name) { return IdentityClass(.a, 1) }
        if let entity, isOwn(name, of: NameWords(entity)) { return IdentityClass(.b, 0.95) }
        if name == "idstr" { return IdentityClass(.c, 0.8) }
        if unique.contains(name) { return IdentityClass(.c, 0.9) }
        if addresses.contains(name) { return .address }
        if codes.contains(name) { return IdentityClass(.e, 0.55) }
        return natural.contains(name) ? IdentityClass(.f, 0.6) : nil
    }

    /// Tests for the entity's noun, or its last word, with an ending such as `id`.
    private static func isOwn(_ name: String, of entity: NameWords) -> Bool {
        let noun = entity.singular
        let nouns = [noun.joined, noun.words.last ?? "", entity.plural.joined]
        return nouns.contains { noun in
            !noun.isEmpty && endings.contains { name == noun + $0 }
        }
    }

    private static let endings = [
        "arn", "code", "guid", "id", "key", "no", "nr", "number", "pk", "uid", "uuid",
    ]

    private static let unique: Set<String> = [
        "uuid", "guid", "uid", "oid", "sha", "hash", "identifier", "nodeid", "gid",
    ]

    private static let addresses: Set<String> = [
        "arn", "doi", "href", "permalink", "self", "uri", "url", "urn",
    ]

    private static let codes: Set<String> = [
        "asin", "barcode", "cca2", "cca3", "ccn3", "cioc", "code", "doi", "ean", "email", "gtin",
        "handle", "iata", "icao", "isbn", "isbn10", "isbn13", "iso2", "iso3", "issn", "key",
        "login", "num", "screenname", "shortcode", "sku", "slug", "symbol", "ticker", "upc",
        "username", "vin",
    ]

    private static let natural: Set<String> = ["name", "text", "label", "tag", "title"]
}
