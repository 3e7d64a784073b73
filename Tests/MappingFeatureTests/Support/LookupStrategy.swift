import EntityMapper
import ObjectGraph

/// The strategies for looking up existing objects.
enum LookupStrategy: String, CaseIterable, Sendable {
    case perBatch, preloaded, insertOnly

    /// The strategies that are valid if objects exist already.
    static let searching: [LookupStrategy] = [.perBatch, .preloaded]

    /// Returns options for a container, with an empty cache if the strategy uses one.
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
