package import Payload

/// The paths of keys, exact for any key.
package enum PathText {
    /// Returns the path of keys from the outermost to the innermost.
    package static func path(_ keys: [String]) -> PayloadPath {
        PayloadPath(keys.map(PayloadPathComponent.key))
    }

    /// Returns the text of a path of keys, quoted where necessary: `address.city`, `a\.b`.
    package static func text(_ keys: [String]) -> String { path(keys).description }
}
