import EntityMapper

/// The name of a compiled mapping and the form of its records, for reading and writing alike.
struct RecordForm {
    let name: String
    /// Indicates whether an object is treated as a collection.
    ///
    /// There is then one representation for each member.
    let isCollection: Bool

    /// The form of a mapping that a dynamic mapping selects, which determines the collection.
    init(selected name: String) {
        self.name = name
        isCollection = false
    }

    init<Mapped>(_ mapping: ObjectMapping<Mapped>) {
        name = mapping.name
        isCollection = mapping.forcesCollectionMapping
    }

    init(_ mapping: DynamicMapping) {
        name = mapping.name
        isCollection = mapping.forcesCollectionMapping
    }
}
