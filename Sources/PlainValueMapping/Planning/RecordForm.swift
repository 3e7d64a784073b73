import EntityMapper

/// The name of a compiled mapping and the form of its records, for reading and writing alike.
struct RecordForm {
    let name: String
    /// Indicates whether an object is treated as a collection.
    ///
    /// There is then one representation for each member.
    let isCollection: Bool

    init(_ name: String, isCollection: Bool) {
        self.name = name
        self.isCollection = isCollection
    }

    init(_ mapping: DynamicMapping) {
        name = mapping.name
        isCollection = mapping.forcesCollectionMapping
    }
}
