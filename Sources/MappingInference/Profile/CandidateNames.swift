/// Classifies names of members that may identify a record.
///
/// Doubtful names are included, since the rules decide by values.
enum CandidateNames {
    /// The number of records in which a unique key is no coincidence.
    static let many = 20

    /// The classes, the best first.
    enum Class: Int, Comparable {
        case identifier, named, universal, address, code, natural

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

        var isStrong: Bool { self <= .universal }
    }

    private static let identifiers: Set<String> = ["id", "_id", "pk", "@id"]
    private static let named: Set<String> = [
        "arn", "code", "id", "key", "no", "nr", "number", "pk",
    ]
    private static let universal: Set<String> = [
        "uuid", "guid", "uid", "oid", "sha", "hash", "identifier", "gid",
    ]
    private static let addresses: Set<String> = [
        "doi", "href", "permalink", "self", "uri", "url", "urn",
    ]
    private static let codes: Set<String> = [
        "slug", "symbol", "sku", "isbn", "asin", "login", "username", "email", "num", "cca2",
        "cca3", "handle", "ean", "upc", "gtin", "iata", "icao", "abbr", "acronym", "ref",
        "reference", "isbn10", "isbn13", "iso2", "iso3",
    ]
    private static let natural: Set<String> = ["name", "text", "label", "tag", "title"]
    private static let moments: Set<String> = [
        "at", "on", "date", "time", "year", "position", "number", "day", "month", "timestamp",
    ]

    /// Returns the class of a name, or `nil` if it cannot name an identity.
    static func `class`(of name: String) -> Class? {
        if identifiers.contains(name.lowercased()) { return .identifier }
        let words = words(of: name)
        guard let last = words.last else { return nil }
        if words.count > 1, last == "str" {
            return words[words.count - 2] == "id" ? .universal : nil
        }
        if words.count == 1, ["key", "code", "number", "no"].contains(last) { return .code }
        if named.contains(last) { return .named }
        if universal.contains(last) { return .universal }
        if addresses.contains(last) { return .address }
        if codes.contains(last) { return .code }
        if natural.contains(last) { return .natural }
        // Lower-case names without word boundaries: `bioguideid`, `screenname`.
        if last.count > 3, last.hasSuffix("id") { return .named }
        return ["code", "uuid", "guid", "key", "name", "url"].contains { last.hasSuffix($0) }
            ? .code : nil
    }

    /// Tests for a name that may be a foreign key, unlike a plain `code` or `url`.
    static func isForeignKey(_ name: String) -> Bool {
        let words = words(of: name)
        guard let last = words.last, !["ref", "reference"].contains(last) else { return false }
        return codes.contains(last) || named.contains(last) && words.count > 1
            || last.count > 4 && ["id", "code"].contains { last.hasSuffix($0) }
    }

    /// Tests for a moment or a position, which identifies a record together with a key (I9).
    static func isMoment(_ name: String) -> Bool {
        words(of: name).last.map(moments.contains) ?? false
    }

    /// The words in lower case, split at case and separators.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(name.unicodeScalars)
        func isUpper(_ index: Int) -> Bool {
            characters.indices.contains(index) && characters[index].properties.isUppercase
        }
        func isLower(_ index: Int) -> Bool {
            characters.indices.contains(index) && characters[index].properties.isLowercase
        }
        for (index, scalar) in characters.enumerated() {
            guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let startsWord =
                isUpper(index) && (isLower(index - 1) || isUpper(index - 1) && isLower(index + 1))
            if startsWord, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word += String(scalar).lowercased()
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
