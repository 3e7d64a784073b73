package import ObjectGraph

/// Mappings that the properties of a schema struct declare.
extension EntityMapping {
    /// Adds the mappings and connections that the annotations of properties declare.
    mutating func addDeclarations(transforms: [ValueTransform]) {
        let known = Dictionary(transforms.map { ($0.description, $0) }) { first, _ in first }
        for attribute in entity.attributes {
            guard let source = attribute.userInfo[.keyPath] else { continue }
            var mapping = AttributeMapping(from: source, to: attribute.name)
            if let name = attribute.userInfo[.transformer] {
                mapping.transform = transform(name, of: attribute.name, among: known)
            }
            append(mapping)
            schemaUses.declaredMappings.insert(attribute.name)
        }
        for relationship in entity.relationships {
            if let source = relationship.userInfo[.keyPath] {
                append(
                    RelationshipMapping(
                        from: source, to: relationship.name, using: relationship.destination))
                schemaUses.declaredMappings.insert(relationship.name)
            }
            guard relationship.userInfo[AnnotationKey.connectedBy.rawValue] != nil else { continue }
            addDeclaredConnection(of: relationship)
            schemaUses.declaredConnections.insert(relationship.name)
        }
    }

    /// Adds the connection that the annotation of a relationship declares.
    ///
    /// - Returns: `false` if the annotation is neither a name, nor a list of names, nor names by
    ///   name.
    @discardableResult
    package mutating func addDeclaredConnection(of relationship: RelationshipDescription) -> Bool {
        switch relationship.userInfo[AnnotationKey.connectedBy.rawValue] {
        case nil: return true
        case .string(let name): addConnection(for: relationship.name, connectedBy: name)
        case .array(let names):
            let texts = names.compactMap(\.text)
            guard texts.count == names.count, !texts.isEmpty else { return false }
            addConnection(for: relationship.name, connectedBy: texts)
        case .dictionary(let names):
            let texts = names.compactMapValues(\.text)
            guard texts.count == names.count, !texts.isEmpty else { return false }
            addConnection(for: relationship.name, connectedBy: texts)
        default: return false
        }
        return true
    }

    private mutating func transform(
        _ name: String, of attribute: String, among known: [String: ValueTransform]
    ) -> ValueTransform {
        if let transform = known[name] { return transform }
        declarationProblems[attribute] =
            "'\(attribute)': no transform is named '\(name)'"
            + (Suggestion.nearest(to: name, among: known.keys).map { "; did you mean '\($0)'?" }
                ?? "; give it to the mapping")
        return .default
    }

    /// Adds a mapping, replacing the schema struct's declaration.
    mutating func append(_ mapping: AttributeMapping) {
        replaceDeclaration(of: mapping.destination)
        attributeMappings.append(mapping)
    }

    /// Adds a mapping, replacing the schema struct's declaration.
    mutating func append(_ mapping: RelationshipMapping) {
        replaceDeclaration(of: mapping.destination)
        relationshipMappings.append(mapping)
    }

    /// Adds a connection, replacing the schema struct's declaration.
    mutating func append(_ connection: ConnectionDescription) {
        if schemaUses.declaredConnections.remove(connection.relationship) != nil {
            removeConnection(for: connection.relationship)
        }
        connections.append(connection)
    }

    private mutating func replaceDeclaration(of property: String) {
        guard schemaUses.declaredMappings.remove(property) != nil else { return }
        declarationProblems[property] = nil
        removeMappings(to: property)
    }
}

extension [String: Value] {
    fileprivate subscript(key: AnnotationKey) -> String? { self[key.rawValue]?.text }
}

extension Value {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
