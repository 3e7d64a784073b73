/// The values of an identity candidate, with the agreement of records that share a value.
///
/// Entries are kept for a sample of the values, selected by hash, so that samples of two nodes are
/// comparable.
package struct KeyTable: Sendable {
    /// The scalar nodes that make up the candidate, in the record or in its to-one objects.
    package let columns: [SchemaNodeID]
    /// The records with an admissible value in every column, by I1.
    package internal(set) var present = 0
    /// The records without such a value.
    package internal(set) var missing = 0
    /// The distinct values.
    package internal(set) var distinct = 0
    /// The repeats of a value below one enclosing object.
    package internal(set) var repeatsWithinParent = 0
    /// The values below two enclosing objects or more.
    package internal(set) var valuesOfSeveralParents = 0
    /// Arrays of at least three elements that are sorted by the values, and unsorted ones.
    package internal(set) var orderedLists = 0
    package internal(set) var unorderedLists = 0
    /// For each column, the number of repeats that equal the first value, and that differ from it.
    ///
    /// Absent values do not count.
    package internal(set) var agreeing: [Int] = []
    package internal(set) var differing: [Int] = []
    /// The first repeat that differs: the column and both paths (`a.json: [3]`).
    package internal(set) var conflict: (column: Int, first: String, second: String)?
    /// The sample, by hash of the value.
    package internal(set) var entries: [UInt64: Entry] = [:]
    /// The sample contains the values whose hash is below.
    package internal(set) var bound = UInt64.max

    /// The first record with a value.
    package struct Entry: Sendable {
        /// The number of records.
        package internal(set) var count: Int32 = 1
        /// A hash of each column of the record; 0 if absent, 1 if null or an empty text.
        package internal(set) var hashes: [UInt32]
    }

    package init(columns: [SchemaNodeID]) { self.columns = columns }
}
