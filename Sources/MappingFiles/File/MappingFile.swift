public import EntityMapper
public import ObjectGraph

/// A model and its mappings as reviewable text: the mapping file.
public struct MappingFile: Sendable {
    /// The format of the payloads, and the conversions before mapping.
    public var source: Source
    /// The root paths by kind of source, such as `films.json` and `people.json`.
    ///
    /// Empty if all payloads have the same top-level values; ``mappings`` then contains the roots.
    public var groups: [Group]
    /// The entities of the model, in order of name.
    public var entities: [EntityDescription]
    /// The mappings, with the root paths.
    public var mappings: MappingSet
    /// The schema paths of each entity, by its name, such as `comments[]`.
    public var paths: [String: [String]]
    /// The names of entities (`Comment`) and properties (`Comment.post`) set by hand, which an
    /// update does not change.
    public var fixed: Set<String>
    /// The cases of enumerations by property (`Comment.state`), for generated code.
    ///
    /// Further texts are mapped as well.
    public var enumerations: [String: [String]]
    /// The schema paths that are intentionally not mapped.
    public var ignored: [String]
    /// The decisions that were possible, but not made.
    public var possible: [Possibility]

    /// The format of payloads, and the form of their records.
    public struct Source: Sendable, Hashable {
        /// The name of the format: `json`, `lines`, `xml`, `plist`, `form`.
        public var format: String
        /// The names of the columns if each record is an array of values under a header.
        public var rows: [String]?

        /// Creates a description of a source.
        public init(format: String = "json", rows: [String]? = nil) {
            self.format = format
            self.rows = rows
        }
    }

    /// Sources whose top-level values have one shape, with the roots of these.
    public struct Group: Sendable, Hashable {
        /// The name of the files without digits and extension: `films`.
        public var name: String
        /// The root paths of such a source.
        public var roots: [MappingSet.Root]
        /// The names of the columns if each record is an array of values under a header.
        public var rows: [String]?

        /// Creates a group.
        public init(name: String, roots: [MappingSet.Root], rows: [String]? = nil) {
            self.name = name
            self.roots = roots
            self.rows = rows
        }
    }

    /// A connection that was not made, because its evidence is weak.
    public struct Possibility: Sendable, Hashable {
        /// The connection as the value of `--connect`: `Comment.email=User.email`.
        public var connect: String
        /// The confidence, in hundredths.
        public var confidence: Int

        /// Creates a possibility.
        public init(connect: String, confidence: Int) {
            self.connect = connect
            self.confidence = confidence
        }
    }

    /// Creates a mapping file.
    public init(
        source: Source = Source(), groups: [Group] = [], entities: [EntityDescription],
        mappings: MappingSet,
        paths: [String: [String]] = [:], fixed: Set<String> = [],
        enumerations: [String: [String]] = [:], ignored: [String] = [],
        possible: [Possibility] = []
    ) {
        self.source = source
        self.groups = groups
        self.entities = entities
        self.mappings = mappings
        self.paths = paths
        self.fixed = fixed
        self.enumerations = enumerations
        self.ignored = ignored
        self.possible = possible
    }
}
