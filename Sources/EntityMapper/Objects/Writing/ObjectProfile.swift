/// What a payload is for that an ``ObjectWriter`` writes: it decides about nil.
///
/// | | ``create`` | ``update`` |
/// |---|---|---|
/// | a value | written | written |
/// | nil | left out | `null` |
/// | an empty collection | `[]` | `[]` |
///
/// There is no patch: a plain value does not know what it was before. See ``RepresentationProfile``
/// for objects that do.
public enum ObjectProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// The receiver makes a new object: what is nil is left out.
    case create
    /// The receiver replaces all of an object: what is nil is `null`.
    case update
}
