/// The parts that an element of the format may have: attributes that are read, attributes that are
/// known and say nothing about a graph of objects, and elements in it.
///
/// Whatever is in none of the lists is left out, and told: it may be misspelled, and new versions of
/// Xcode bring new elements and switches, most of which say nothing about a graph.
///
/// Source: files that Xcode 4 to 16 wrote; Apple has not published the format.
struct ElementKind {
    var required: Set<String> = []
    var read: Set<String> = []
    var ignored: Set<String> = []
    var children: Set<String> = []
    /// Elements that are passed over with all that is in them.
    var ignoredChildren: Set<String> = []

    var attributes: Set<String> { required.union(read).union(ignored) }
    var elements: Set<String> { children.union(ignoredChildren) }
}

extension ElementKind {
    /// Version numbers of tools, and where boxes are drawn.
    static let model = ElementKind(
        required: ["type"], read: ["userDefinedModelVersionIdentifier"],
        ignored: [
            "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
            "sourceLanguage", "name", "usedWithCloudKit", "usedWithSwiftData", "macOSVersion",
            "iOSVersion", "tvOSVersion", "watchOSVersion", "visionOSVersion",
        ],
        children: ["entity", "configuration", "fetchRequest"],
        // What a composite consists of; the attribute is a dictionary here.
        ignoredChildren: ["elements", "versionInfo", "composite", "compositeAttribute"])

    /// Code generation, Spotlight, Sync Services and CloudKit belong to Apple's frameworks.
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

    /// Whether Swift code sees a number or an object, and in which file bytes are, is not for us.
    static let attribute = ElementKind(
        required: ["name"],
        read: [
            "attributeType", "optional", "transient", "derived", "derivationExpression", "indexed",
            "defaultValueString", "defaultDateTimeInterval", "minValueString", "maxValueString",
            "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString", "elementID",
            "renamingIdentifier", "customClassName", "valueTransformerName",
        ],
        ignored: [
            "usesScalarValueType", "attributeValueScalarType", "allowsExternalBinaryDataStorage",
            "storedInTruthFile", "storedInExternalRecord", "syncable", "versionHashModifier",
            "spotlightIndexingEnabled", "allowsCloudEncryption", "preserveAfterDeletion",
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

    /// How objects come into memory is decided by who asks.
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
    /// A name in a constraint or in an index.
    static let name = ElementKind(required: ["value"])
    static let fetchIndex = ElementKind(
        required: ["name"], read: ["partialIndexPredicate", "partialIndexPredicateString"],
        children: ["fetchIndexElement"])
    static let fetchIndexElement = ElementKind(
        read: ["property", "expression", "type", "order"], ignored: ["expressionType"])
}
