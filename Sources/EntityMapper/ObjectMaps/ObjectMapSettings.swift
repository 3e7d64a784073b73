import ObjectGraph

/// What an object map knows beyond the mappings that it made, all by the names of properties.
struct ObjectMapSettings: Sendable, Equatable {
    var naming = ServerNaming.standard
    var serverPath: String?
    var pushKey: String?
    var permanentQuery: String?
    var savingValidation: SavingValidation?
    var transforms: [String: ValueTransform] = [:]
    /// Attributes that are written as truth values, `null` included.
    var booleans: Set<String> = []
    var readOnlyKeys: Set<String> = []
    var optionalKeys: Set<String> = []
    /// The mappings of what relationships lead to, where they are not those of the model.
    var destinations: [String: String] = [:]
    /// What was said that cannot be, by what it was said of.
    var faults: [Fault] = []

    /// Something that cannot be.
    struct Fault: Sendable, Hashable {
        let subject: String
        let message: String
    }

    /// Everything that was said about properties that there are not, and everything else at fault.
    func problems(of entity: EntityDescription) -> [Fault] {
        let named = Set(transforms.keys).union(booleans).union(readOnlyKeys).union(optionalKeys)
            .union(destinations.keys)
        let known = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        let strangers = named.subtracting(known).sorted().map { name in
            Fault(
                subject: name,
                message: "no property '\(name)' in \(entity.name)"
                    + Suggestion.text(for: name, among: known))
        }
        return faults + strangers
    }
}
