/// The statistics of all values at a node.
package struct NodeProfile: Sendable {
    package let step: SchemaStep
    /// The parent, whose index is lower; `nil` for a document.
    package let parent: SchemaNodeID?
    /// The children; members are in byte order of their keys.
    package internal(set) var children: [SchemaNodeID] = []
    /// The number of values, nulls included.
    package internal(set) var count = 0
    package internal(set) var kinds = KindCounts()
    package internal(set) var texts = TextStatistics()
    package internal(set) var numbers = NumberStatistics()
    /// The first three distinct scalars, as they are written, at most 200 bytes each.
    package internal(set) var examples: [String] = []
    /// The distinct scalars.
    package internal(set) var values = ValueSample()
    /// Indicates whether some of the scalars are in wrappers such as `{"$oid": "5a…"}` (R4).
    package internal(set) var isUnited = false
    /// The lengths of arrays.
    package internal(set) var lengths = LengthRange()
    /// The keys of the entries, if the node is a map; statistics as of values.
    package internal(set) var keys: KeyStatistics?
    /// The decision of the rules M, if the node is a map.
    package internal(set) var map: MapDecision?
    /// The columns of an object node's records.
    ///
    /// They are scalars in the object and in its to-one objects, at most 4 levels deep, and each
    /// array and map there as a whole; at most 256, shallow ones first, then in byte order.
    package internal(set) var columns: [SchemaNodeID] = []
    /// The candidates for an identity of the records, single and compound ones.
    package internal(set) var candidates: [KeyTable] = []
    /// The shapes by the value of each discriminator.
    package internal(set) var variants: [VariantTable] = []
}

/// The keys of a map.
package struct KeyStatistics: Sendable {
    /// The distinct keys.
    package internal(set) var values = ValueSample()
    package internal(set) var texts = TextStatistics()
    package internal(set) var numbers = NumberStatistics()
    package internal(set) var examples: [String] = []
    package internal(set) var count = 0
    package internal(set) var areIntegers = false
    /// For a map of texts: whether key → value holds in 98 % of the repeats, and their number.
    package internal(set) var repeats = 0
    package internal(set) var agreeingRepeats = 0
}

/// The rule that makes an object node a map.
package struct MapDecision: Sendable, Hashable {
    /// `M1` to `M5`, or `--map`.
    package let rule: InferenceRule
    package let confidence: Double
    package let evidence: String
    /// The member that equals the key, by M2.
    package internal(set) var keyMember: String?
    /// By M5: the values are not alike, and the map is a dictionary attribute as a whole.
    package internal(set) var isDictionary = false
}
