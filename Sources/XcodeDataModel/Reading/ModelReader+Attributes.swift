import ObjectGraph

/// Attributes and their types.
extension ModelReader {
    /// The attribute types by their names in the file.
    ///
    /// `URI` denotes URLs, `Binary` denotes data.
    private static let types: [String: AttributeType] = [
        "Boolean": .boolean, "Integer 16": .integer16, "Integer 32": .integer32,
        "Integer 64": .integer64, "Float": .float, "Double": .double, "Decimal": .decimal,
        "String": .string, "Date": .date, "Binary": .data, "UUID": .uuid, "URI": .url,
    ]

    /// The types of attributes that cannot be stored.
    private static let untyped: Set<String> = ["Undefined", "Object ID", "ObjectID"]

    /// Reads an attribute, or returns `nil` if it cannot be stored.
    mutating func readAttribute(
        _ element: ModelElement, of entity: String
    ) -> AttributeDescription? {
        let name = element.attributes["name"] ?? ""
        let label = "attribute '\(name.shortened)' of entity '\(entity)'"
        guard isComplete(element, .attribute, label) else { return nil }
        let isDerived =
            flag("derived", element, label) || element.attributes["derivationExpression"] != nil
        let isTransient = flag("transient", element, label)
        guard let type = type(of: element, isInMemoryOnly: isTransient || isDerived, label) else {
            return nil
        }
        remember([entity, name], element, label)
        var attribute = AttributeDescription(
            name, type, isOptional: flag("optional", element, label),
            userInfo: userInfo(of: element, label),
            renamingIdentifier: renamingIdentifier(of: element))
        attribute.defaultValue = defaultValue(of: element, type, label)
        attribute.isSearchable =
            type.isText && flag("spotlightIndexingEnabled", element, label)
            || isSearchable(attribute.userInfo, type, element, label)
        attribute.rules = rules(of: element, type, label)
        leaveOutForeignValues(of: element, type, label)
        if isTransient { note(element, label, "it is transient; here a store keeps it") }
        if isDerived {
            note(element, label, "it is derived; here nothing computes it, and it is optional")
            attribute.isOptional = true
        }
        if flag("indexed", element, label) { addIndex(of: entity, [name]) }
        return attribute
    }

    /// Reads the annotation that searches find the attribute: `searchable` with the value `YES`.
    private mutating func isSearchable(
        _ userInfo: [String: Value], _ type: AttributeType, _ element: ModelElement, _ label: String
    ) -> Bool {
        guard case .string(let text) = userInfo["searchable"], text.uppercased() == "YES" else {
            return false
        }
        if !type.isText { note(element, label, "only texts are searchable, which it is not") }
        return type.isText
    }

    private mutating func type(
        of element: ModelElement, isInMemoryOnly: Bool, _ label: String
    ) -> AttributeType? {
        let name = element.attributes["attributeType"] ?? "Undefined"
        if let type = Self.types[name] { return type }
        if name == "Transformable" { return transformableType(of: element, label) }
        if name == "Composite" {
            note(
                element, label,
                "it is composite; here it is a dictionary, kept as JSON, of whatever parts")
            return .dictionary
        }
        let reason =
            if Self.untyped.contains(name) {
                isInMemoryOnly
                    ? "it has no type that a store can keep"
                    : "no attribute of a store has the type '\(name)'"
            } else {
                "the type '\(name.shortened)' is not known"
                    + Suggestion.text(for: name, among: Self.types.keys)
            }
        leaveOut(of: element, label, because: reason)
        return nil
    }

    /// Maps collections to arrays and dictionaries, and any other class to data.
    ///
    /// Value transformers are not used.
    private mutating func transformableType(
        of element: ModelElement, _ label: String
    ) -> AttributeType {
        let type = CollectionClass.type(of: element.attributes["customClassName"] ?? "")
        let form =
            switch type {
            case .dictionary: "a dictionary, kept as JSON"
            case .array: "an array, kept as JSON"
            default: "bytes, and no value transformer is run"
            }
        note(element, label, "it is transformable; here it is \(form)")
        return type ?? .data
    }
}
