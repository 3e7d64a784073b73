/// A mapping that selects the mapping of each representation by its content or context.
///
/// It can be used like an ``EntityMapping``, at a root path and in a relationship. For each
/// representation, the matchers are evaluated in order, and the first decision determines the
/// mapping.
///
/// ```swift
/// var vehicles = DynamicMapping(named: "Vehicle")
/// vehicles.add(.value(at: "type", equals: "car", use: "Car"))
/// vehicles.add(.kind(at: "wingspan", is: .number, use: "Plane"))
/// let mappings = MappingSet(
///     [cars, planes], dynamicMappings: [vehicles], roots: ["vehicles": "Vehicle"])
/// ```
///
/// Source: RestKit's dynamic mappings and matchers.
public struct DynamicMapping: Sendable, Equatable {
    /// The name that refers to this mapping in relationship mappings and root paths.
    public var name: String
    /// The matchers, in order of evaluation.
    public package(set) var matchers: [MappingMatcher]
    /// The policy for representations that no matcher recognizes.
    public var unknownRepresentations: UnknownRepresentationPolicy
    /// A transform of the members of each representation, applied before evaluating the matchers.
    ///
    /// The transform of the selected mapping is applied afterwards.
    public var representationTransform: RepresentationTransform?
    /// Indicates whether an object at the path is treated as a collection.
    ///
    /// There is then one representation for each member.
    public var forcesCollectionMapping = false

    /// Creates a dynamic mapping.
    ///
    /// - Parameters:
    ///   - name: The name that refers to this mapping in other mappings.
    ///   - matchers: The matchers, in order of evaluation.
    ///   - policy: The policy for representations that no matcher recognizes.
    public init(
        named name: String, _ matchers: [MappingMatcher] = [],
        unknownRepresentations policy: UnknownRepresentationPolicy = .skip
    ) {
        self.name = name
        self.matchers = matchers
        unknownRepresentations = policy
    }

    /// Adds a matcher after the existing ones.
    ///
    /// - Parameter matcher: The matcher. As in RestKit, a matcher that is already present is moved
    ///   to the front.
    public mutating func add(_ matcher: MappingMatcher) {
        if remove(matcher) {
            matchers.insert(matcher, at: 0)
        } else {
            matchers.append(matcher)
        }
    }

    /// Removes a matcher.
    ///
    /// - Parameter matcher: The matcher.
    /// - Returns: `true` if the matcher was present.
    @discardableResult
    public mutating func remove(_ matcher: MappingMatcher) -> Bool {
        guard let index = matchers.firstIndex(of: matcher) else { return false }
        matchers.remove(at: index)
        return true
    }

    /// The unique names of all mappings that can be selected, in the order of the matchers.
    public var knownMappings: [String] {
        var names: [String] = []
        for name in matchers.flatMap(\.mappings) where !names.contains(name) { names.append(name) }
        return names
    }
}

extension DynamicMapping {
    /// The settings with a written form, in the order of mapping files.
    package static let declaredSettings: [DeclaredSetting<DynamicMapping>] = [
        .init("unknownRepresentations", .choice(.init(\.unknownRepresentations))),
        .init("forcesCollectionMapping", .flag(\.forcesCollectionMapping)),
    ]
}
