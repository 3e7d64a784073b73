public import MercatorPayload
public import ObjectGraph

/// The mappings of a load, by name, with the root paths of their records.
///
/// ```swift
/// let mappings = MappingSet(
///     [articles, authors, tags], roots: ["articles": "Article", "meta.authors": "Author"])
/// let plan = try MappingPlan(mappings, for: model)
/// ```
public struct MappingSet: Sendable, Equatable {
    /// The mappings, in the order they were added.
    public package(set) var mappings: [EntityMapping] = []
    /// The dynamic mappings, in the order they were added.
    public package(set) var dynamicMappings: [DynamicMapping] = []
    /// The default transforms of attributes, by attribute type.
    ///
    /// They apply to attributes without a transform in the attribute mapping and the entity
    /// mapping.
    public var defaultTransforms: [AttributeType: ValueTransform] = [:]
    /// The policy for raw values that are no case of an enumeration.
    ///
    /// Attributes and their mappings may override it.
    public var unknownCases = UnknownCasePolicy.report
    /// The root paths and their mappings, in order.
    public package(set) var roots: [Root] = []
    /// The policy for top-level keys of a payload that are not the start of a root path.
    public var unknownRoots = UnknownRootPolicy.ignore
    /// Indicates whether an operation fails if the payload contains none of the root paths.
    ///
    /// Otherwise such a payload is treated like an empty array.
    public var requiresRoots = true
    /// The names of entities that keys at the top may have besides the root paths.
    package var rootNames: RootNames?
    /// The errors in the source annotations of generated mappings; reported by the plan.
    package var annotationProblems: [MappingProblem] = []
    /// The origin of the mappings, which is not compared.
    package var origin = MappingOrigin()
    /// Warnings about annotations without effect.
    package var annotationWarnings: [MappingProblem] = []
    /// Updates of mappings that the set did not contain; reported by the plan.
    var missedUpdates: [MissedUpdate] = []

    /// A path in a payload, and the mapping of the records found there.
    public struct Root: Sendable, Hashable {
        /// The path from the top of the payload; the empty path is the payload itself.
        public var path: PayloadPath
        /// The name of the mapping.
        public var mapping: String

        /// Creates a root path.
        ///
        /// - Parameters:
        ///   - path: The path from the top of the payload.
        ///   - mapping: The name of the mapping.
        public init(_ path: some PayloadPathConvertible, using mapping: String) {
            self.path = PayloadPath(declared: path)
            self.mapping = mapping
        }
    }

    /// Creates a set of mappings.
    ///
    /// - Parameters:
    ///   - mappings: The mappings, including all that relationships refer to.
    ///   - dynamicMappings: The dynamic mappings.
    ///   - roots: Names of mappings by path from the top of the payload. The value at a path is a
    ///     representation or an array of representations.
    public init(
        _ mappings: [EntityMapping] = [], dynamicMappings: [DynamicMapping] = [],
        roots: KeyValuePairs<PayloadPath, String> = [:]
    ) {
        for mapping in mappings { add(mapping) }
        for mapping in dynamicMappings { add(mapping) }
        for (path, mapping) in roots { addRoot(path, using: mapping) }
    }

    /// Returns a copy of the set for payloads with a prefix before all root paths.
    ///
    /// An example of a prefix is the key of a response envelope.
    ///
    /// - Parameter path: The path from the top of the payload to the value where the root paths
    ///   begin.
    /// - Returns: A copy with extended root paths and otherwise equal settings.
    package func beginning(at path: PayloadPath) -> MappingSet {
        var copy = self
        copy.roots = roots.map { Root(path.appending($0.path), using: $0.mapping) }
        return copy
    }

    /// Creates a set of mappings with root paths of any type that converts to a path.
    ///
    /// - Parameters:
    ///   - mappings: The mappings, including all that relationships refer to.
    ///   - dynamicMappings: The dynamic mappings.
    ///   - roots: Names of mappings by path from the top of the payload.
    public init(
        _ mappings: [EntityMapping] = [], dynamicMappings: [DynamicMapping] = [],
        roots: KeyValuePairs<some PayloadPathConvertible, String>
    ) {
        self.init(mappings, dynamicMappings: dynamicMappings)
        for (path, mapping) in roots { addRoot(path, using: mapping) }
    }

    /// Adds a mapping.
    ///
    /// - Parameter mapping: The mapping; the plan reports a duplicate name.
    public mutating func add(_ mapping: EntityMapping) {
        mappings.append(mapping)
    }

    /// Adds a dynamic mapping.
    ///
    /// - Parameter mapping: The mapping; the plan reports a duplicate name.
    public mutating func add(_ mapping: DynamicMapping) {
        dynamicMappings.append(mapping)
    }

    /// Adds a root path.
    ///
    /// - Parameters:
    /// - path: The path from the top of the payload; the empty path is the payload itself.
    ///   - mapping: The name of the mapping.
    public mutating func addRoot(_ path: some PayloadPathConvertible, using mapping: String) {
        roots.append(Root(path, using: mapping))
    }
}

extension MappingSet {
    /// The mappings and the settings of attributes, without root paths and their policies.
    package var withoutRoots: MappingSet {
        var set = MappingSet(mappings, dynamicMappings: dynamicMappings)
        set.defaultTransforms = defaultTransforms
        set.unknownCases = unknownCases
        return set
    }

    /// The settings with a written form, in the order of mapping files.
    package static let declaredSettings: [DeclaredSetting<MappingSet>] = [
        .init("defaultTransforms", .transforms(\.defaultTransforms)),
        .init("unknownCases", .policy(\.unknownCases)),
        .init("unknownRoots", .choice(.init(\.unknownRoots))),
        .init("requiresRoots", .flag(\.requiresRoots)),
    ]
}
