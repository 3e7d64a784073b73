import ObjectGraph

/// Entities, and what they have beside properties.
extension ModelReader {
    mutating func readEntity(_ element: ModelElement) {
        let name = element.attributes["name"] ?? ""
        let label = "entity '\(name)'"
        check(element, .entity, label)
        remember(name, nil, element, label)
        var entity = EntityDescription(
            name, parent: element.attributes["parentEntity"].flatMap { $0.isEmpty ? nil : $0 },
            isAbstract: flag("isAbstract", element, label), userInfo: userInfo(of: element, label),
            renamingIdentifier: renamingIdentifier(of: element))
        // `.Article` is the class of the entity's name in the app's own module.
        if let className = element.attributes["representedClassName"], !className.isEmpty,
            className != name, className != ".\(name)"
        {
            classNames[name] = className
        }
        for child in element.children {
            switch child.name {
            case "attribute":
                if let attribute = readAttribute(child, of: name) {
                    entity.declaredAttributes.append(attribute)
                }
            case "relationship":
                entity.declaredRelationships.append(readRelationship(child, of: name))
            case "fetchedProperty": readFetchedProperty(child, of: name)
            case "uniquenessConstraints":
                entity.uniquenessConstraints += lists(
                    in: child, .uniquenessConstraints, .uniquenessConstraint, label)
            case "compoundIndexes":
                for names in lists(in: child, .compoundIndexes, .compoundIndex, label) {
                    addIndex(of: name, names)
                }
            case "fetchIndex": readFetchIndex(child, of: name)
            default: break
            }
        }
        entities.append(entity)
    }

    /// The lists of names that uniqueness constraints and compound indexes consist of.
    private mutating func lists(
        in element: ModelElement, _ outer: ElementKind, _ inner: ElementKind, _ label: String
    ) -> [[String]] {
        check(element, outer, label)
        var lists: [[String]] = []
        for list in element.children where outer.children.contains(list.name) {
            check(list, inner, label)
            var names: [String] = []
            for part in list.children where inner.children.contains(part.name) {
                check(part, .name, label)
                names.append(part.attributes["value"] ?? "")
            }
            lists.append(names)
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
        let label = "fetch index '\(name)' of entity '\(entity)'"
        check(element, .fetchIndex, label)
        var elements: [XcodeModelVersion.FetchIndex.Element] = []
        for child in element.children where child.name == "fetchIndexElement" {
            check(child, .fetchIndexElement, label)
            guard let property = child.attributes["property"] ?? child.attributes["expression"]
            else {
                report(.missingAttribute, child, label, "it needs a 'property' or an 'expression'")
                continue
            }
            let order = child.attributes["order"] ?? "ascending"
            if order != "ascending", order != "descending" {
                report(.invalidValue, child, label, "'order' must be ascending or descending")
            }
            let kind = child.attributes["type"] ?? "Binary"
            if kind != "Binary", kind != "RTree" {
                report(.invalidValue, child, label, "'type' must be Binary or RTree")
            }
            elements.append(
                .init(property: property, isDescending: order == "descending", kind: kind))
        }
        let predicate =
            element.attributes["partialIndexPredicate"]
            ?? element.attributes["partialIndexPredicateString"]
        fetchIndexes.append(
            .init(entity: entity, name: name, elements: elements, predicate: predicate))
    }
}

/// What is beside the entities, and properties that are requests.
extension ModelReader {
    mutating func readConfiguration(_ element: ModelElement) {
        let name = element.attributes["name"] ?? ""
        let label = "configuration '\(name)'"
        check(element, .configuration, label)
        if configurations[name] != nil {
            report(.invalidValue, element, label, "another configuration has this name")
        }
        configurations[name] = []
        for member in element.children where member.name == "memberEntity" {
            check(member, .memberEntity, label)
            let entity = member.attributes["name"] ?? ""
            rememberMember(entity, member, label)
            configurations[name]?.append(entity)
        }
    }

    mutating func readFetchRequest(
        _ element: ModelElement, _ label: String
    ) -> XcodeModelVersion.FetchRequestTemplate? {
        check(element, .fetchRequest, label)
        guard let entity = element.attributes["entity"] else { return nil }
        rememberMember(entity, element, label)
        let limit = count("fetchLimit", element, label) ?? 0
        let predicate = element.attributes["predicateString"]
        return .init(
            name: element.attributes["name"] ?? "", entity: entity,
            predicate: predicate == "" ? nil : predicate, limit: limit == 0 ? nil : limit)
    }

    private mutating func readFetchedProperty(_ element: ModelElement, of entity: String) {
        let name = element.attributes["name"] ?? ""
        let label = "fetched property '\(name)' of entity '\(entity)'"
        check(element, .fetchedProperty, label)
        guard let child = element.children.first(where: { $0.name == "fetchRequest" }) else {
            return report(.missingAttribute, element, label, "it needs a 'fetchRequest'")
        }
        guard let request = readFetchRequest(child, label) else { return }
        fetchedProperties.append(.init(entity: entity, name: name, request: request))
        note(element, label, "it is no property of the model; ask with its request")
    }
}
