package import MercatorPayload

/// Builds paths that match any key exactly.
package enum PathText {
    /// Returns the path of keys, outermost first.
    package static func path(_ keys: [String]) -> PayloadPath {
        PayloadPath(keys.map { PayloadPathComponent.key(exact($0)) })
    }

    /// Marks a key that equals a sibling's key under canonical equivalence (`é`).
    ///
    /// Swift compares such strings as equal; the mark keeps them distinct.
    static let twinMark = "\u{10FFFE}\u{FFFF}\u{10FFFE}"

    /// Returns the key as written in payloads.
    private static func exact(_ key: String) -> String {
        var key = key
        while key.hasSuffix(twinMark) { key = String(key.dropLast(twinMark.count)) }
        return key
    }

    /// Returns the text of a key path, quoted where necessary: `address.city`, `a\.b`.
    package static func text(_ keys: [String]) -> String { path(keys).description }
}
