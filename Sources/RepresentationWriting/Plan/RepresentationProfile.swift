import EntityMapper

/// The purpose of a payload, which determines the treatment of nil.
///
/// The payload is written by a ``RepresentationWriter``.
///
/// Nil is treated alike for attributes and to-one relationships; an empty to-many relationship is
/// written as an empty array. (RestKit writes `null` for the former and omits the latter.)
///
/// | | ``create`` | ``update`` | ``patch`` |
/// |---|---|---|---|
/// | a value | written | written | written if it changed |
/// | nil | omitted | `null` | `null` if it changed |
/// | identification | written | written | written |
public enum RepresentationProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// The receiver creates an object: nil is omitted.
    case create
    /// The receiver replaces an object as a whole: nil is written as `null`.
    case update
    /// The receiver changes an object.
    ///
    /// Only identifiers and changes since the last save are written.
    ///
    /// A relationship has changed if it has gained or lost objects. Objects that remain in it are
    /// not changes, and neither is the deletion of a destination. An object that has not been saved
    /// yet is written as with ``create``.
    case patch
}
