/// The names of entities.
package enum EntityName {
    /// Returns the name of the entity of a key's values: in the singular and capitalized.
    ///
    /// ```swift
    /// EntityName.of(key: "check_runs")    // "CheckRun"
    /// EntityName.of(key: "areaNames")     // "Area"
    /// EntityName.of(key: "strings")       // "StringEntity"
    /// ```
    ///
    /// A key without letters and digits gives `Record`.
    package static func of(key: String) -> String {
        let name = NameWords(key).withoutCollectionEnding.singular.upperCamel
        return admissible(NameLength.shortened(name.isEmpty ? "Record" : name, key: key))
    }

    /// Returns the name of the entity of records that say of what kind they are.
    ///
    /// The kind is taken as it is: `value_list` is a list of values.
    package static func of(kind: String) -> String {
        let name = NameWords(kind).singular.upperCamel
        return admissible(NameLength.shortened(name.isEmpty ? "Record" : name, key: kind))
    }

    /// Returns a name that neither generated code nor the store uses for something else.
    package static func admissible(_ name: String) -> String {
        if taken.contains(name) { return name + "Entity" }
        let lower = name.lowercased()
        return ["sqlite_", "mercator_"].contains(where: lower.hasPrefix) ? "_" + name : name
    }

    /// Types that generated code refers to, and so must not be hidden there.
    ///
    /// `Type` is a name in the model, and gets another one in Swift alone.
    private static let taken: Set<String> = [
        "Any", "Array", "Attribute", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double",
        "Entity", "EntityDescription", "EntityMapping", "Float", "Int", "Int16", "Int32", "Int64",
        "Int8", "ManagedObject", "ManagedObjectModel", "ManagedObjectModelError", "MappingSet",
        "Object", "Optional", "PayloadPath", "Protocol", "Self", "Sendable", "String", "Timestamp",
        "ToMany", "ToOne", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "UUID", "Value",
        "ValueTransform",
    ]
}
