package import MercatorPayload
import ObjectGraph

/// The keys of a payload, as used in messages.
extension PayloadDocument {
    /// The first keys at the top, between quotation marks; empty unless the payload is an object.
    package var shownKeys: String {
        let names = root.members.prefix(11).map { "'\($0.key.shortened(to: 100))'" }
        return names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "")
    }

    /// Returns the finding for a representation that has none of the mapped keys.
    ///
    /// At the top, the existing keys indicate which root path the author meant.
    package func unmappedKeys(at position: Int) -> String {
        let keys = position == 0 ? shownKeys : ""
        return "none of them" + (keys.isEmpty ? "" : "; the payload has the keys \(keys)")
    }
}
