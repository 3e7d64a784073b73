/// Derives entity names from keys.
package enum EntityName {
    /// Returns the singular, capitalized name of the entity that a key contains.
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

    /// Returns the name of the entity for a discriminator value.
    ///
    /// Collection endings are kept: `value_list` becomes `ValueList`.
    package static func of(kind: String) -> String {
        let name = NameWords(kind).singular.upperCamel
        return admissible(NameLength.shortened(name.isEmpty ? "Record" : name, key: kind))
    }

    /// Returns the name, changed if generated code or the store reserves it.
    package static func admissible(_ name: String) -> String {
        if taken.contains(name) { return name + "Entity" }
        let lower = name.lowercased()
        return ["sqlite_", "mercator_"].contains(where: lower.hasPrefix) ? "_" + name : name
    }

    /// Swift types that generated code refers to and that an entity must not shadow.
    ///
    /// `Type` is a valid entity name; only its Swift class is renamed.
    private static let taken: Set<String> = [
        "Any", "Array", "Attribute", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double",
        "Entity", "EntityDescription", "EntityMapping", "Float", "Int", "Int16", "Int32", "Int64",
        "Int8", "ManagedObject", "ManagedObjectModel", "ManagedObjectModelError", "MappingSet",
        "Object", "Optional", "PayloadPath", "Protocol", "Self", "Sendable", "String", "Timestamp",
        "ToMany", "ToOne", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "UUID", "Value",
        "ValueTransform",
    ]
}
