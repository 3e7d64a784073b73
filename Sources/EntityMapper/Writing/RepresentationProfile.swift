/// What a payload is for that a ``RepresentationWriter`` writes: it decides about nil.
///
/// Nil is nil, be it an attribute or a to-one relationship; an empty list is a list, and is written
/// as one. (RestKit writes `null` for the one and leaves out the other.)
///
/// | | ``create`` | ``update`` | ``patch`` |
/// |---|---|---|---|
/// | a value | written | written | written if it changed |
/// | nil | left out | `null` | `null` if it changed |
/// | identification | written | written | written |
public enum RepresentationProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// The receiver makes a new object: what is nil is left out.
    case create
    /// The receiver replaces all of an object: what is nil is `null`.
    case update
    /// The receiver changes an object: what changed in the context since the last save, and what
    /// identifies it.
    ///
    /// A relationship changes when objects come or go. Objects that stay in it have payloads of
    /// their own, and one that is deleted is no change of the others. An object that was not saved
    /// yet is written as with ``create``.
    case patch
}
