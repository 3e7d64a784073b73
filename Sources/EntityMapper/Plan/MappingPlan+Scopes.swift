import MercatorPayload

/// The surroundings of representations that the paths of a plan refer to.
extension MappingPlan {
    /// Indicates whether a path or a closure can read the metadata passed along with the payload.
    package var readsMetadata: Bool {
        dynamics.contains(where: \.wantsContext) || readsScope(.metadata)
    }

    /// Indicates whether a path or a closure can read the top-level value of the payload.
    package var readsTopLevel: Bool {
        dynamics.contains(where: \.wantsContext) || readsScope(.root)
    }

    private func readsScope(_ scope: PathScope) -> Bool {
        let matched = dynamics.flatMap { $0.matchers.flatMap(\.condition.paths) }
        return (entities.flatMap(\.paths) + matched).contains { $0.scope == scope }
    }
}
