import ObjectGraph

/// Entities, and their declarations other than properties.
extension ModelReader {
    mutating func readEntity(_ element: ModelElement) {
        let name = element.attributes["name"] ?? ""
        let label = "entity '\(name.shortened)'"
        guard isComplete(element, .entity, label) else { return }
        guard entityNames.insert(name.lowercased()).inserted else {
            return leaveOut(
                of: element, label,
                because: "another entity has this name already; names ignore case")
        }
        remember([name], element, label)
        var entity = EntityDescription(
            name, parent: element.attributes["parentEntity"].flatMap { $0.isEmpty ? nil : $0 },
            isAbstract: flag("isAbstract", element, label), userInfo: userInfo(of: element, label),
            renamingIdentifier: renamingIdentifier(of: element))
        // `.Article` denotes the class with the name of the entity in the app's own module.
        if let className = element.attributes["representedClassName"], !className.isEmpty,
            className != name, className != ".\(name)"
        {
            classNames[name] = className
        }
        readProperties(of: element, into: &entity)
        for child in element.children {
            switch child.name {
            case "fetchedProperty": readFetchedProperty(child, of: name)
            case "uniquenessConstraints": readConstraints(child, into: &entity)
            case "compoundIndexes":
                for (names, _) in lists(in: child, .compoundIndexes, .compoundIndex, label) {
                    addIndex(of: name, names)
                }
            case "fetchIndex": readFetchIndex(child, of: name)
            default: break
            }
        }
        entities.append(entity)
    }

    private mutating func readProperties(
        of element: ModelElement, into entity: inout EntityDescription
    ) {
        var names: Set<String> = []
        for child in element.children where ["attribute", "relationship"].contains(child.name) {
            let name = child.attributes["name"] ?? ""
            guard !names.contains(name.lowercased()) else {
                leaveOut(
                    of: child, "\(child.name) '\(name.shortened)' of entity '\(entity.name)'",
                    because: "another property has this name already; names ignore case")
                continue
            }
            if child.name == "attribute" {
                guard let attribute = readAttribute(child, of: entity.name) else { continue }
                entity.declaredAttributes.append(attribute)
            } else {
                guard let relationship = readRelationship(child, of: entity.name) else { continue }
                entity.declaredRelationships.append(relationship)
            }
            names.insert(name.lowercased())
        }
    }

    private mutating func readConstraints(
        _ element: ModelElement, into entity: inout EntityDescription
    ) {
        let lists = lists(
            in: element, .uniquenessConstraints, .uniquenessConstraint, "entity '\(entity.name)'")
        for (names, list) in lists {
            let label =
                "constraint '\(names.joined(separator: ", ").shortened)' "
                + "of entity '\(entity.name)'"
            guard !entity.uniquenessConstraints.contains(names) else {
                leaveOut(of: list, label, because: "the entity has this constraint already")
                continue
            }
            remember([entity.name, ""] + names, list, label)
            entity.uniquenessConstraints.append(names)
        }
    }

    /// Reads the lists of names in uniqueness constraints or compound indexes.
    private mutating func lists(
        in element: ModelElement, _ outer: ElementKind, _ inner: ElementKind, _ label: String
    ) -> [(names: [String], ModelElement)] {
        check(element, outer, label)
        var lists: [(names: [String], ModelElement)] = []
        for list in element.children where outer.children.contains(list.name) {
            check(list, inner, label)
            let parts = list.children.filter { inner.children.contains($0.name) }
            let names = parts.compactMap { part in
                isComplete(part, .name, label, omitting: "the '\(list.name)'")
                    ? part.attributes["value"] : nil
            }
            if names.count == parts.count { lists.append((names, list)) }
        }
        return lists
    }

    mutating func addIndex(of entity: String, _ names: [String]) {
        let elements = names.map {
            XcodeModelVersion.FetchIndex.Element(property: $0, isDescending: false, kind: "Binary")
        }
        fetchIndexes.append(
            .init(entity: entity, name: "", elements: elements, predicate: nil))
    }

    private mutating func readFetchIndex(_ element: ModelElement, of entity: String) {
        let name = element.attributes["name"] ?? ""
        let label = "fetch index '\(name.shortened)' of entity '\(entity)'"
        guard isComplete(element, .fetchIndex, label) else { return }
        var elements: [XcodeModelVersion.FetchIndex.Element] = []
        for child in element.children where child.name == "fetchIndexElement" {
            guard let element = readFetchIndexElement(child, label) else { return }
            elements.append(element)
        }
        let predicate =
            element.attributes["partialIndexPredicate"]
            ?? element.attributes["partialIndexPredicateString"]
        fetchIndexes.append(
            .init(entity: entity, name: name, elements: elements, predicate: predicate))
    }

    /// Reads an element of an index, or returns `nil` if the index must be omitted.
    private mutating func readFetchIndexElement(
        _ element: ModelElement, _ label: String
    ) -> XcodeModelVersion.FetchIndex.Element? {
        check(element, .fetchIndexElement, label)
        func fail(_ reason: String) -> XcodeModelVersion.FetchIndex.Element? {
            leaveOut("the index", of: element, label, because: reason)
            return nil
        }
        guard let property = element.attributes["property"] ?? element.attributes["expression"]
        else { return fail("a part of it needs a 'property' or an 'expression'") }
        let order = element.attributes["order"] ?? "ascending"
        guard ["ascending", "descending"].contains(order) else {
            return fail("'order' must be ascending or descending, found '\(order.shortened)'")
        }
        let kind = element.attributes["type"] ?? "Binary"
        guard ["Binary", "RTree"].contains(kind) else {
            return fail("'type' must be Binary or RTree, found '\(kind.shortened)'")
        }
        return .init(property: property, isDescending: order == "descending", kind: kind)
    }
}

/// Configurations, fetch requests and fetched properties.
extension ModelReader {
    mutating func readConfiguration(_ element: ModelElement) {
        let name = element.attributes["name"] ?? ""
        let label = "configuration '\(name.shortened)'"
        guard isComplete(element, .configuration, label) else { return }
        guard configurations[name] == nil else {
            return leaveOut(
                of: element, label, because: "another configuration has this name already")
        }
        var members: [String] = []
        for member in element.children where member.name == "memberEntity" {
            guard isComplete(member, .memberEntity, label, omitting: "the member"),
                let entity = member.attributes["name"]
            else { continue }
            remember(entity: entity, of: "the member", member, label)
            members.append(entity)
        }
        configurations[name] = members
    }

    mutating func readFetchRequest(
        _ element: ModelElement, _ label: String
    ) -> XcodeModelVersion.FetchRequestTemplate? {
        guard isComplete(element, .fetchRequest, label),
            let entity = element.attributes["entity"]
        else { return nil }
        remember(entity: entity, of: "it", element, label)
        let limit = count("fetchLimit", element, label) ?? 0
        let predicate = element.attributes["predicateString"]
        return .init(
            name: element.attributes["name"] ?? "", entity: entity,
            predicate: predicate == "" ? nil : predicate, limit: limit == 0 ? nil : limit)
    }

    private mutating func readFetchedProperty(_ element: ModelElement, of entity: String) {
        let name = element.attributes["name"] ?? ""
        let label = "fetched property '\(name.shortened)' of entity '\(entity)'"
        guard isComplete(element, .fetchedProperty, label) else { return }
        guard let child = element.children.first(where: { $0.name == "fetchRequest" }) else {
            return leaveOut(of: element, label, because: "it needs a 'fetchRequest'")
        }
        guard let request = readFetchRequest(child, label) else { return }
        fetchedProperties.append(.init(entity: entity, name: name, request: request))
        note(element, label, "it is no property of the model; ask with its request")
    }
}
