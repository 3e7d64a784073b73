/// A mapping that is chosen for each representation, by what it says or where it stands.
///
/// It may stand wherever an ``EntityMapping`` may: at a root path and in a relationship. Matchers are
/// asked in order, once for each representation; the first that answers decides.
///
/// ```swift
/// var vehicles = DynamicMapping(named: "Vehicle")
/// vehicles.add(.value(at: "type", equals: "car", use: "Car"))
/// vehicles.add(.kind(at: "wingspan", is: .number, use: "Plane"))
/// let mappings = MappingSet([cars, planes], dynamicMappings: [vehicles], roots: ["vehicles": "Vehicle"])
/// ```
///
/// Source: RestKit's dynamic mappings and matchers.
public struct DynamicMapping: Sendable, Equatable {
    /// What relationship mappings and root paths call this mapping.
    public var name: String
    /// Who is asked, in this order.
    public private(set) var matchers: [MappingMatcher]
    /// What happens to a representation that no matcher knows.
    public var unknownRepresentations: UnknownRepresentationPolicy
    /// Makes the members of each representation what the matchers expect, before they are asked; the
    /// transform of the mapping they choose comes after it.
    public var representationTransform: RepresentationTransform?
    /// Whether an object stands for a list: each of its members for one representation.
    public var forcesCollectionMapping = false

    /// Makes a mapping.
    ///
    /// - Parameters:
    ///   - name: What other mappings call this one.
    ///   - matchers: Who is asked, in this order.
    ///   - policy: What happens to a representation that no matcher knows.
    public init(
        named name: String, _ matchers: [MappingMatcher] = [],
        unknownRepresentations policy: UnknownRepresentationPolicy = .skip
    ) {
        self.name = name
        self.matchers = matchers
        unknownRepresentations = policy
    }

    /// Adds a matcher that is asked after the others.
    ///
    /// - Parameter matcher: The matcher. One that is there already becomes the first, as in RestKit.
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
    /// - Returns: Whether it was there.
    @discardableResult
    public mutating func remove(_ matcher: MappingMatcher) -> Bool {
        guard let place = matchers.firstIndex(of: matcher) else { return false }
        matchers.remove(at: place)
        return true
    }

    /// The names of all mappings that may be chosen, each once, in the order of the matchers.
    public var knownMappings: [String] {
        var names: [String] = []
        for name in matchers.flatMap(\.mappings) where !names.contains(name) { names.append(name) }
        return names
    }
}

/// What happens to a representation that no matcher of a ``DynamicMapping`` knows.
public enum UnknownRepresentationPolicy: String, Sendable, Hashable, CaseIterable {
    /// It is left out, and an issue says so.
    case skip
    /// It is left out silently.
    case ignore
    /// The operation fails.
    case fail
}
