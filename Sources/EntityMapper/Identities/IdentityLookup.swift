/// The strategy for looking up the existing objects of a payload.
///
/// All strategies have the same result, provided that their preconditions are met; they differ in
/// cost.
///
/// ```swift
/// let cache = IdentityCache(for: container)
/// var operation = MappingOperation(plan)
/// operation.options.identityLookup = .preloaded(cache)
/// ```
public enum IdentityLookup: Sendable, Hashable {
    /// Queries the store once for each identity space and payload, for all keys together.
    ///
    /// This strategy needs no memory and is always suitable.
    case perBatch
    /// Keeps the identities of whole entities in memory, and loads only objects that exist.
    ///
    /// This strategy is suitable for many payloads with mostly new objects. The contents of the
    /// cache are verified against the rows; where it is not current, the operation queries the
    /// store as with ``perBatch``.
    case preloaded(IdentityCache)
    /// Looks up nothing: every identity of the payload is assumed to be new.
    ///
    /// This strategy is suitable for the first load of an empty store, or for objects that cannot
    /// have been loaded before. Records of one payload with the same identity still form one
    /// object. If an object exists nevertheless, a unique index of the store rejects the save, and
    /// ``MappingOperation/run(_:in:into:)-(PayloadDocument,_,_)`` throws ``MappingError`` with code
    /// `identityExists`. The store has no such index for a mapping with an identification
    /// predicate, or if it contains duplicates already; in these cases the error is not detected.
    case insertOnly
}
