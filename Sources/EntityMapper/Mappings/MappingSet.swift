public import ObjectGraph
public import Payload

/// The mappings of an import by name, and the places in a payload where they begin.
///
/// ```swift
/// let mappings = MappingSet([articles, authors, tags], roots: ["articles": "Article", "meta.authors": "Author"])
/// let plan = try MappingPlan(mappings, for: model)
/// ```
public struct MappingSet: Sendable, Equatable {
    /// The mappings, in the order they were added.
    public internal(set) var mappings: [EntityMapping] = []
    /// The mappings that are chosen for each representation, in the order they were added.
    public internal(set) var dynamicMappings: [DynamicMapping] = []
    /// The transforms of attributes for which neither they nor their mapping name one, by type.
    public var defaultTransforms: [AttributeType: ValueTransform] = [:]
    /// What happens to words that enumerations do not have, where neither the attribute nor its mapping
    /// says something else.
    public var unknownCases = UnknownCasePolicy.report
    /// The places where representations are found, in order.
    public internal(set) var roots: [Root] = []
    /// What happens to keys at the top of a payload that no root path begins with.
    public var unknownRoots = UnknownRootPolicy.ignore
    /// Whether an operation fails if none of the root paths is in the payload; if not, nothing is mapped
    /// then, as from an empty array.
    public var requiresRoots = true
    /// What is wrong with the annotations that the mappings were made of; the plan reports it.
    var annotationProblems: [MappingProblem] = []
    /// Annotations that have no effect.
    var annotationWarnings: [MappingProblem] = []
    /// Changes for which there was no mapping; the plan reports them.
    var missedUpdates: [MissedUpdate] = []

    /// A place in a payload, and the mapping for what is found there.
    public struct Root: Sendable, Hashable {
        /// The way from the top of the payload; the empty path is the payload itself.
        public var path: PayloadPath
        /// The name of the mapping.
        public var mapping: String

        /// Names a mapping for a place.
        ///
        /// - Parameters:
        ///   - path: The way from the top of the payload.
        ///   - mapping: The name of the mapping.
        public init(_ path: some PayloadPathConvertible, using mapping: String) {
            self.path = PayloadPath(declared: path)
            self.mapping = mapping
        }
    }

    /// Collects mappings.
    ///
    /// - Parameters:
    ///   - mappings: The mappings; those that relationships name must be among them.
    ///   - dynamicMappings: Mappings that are chosen for each representation.
    ///   - roots: Paths from the top of the payload and names of mappings. A representation or an
    ///     array of representations may be there.
    public init(
        _ mappings: [EntityMapping] = [], dynamicMappings: [DynamicMapping] = [],
        roots: KeyValuePairs<PayloadPath, String> = [:]
    ) {
        for mapping in mappings { add(mapping) }
        for mapping in dynamicMappings { add(mapping) }
        for (path, mapping) in roots { addRoot(path, using: mapping) }
    }

    /// The same set for payloads that have everything at a path, such as the envelope of a response.
    ///
    /// - Parameter path: The way from the top of the payload to where the root paths begin.
    /// - Returns: A copy with longer root paths, and every other setting as it is.
    package func beginning(at path: PayloadPath) -> MappingSet {
        var copy = self
        copy.roots = roots.map { Root(path.appending($0.path), using: $0.mapping) }
        return copy
    }

    /// Collects mappings, with root paths that are held in variables.
    ///
    /// - Parameters:
    ///   - mappings: The mappings; those that relationships name must be among them.
    ///   - dynamicMappings: Mappings that are chosen for each representation.
    ///   - roots: Paths from the top of the payload and names of mappings.
    public init(
        _ mappings: [EntityMapping] = [], dynamicMappings: [DynamicMapping] = [],
        roots: KeyValuePairs<some PayloadPathConvertible, String>
    ) {
        self.init(mappings, dynamicMappings: dynamicMappings)
        for (path, mapping) in roots { addRoot(path, using: mapping) }
    }

    /// Adds a mapping.
    ///
    /// - Parameter mapping: The mapping; the plan reports a name that is taken.
    public mutating func add(_ mapping: EntityMapping) {
        mappings.append(mapping)
    }

    /// Adds a mapping that is chosen for each representation.
    ///
    /// - Parameter mapping: The mapping; the plan reports a name that is taken.
    public mutating func add(_ mapping: DynamicMapping) {
        dynamicMappings.append(mapping)
    }

    /// Adds a place where representations are found.
    ///
    /// - Parameters:
    ///   - path: The way from the top of the payload; the empty path is the payload itself.
    ///   - mapping: The name of the mapping.
    public mutating func addRoot(_ path: some PayloadPathConvertible, using mapping: String) {
        roots.append(Root(path, using: mapping))
    }
}
