/// A compiled dynamic mapping.
package final class DynamicPlan: Sendable {
    package let name: String
    package let matchers: [MatcherPlan]
    let unknownRepresentations: UnknownRepresentationPolicy
    let forcesCollection: Bool
    let representationTransform: RepresentationTransform?
    /// Indicates whether a closure requires the context of a representation.
    let wantsContext: Bool

    init(_ mapping: DynamicMapping, _ matchers: [MatcherPlan]) {
        name = mapping.name
        self.matchers = matchers
        unknownRepresentations = mapping.unknownRepresentations
        forcesCollection = mapping.forcesCollectionMapping
        representationTransform = mapping.representationTransform
        wantsContext = matchers.contains {
            if case .closure = $0.condition { true } else { false }
        }
    }
}
