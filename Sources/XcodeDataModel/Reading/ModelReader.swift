import ObjectGraph

/// Walks the elements of one version, and notes what it finds and everything that is wrong.
///
/// It goes on after a problem, so that one error tells of all of them.
struct ModelReader {
    let version: String
    var identifier: String?
    var entities: [EntityDescription] = []
    var configurations: [String: [String]] = [:]
    var fetchRequests: [XcodeModelVersion.FetchRequestTemplate] = []
    var fetchedProperties: [XcodeModelVersion.FetchedProperty] = []
    var fetchIndexes: [XcodeModelVersion.FetchIndex] = []
    var classNames: [String: String] = [:]
    private(set) var differences: [XcodeModelVersion.Difference] = []
    private(set) var problems: [XcodeModelError.Problem] = []
    /// Where properties and, under an empty name, entities are declared.
    private var places: [[String]: XcodeModelPlace] = [:]
    private var memberships: [(entity: String, place: XcodeModelPlace)] = []
    /// The entity in which a relationship to another one says that its inverse is.
    private var inverses: [(entity: String, destination: String, place: XcodeModelPlace)] = []

    init(version: String) {
        self.version = version
    }

    /// Reads all that is in the root element.
    mutating func read(_ root: ModelElement) {
        guard root.name == "model", let type = root.attributes["type"] else {
            return report(
                .unknownElement, root, "", "expected a 'model' of Xcode, found '\(root.name)'")
        }
        guard type == "com.apple.IDECoreDataModeler.DataModel" else {
            return report(
                .invalidValue, root, "",
                "expected the type of a Core Data model, found '\(type)'; is it another format?")
        }
        check(root, .model, "model")
        identifier = root.attributes["userDefinedModelVersionIdentifier"].flatMap {
            $0.isEmpty ? nil : $0
        }
        for child in root.children {
            switch child.name {
            case "entity": readEntity(child)
            case "configuration": readConfiguration(child)
            case "fetchRequest":
                let label = "fetch request '\(child.attributes["name"] ?? "")'"
                if let template = readFetchRequest(child, label) { fetchRequests.append(template) }
            default: break
            }
        }
    }

    /// The model of what was read.
    ///
    /// - Throws: ``XcodeModelError`` with the problems of the elements, and those that the entities
    ///   have together.
    mutating func makeModel() throws(XcodeModelError) -> ManagedObjectModel {
        let inheritance = ModelInheritance(entities)
        for change in inheritance.changes {
            let place = place(of: change.entity, change.property)
            differences.append(.init(place: place, message: change.message))
        }
        var problems = problems
        for inverse in inverses
        where !inheritance.lineage(of: inverse.destination).contains(inverse.entity) {
            let message =
                "its inverse must be of entity '\(inverse.destination)', "
                + "found '\(inverse.entity)'"
            problems.append(.init(code: .invalidValue, place: inverse.place, message: message))
        }
        let names = Set(entities.map(\.name))
        for (entity, place) in memberships where !names.contains(entity) {
            let advice = Suggestion.text(for: entity, among: names)
            problems.append(
                .init(
                    code: .invalidValue, place: place,
                    message: "there is no entity '\(entity)'\(advice)"))
        }
        do throws(ManagedObjectModelError) {
            let model = try ManagedObjectModel(inheritance.entities)
            if problems.isEmpty { return model }
        } catch {
            // What lacks a name or a destination has been reported; the check can only repeat it.
            let incomplete = Set(
                problems.filter { $0.code == .missingAttribute || $0.code == .invalidValue }
                    .map(\.place))
            problems += error.problems.map { problem in
                .init(
                    code: .invalidModel, place: place(of: problem.entity, problem.property),
                    message: problem.message)
            }.filter { !incomplete.contains($0.place) }
        }
        throw XcodeModelError(problems.sorted { ($0.place.line ?? 0) < ($1.place.line ?? 0) })
    }

    private func place(of entity: String, _ property: String?) -> XcodeModelPlace {
        if let place = places[[entity, property ?? ""]] { return place }
        let element = (property.map { "'\($0)' of " } ?? "") + "entity '\(entity)'"
        return XcodeModelPlace(
            version: version, line: places[[entity, ""]]?.line, element: element)
    }
}

/// What every part of the walk needs.
extension ModelReader {
    /// Notes a problem.
    mutating func report(
        _ code: XcodeModelError.Code, _ element: ModelElement, _ label: String, _ message: String
    ) {
        let place = XcodeModelPlace(version: version, line: element.line, element: label)
        problems.append(.init(code: code, place: place, message: message))
    }

    /// Notes something that becomes something else.
    mutating func note(_ element: ModelElement, _ label: String, _ message: String) {
        let place = XcodeModelPlace(version: version, line: element.line, element: label)
        differences.append(.init(place: place, message: message))
    }

    /// Notes where something is declared, for what the check of the whole model finds.
    mutating func remember(
        _ entity: String, _ property: String?, _ element: ModelElement, _ label: String
    ) {
        let key = [entity, property ?? ""]
        // Of two with one name, the later one is too many.
        places[key] = XcodeModelPlace(version: version, line: element.line, element: label)
    }

    /// Notes that a name must be that of an entity.
    mutating func rememberMember(_ entity: String, _ element: ModelElement, _ label: String) {
        let place = XcodeModelPlace(version: version, line: element.line, element: label)
        memberships.append((entity, place))
    }

    /// Notes the entity that a relationship names as that of its inverse.
    mutating func rememberInverse(_ element: ModelElement, _ label: String) {
        guard let entity = element.attributes["inverseEntity"], !entity.isEmpty,
            let destination = element.attributes["destinationEntity"]
        else { return }
        let place = XcodeModelPlace(version: version, line: element.line, element: label)
        inverses.append((entity, destination, place))
    }

    /// Checks that an element has what it must, and nothing that is not known.
    mutating func check(_ element: ModelElement, _ kind: ElementKind, _ label: String) {
        for name in kind.required.sorted() where element.attributes[name, default: ""].isEmpty {
            report(
                .missingAttribute, element, label,
                "the element '\(element.name)' needs an attribute '\(name)'")
        }
        let known = kind.attributes
        for name in element.attributes.keys.sorted() where !known.contains(name) {
            let message = "the attribute '\(name)' of '\(element.name)' is not known"
            let advice = Suggestion.text(for: name, among: known)
            if advice.isEmpty {
                note(element, label, message + ", and is left out")
            } else {
                report(.unknownAttribute, element, label, message + advice)
            }
        }
        let elements = kind.elements
        for child in element.children where !elements.contains(child.name) {
            let advice = Suggestion.text(for: child.name, among: elements)
            report(
                .unknownElement, child, label,
                "an element '\(child.name)' in '\(element.name)' is not known\(advice)")
        }
        if let line = element.textLine {
            problems.append(
                .init(
                    code: .malformed,
                    place: XcodeModelPlace(version: version, line: line, element: label),
                    message: "there is text in '\(element.name)', expected elements only"))
        }
    }

    /// `YES` or `NO`; anything else is a problem, and no attribute means no.
    mutating func flag(_ name: String, _ element: ModelElement, _ label: String) -> Bool {
        switch element.attributes[name] {
        case "YES": return true
        case "NO", nil: return false
        case .some:
            report(.invalidValue, element, label, "'\(name)' must be YES or NO")
            return false
        }
    }

    /// A whole number from 0, if the attribute is there.
    mutating func count(_ name: String, _ element: ModelElement, _ label: String) -> Int? {
        guard let text = element.attributes[name], !text.isEmpty else { return nil }
        guard let number = Self.wholeNumber(text).flatMap(Int.init(exactly:)), number >= 0 else {
            report(.invalidValue, element, label, "'\(name)' must be a whole number from 0")
            return nil
        }
        return number
    }

    /// Annotations: the entries of a `userInfo`.
    mutating func userInfo(of element: ModelElement, _ label: String) -> [String: Value] {
        var userInfo: [String: Value] = [:]
        for child in element.children where child.name == "userInfo" {
            check(child, .userInfo, label)
            for entry in child.children where entry.name == "entry" {
                check(entry, .entry, label)
                guard let key = entry.attributes["key"], !key.isEmpty else {
                    note(entry, label, "an entry of its user info has no key, and is left out")
                    continue
                }
                userInfo[key] = .string(entry.attributes["value"] ?? "")
            }
        }
        return userInfo
    }

    /// The earlier name that an element gives as its renaming identifier.
    func renamingIdentifier(of element: ModelElement) -> String? {
        let identifier = element.attributes["elementID"] ?? element.attributes["renamingIdentifier"]
        return identifier == "" || identifier == element.attributes["name"] ? nil : identifier
    }
}
