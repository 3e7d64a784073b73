import EntityMapper
import ObjectGraph

/// The ways in which an operation finds what is there.
enum LookupStrategy: String, CaseIterable, Sendable {
    case perBatch, preloaded, insertOnly

    /// Those that serve when some objects are there already.
    static let searching: [LookupStrategy] = [.perBatch, .preloaded]

    /// Options for a container; with an empty cache of their own, if they want one.
    func options(_ container: PersistentContainer) -> MappingOptions {
        var options = MappingOptions()
        options.identityLookup =
            switch self {
            case .perBatch: .perBatch
            case .preloaded: .preloaded(IdentityCache(for: container))
            case .insertOnly: .insertOnly
            }
        return options
    }
}
