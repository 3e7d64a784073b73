package import Payload

/// The paths of keys, exact for any key.
package enum PathText {
    /// Returns the path of keys from the outermost to the innermost.
    package static func path(_ keys: [String]) -> PayloadPath {
        PayloadPath(keys.map { PayloadPathComponent.key(exact($0)) })
    }

    /// The end of a key that is equal to another one of its object but for the form of its letters
    /// (`é`): Swift takes the two texts for one, so that they need a mark to be told apart.
    static let twinMark = "\u{10FFFE}\u{FFFF}\u{10FFFE}"

    /// The key as payloads have it.
    private static func exact(_ key: String) -> String {
        var key = key
        while key.hasSuffix(twinMark) { key = String(key.dropLast(twinMark.count)) }
        return key
    }

    /// Returns the text of a path of keys, quoted where necessary: `address.city`, `a\.b`.
    package static func text(_ keys: [String]) -> String { path(keys).description }
}
