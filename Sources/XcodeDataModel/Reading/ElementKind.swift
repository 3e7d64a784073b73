/// The attributes and child elements that an element of the format may have.
///
/// Attributes and elements in none of the lists are ignored and reported as differences: they may
/// be misspelled, or belong to a newer version of Xcode. Most additions of newer versions do not
/// affect the object graph.
///
/// Source: files written by Xcode 4 to 16; Apple has not published the format.
struct ElementKind {
    var required: Set<String> = []
    var read: Set<String> = []
    var ignored: Set<String> = []
    var children: Set<String> = []
    /// Child elements that are skipped with their contents.
    var ignoredChildren: Set<String> = []

    var attributes: Set<String> { required.union(read).union(ignored) }
    var elements: Set<String> { children.union(ignoredChildren) }
}

extension ElementKind {
    /// Ignores the version numbers of tools, and the layout of the diagram.
    static let model = ElementKind(
        required: ["type"], read: ["userDefinedModelVersionIdentifier"],
        ignored: [
            "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
            "sourceLanguage", "name", "usedWithCloudKit", "usedWithSwiftData", "macOSVersion",
            "iOSVersion", "tvOSVersion", "watchOSVersion", "visionOSVersion",
        ],
        children: ["entity", "configuration", "fetchRequest"],
        // A composite attribute is mapped to a dictionary, so its elements are not read.
        ignoredChildren: ["elements", "versionInfo", "composite", "compositeAttribute"])

    /// Ignores attributes for Apple's frameworks.
    ///
    /// They concern code generation, Spotlight, Sync Services and CloudKit.
    static let entity = ElementKind(
        required: ["name"],
        read: [
            "representedClassName", "parentEntity", "isAbstract", "elementID",
            "renamingIdentifier",
        ],
        ignored: [
            "codeGenerationType", "coreSpotlightDisplayNameExpression", "spotlightIndexingEnabled",
            "syncable", "versionHashModifier", "allowsCloudEncryption", "comment",
        ],
        children: [
            "attribute", "relationship", "fetchedProperty", "userInfo", "uniquenessConstraints",
            "compoundIndexes", "fetchIndex",
        ])

    /// Ignores the representation of scalars in generated code, and the external storage of data.
    static let attribute = ElementKind(
        required: ["name"],
        read: [
            "attributeType", "optional", "transient", "derived", "derivationExpression", "indexed",
            "defaultValueString", "defaultDateTimeInterval", "minValueString", "maxValueString",
            "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString", "elementID",
            "renamingIdentifier", "customClassName", "valueTransformerName",
            "spotlightIndexingEnabled",
        ],
        ignored: [
            "usesScalarValueType", "attributeValueScalarType", "allowsExternalBinaryDataStorage",
            "storedInTruthFile", "storedInExternalRecord", "syncable", "versionHashModifier",
            "allowsCloudEncryption", "preserveAfterDeletion",
            "preservesValueInHistoryOnDeletion", "comment",
        ],
        children: ["userInfo"])

    static let relationship = ElementKind(
        required: ["name", "destinationEntity"],
        read: [
            "optional", "transient", "toMany", "minCount", "maxCount", "deletionRule", "ordered",
            "inverseName", "inverseEntity", "elementID", "renamingIdentifier",
        ],
        ignored: [
            "indexed", "storedInTruthFile", "syncable", "versionHashModifier",
            "spotlightIndexingEnabled", "allowsCloudEncryption", "preserveAfterDeletion",
            "comment",
        ],
        children: ["userInfo"])

    static let fetchedProperty = ElementKind(
        required: ["name"],
        ignored: [
            "optional", "transient", "syncable", "versionHashModifier", "elementID",
            "renamingIdentifier", "spotlightIndexingEnabled", "comment",
        ],
        children: ["fetchRequest", "userInfo"])

    /// Ignores fetch options, which are up to the caller.
    static let fetchRequest = ElementKind(
        required: ["entity"], read: ["name", "predicateString", "fetchLimit"],
        ignored: [
            "fetchBatchSize", "resultType", "includeSubentities", "includesSubentities",
            "includePropertyValues", "includesPropertyValues", "includePendingChanges",
            "includesPendingChanges", "returnObjectsAsFaults", "returnsObjectsAsFaults",
            "returnDistinctResults", "returnsDistinctResults", "comment",
        ])

    static let configuration = ElementKind(
        required: ["name"], ignored: ["syncable", "usedWithCloudKit", "comment"],
        children: ["memberEntity"])
    static let memberEntity = ElementKind(required: ["name"])
    static let userInfo = ElementKind(children: ["entry"])
    static let entry = ElementKind(read: ["key", "value"])
    static let uniquenessConstraints = ElementKind(children: ["uniquenessConstraint"])
    static let uniquenessConstraint = ElementKind(children: ["constraint"])
    static let compoundIndexes = ElementKind(children: ["compoundIndex"])
    static let compoundIndex = ElementKind(children: ["index"])
    /// A name in a uniqueness constraint or compound index.
    static let name = ElementKind(required: ["value"])
    static let fetchIndex = ElementKind(
        required: ["name"], read: ["partialIndexPredicate", "partialIndexPredicateString"],
        children: ["fetchIndexElement"])
    static let fetchIndexElement = ElementKind(
        read: ["property", "expression", "type", "order"], ignored: ["expressionType"])
}
