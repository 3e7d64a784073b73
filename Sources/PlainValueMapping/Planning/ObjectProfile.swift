import EntityMapper

/// The purpose of a payload that an ``ObjectWriter`` writes, which determines the treatment of nil.
///
/// | | ``create`` | ``update`` |
/// |---|---|---|
/// | a value | written | written |
/// | nil | omitted | `null` |
/// | an empty collection | `[]` | `[]` |
///
/// There is no patch profile, because a plain value does not record its previous state. See
/// ``RepresentationProfile`` for objects of the graph.
public enum ObjectProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// The receiver creates an object: nil is omitted.
    case create
    /// The receiver replaces an object as a whole: nil is written as `null`.
    case update
}
