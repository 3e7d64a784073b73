/// How an operation finds out which objects of a payload the store has already.
///
/// All ways give the same result as long as what they ask for holds; they differ in what they cost.
///
/// ```swift
/// let cache = IdentityCache(for: container)
/// var operation = MappingOperation(plan)
/// operation.options.identityLookup = .preloaded(cache)
/// ```
public enum IdentityLookup: Sendable, Hashable {
    /// The store is asked once for each identity space and payload, for all keys together.
    ///
    /// Needs no memory and always fits.
    case perBatch
    /// The identities of whole entities are kept in memory, and the store is asked only for the
    /// objects that are known to be there.
    ///
    /// Serves many payloads about objects that are mostly new. What the memory says is verified on
    /// the rows themselves; where it cannot know, the operation asks as ``perBatch`` does.
    case preloaded(IdentityCache)
    /// Nothing is looked up: every identity of the payload is taken to be new.
    ///
    /// For the first load of an empty store, or of objects that nobody else can have loaded. Records
    /// of one payload with one identity are still one object. Should an object be there after all,
    /// the store's unique index refuses the save; ``MappingOperation/run(_:in:into:)-(PayloadDocument,_,_)``
    /// throws ``MappingError`` with code `identityExists` then. The store has no such index for a
    /// mapping with an identification predicate, nor where it holds duplicates already: there nobody
    /// notices.
    case insertOnly
}
