import EntityMapper
import ObjectGraph

/// The settings of an object map apart from its property mappings, by property name.
struct ObjectMapSettings: MappingSettings {
    var naming = ServerNaming.standard
    var serverPath: String?
    var pushKey: String?
    var permanentQuery: String?
    var savingValidation: SavingValidation?
    var transforms: [String: ValueTransform] = [:]
    /// The attributes that are written as Boolean values, including `null`.
    var booleans: Set<String> = []
    var readOnlyKeys: Set<String> = []
    var optionalKeys: Set<String> = []
    /// The mappings of relationships' objects that differ from the default by entity name.
    var destinations: [String: String] = [:]
    /// The invalid settings.
    var faults: [MappingSettingsProblem] = []

    /// Returns the invalid settings, including settings for properties that do not exist.
    func problems(of entity: EntityDescription) -> [MappingSettingsProblem] {
        let named = Set(transforms.keys).union(booleans).union(readOnlyKeys).union(optionalKeys)
            .union(destinations.keys)
        let known = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        let unknownNames = named.subtracting(known).sorted().map { name in
            MappingSettingsProblem(
                property: name,
                message: "no property '\(name)' in \(entity.name)"
                    + Suggestion.text(for: name, among: known))
        }
        return faults + unknownNames
    }
}

extension EntityMapping {
    /// The settings of the object map.
    var objectMap: ObjectMapSettings {
        get { self[settings: ObjectMapSettings.self] }
        set { self[settings: ObjectMapSettings.self] = newValue }
    }
}
