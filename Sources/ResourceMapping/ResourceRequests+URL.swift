package import EntityMapper
import HTTPValues
import MappingConventions
import MercatorPayload
package import ObjectGraph
import RepresentationWriting

/// Construction of URLs.
extension ResourceRequests {
    func get(_ url: String, _ query: String?) -> ResourceRequest {
        let tail = query.map { $0.isEmpty ? "" : "?" + $0 } ?? ""
        return ResourceRequest(.get, url + tail, headers: headers)
    }

    /// Returns the URL of an entity, or of one of its objects.
    ///
    /// - Throws: ``MappingError`` if the identifier is a dot segment or empty, or if ``baseURL``
    ///   contains a query or a fragment.
    func url(_ index: Int, _ identifier: String? = nil) throws(MappingError) -> String {
        guard !baseURL.contains(where: { $0 == "?" || $0 == "#" }) else {
            throw MappingError(
                .unwritableValue,
                "baseURL: expected the beginning of URLs, found a query or fragment in it; pass "
                    + "queries with the requests")
        }
        var base = baseURL[...]
        while base.last == "/" { base.removeLast() }
        let mapping = plan.mappings.mappings[index]
        let path = PercentEncoding.path(mapping.serverPath)
        guard let identifier else { return "\(base)/\(path)" }
        // Dot segments are removed from a path, even if they are escaped (RFC 3986, section 5.2.4).
        guard !["", ".", ".."].contains(identifier) else {
            throw MappingError(
                .unwritableValue,
                "\(mapping.entity.name): the identification is empty or consists of points, and "
                    + "cannot be a part of a URL; find the object by a query")
        }
        return "\(base)/\(path)/\(PercentEncoding.component(identifier))"
    }

    static func query(of pairs: [(name: String, value: String)]) -> String {
        pairs.map { pair in
            PercentEncoding.component(pair.name) + "=" + PercentEncoding.component(pair.value)
        }.joined(separator: "&")
    }

    static func query(reading text: String) -> String {
        PercentEncoding.query(String(text.drop { $0 == "?" }))
    }

    /// Joins strings with commas; commas inside the strings are escaped.
    static func list(of texts: [String]) -> String {
        texts.map(PercentEncoding.component).joined(separator: ",")
    }
}

/// Look-ups in the plan.
extension ResourceRequests {
    /// Returns the index of the mapping of an entity, or of its nearest ancestor with a mapping.
    func mappingIndex(of entity: EntityDescription) throws(MappingError) -> Int {
        if let index = plan.remoteMapping(of: entity) { return index }
        throw MappingError(
            .noMapping,
            "nothing is mapped for \(entity.name); add an EntityMapping for it to the plan")
    }

    func mappingIndex(ofEntity name: String) throws(MappingError) -> Int {
        guard let entity = plan.model[name] else {
            let names = plan.model.entities.map(\.name)
            throw MappingError(
                .noMapping,
                "the model has no entity '\(name)'\(Suggestion.text(for: name, among: names))")
        }
        return try mappingIndex(of: entity)
    }

    /// Returns the identifier of an object as part of a URL; `nil` if the object has none.
    func identifier(of object: ManagedObject, _ index: Int) throws(MappingError) -> String? {
        let key = try identifierAttribute(of: index)
        let value = object[key]
        return value.isNull ? nil : try text(of: value, attribute: key, index)
    }

    func identifierAttribute(of index: Int) throws(MappingError) -> String {
        let mapping = plan.mappings.mappings[index]
        if let key = mapping.identifierAttribute { return key }
        throw MappingError(
            .missingIdentification,
            "'\(mapping.name)': expected one attribute that identifies an object, found "
                + "\(mapping.identificationAttributes?.count ?? 0); set identificationAttributes")
    }

    func texts(of identifiers: [Value], _ index: Int) throws(MappingError) -> [String] {
        let key = try identifierAttribute(of: index)
        var texts: [String] = []
        for identifier in identifiers {
            texts.append(try text(of: identifier, attribute: key, index))
        }
        return texts
    }

    /// Returns a value as its mapping writes it, without quotation marks.
    func text(of value: Value, attribute: String, _ index: Int) throws(MappingError) -> String {
        let conversion = try conversion(of: attribute, index)
        guard let kept = conversion.type.normalized(value), !kept.isNull else {
            throw MappingError(
                .unwritableValue,
                "'\(attribute)': expected \(conversion.type.word), found \(value.word)")
        }
        switch conversion.representation(of: kept) {
        case .node(let node):
            if let text = node.keyText { return text }
            throw MappingError(
                .unwritableValue,
                "'\(attribute)': expected a text, number or truth value, since it becomes a part of "
                    + "a URL, found something else; use another transform")
        case .invalid(let reason):
            throw MappingError(.unwritableValue, "'\(attribute)': \(reason)")
        }
    }

    package func conversion(
        of attribute: String, _ index: Int
    ) throws(MappingError) -> Conversion {
        for member in plan.representedAttributes(of: index) where member.name == attribute {
            if case .attribute(let found) = member.content { return found.conversion }
        }
        throw unmapped(attribute, index)
    }

    /// Returns the source key of a property.
    func webKey(of key: String, _ index: Int) throws(MappingError) -> String {
        let mapping = plan.mappings.mappings[index]
        let source =
            mapping.attributeMapping(to: key)?.source
            ?? mapping.relationshipMapping(to: key)?.source
        guard let source else { throw unmapped(key, index) }
        return source.components.map(\.name).joined(separator: ".")
    }

    private func unmapped(_ key: String, _ index: Int) -> MappingError {
        let mapping = plan.mappings.mappings[index]
        let known =
            mapping.attributeMappings.map(\.destination)
            + mapping.relationshipMappings.map(\.destination)
        return MappingError(
            .noMapping,
            "'\(mapping.name)': nothing is mapped to '\(key)'"
                + Suggestion.text(for: key, among: known))
    }
}

extension MappingPlan {
    /// Returns the index of the mapping for requests about an entity.
    ///
    /// It is the entity's first mapping, or else the first mapping of its nearest ancestor with a
    /// mapping.
    package func remoteMapping(of entity: EntityDescription) -> Int? {
        for name in [entity.name] + entity.ancestors.map(\.name) {
            if let index = mappings.mappings.firstIndex(where: { $0.entity.name == name }) {
                return index
            }
        }
        return nil
    }
}
