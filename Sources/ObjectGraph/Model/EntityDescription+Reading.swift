/// Attributes that identify an object in human-readable output.
extension EntityDescription {
    /// The attributes that identify an object according to the description.
    ///
    /// The value of `identificationAttributes`, or the first unique attributes; empty if there are
    /// none.
    package var declaredIdentification: [String] {
        let lineage = [self] + ancestors
        for entity in lineage {
            guard let names = entity.userInfo["identificationAttributes"]?.names, !names.isEmpty
            else { continue }
            return names.allSatisfy { attribute(named: $0) != nil } ? names : []
        }
        for entity in lineage {
            if let unique = entity.declaredAttributes.first(where: \.isUnique) {
                return [unique.name]
            }
            if let names = entity.uniquenessConstraints.first { return names }
        }
        return []
    }

    /// The text attribute that describes an object best, such as a name; otherwise `nil`.
    package var labelAttribute: String? {
        let names = attributes.filter { $0.type == .string }.map {
            (name: $0.name, key: $0.name.key)
        }
        for label in EntityDescription.labels {
            if let found = names.first(where: { $0.key == label }) { return found.name }
        }
        let endings = ["name", "title", "label"]
        return names.first { name in endings.contains { name.key.hasSuffix($0) } }?.name
    }

    /// The names of labels in lowercase letters, the most telling ones first.
    private static let labels = [
        "name", "fullname", "displayname", "title", "label", "headline", "subject", "caption",
        "username", "screenname", "login", "nickname", "handle", "slug", "text", "firstname",
        "givenname", "email",
    ]
}

extension String {
    fileprivate var key: String { lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " } }
}

extension Value {
    /// The names in a comma-separated list or an array.
    var names: [String] {
        switch self {
        case .string(let list):
            list.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
        case .array(let elements): elements.flatMap(\.names)
        default: []
        }
    }
}
