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
        if ["id", "pk"].contains(name) { return IdentityClass(letter: .a, score: 1) }
        if let entity, isOwn(name, of: NameWords(entity)) {
            return IdentityClass(letter: .b, score: 0.95)
        }
        if name == "idstr" { return IdentityClass(letter: .c, score: 0.8) }
        if unique.contains(name) { return IdentityClass(letter: .c, score: 0.9) }
        if addresses.contains(name) { return .address }
        if codes.contains(name) { return IdentityClass(letter: .e, score: 0.55) }
        return natural.contains(name) ? IdentityClass(letter: .f, score: 0.6) : nil
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
        "uuid", "guid", "uid", "sid", "oid", "sha", "hash", "identifier", "nodeid", "gid",
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
