import ObjectGraph

/// Reads the elements of one version, and collects declarations and differences.
///
/// A part that a model cannot represent is not an error: it is omitted and recorded as a
/// difference.
struct ModelReader {
    let version: String
    var identifier: String?
    var entities: [EntityDescription] = []
    /// The names of the entities in lower case.
    var entityNames: Set<String> = []
    var configurations: [String: [String]] = [:]
    var fetchRequests: [XcodeModelVersion.FetchRequestTemplate] = []
    var fetchedProperties: [XcodeModelVersion.FetchedProperty] = []
    var fetchIndexes: [XcodeModelVersion.FetchIndex] = []
    var classNames: [String: String] = [:]
    /// The entities that relationships declare for their inverses, by entity and relationship.
    var inverseEntities: [[String]: String] = [:]
    var differences: [XcodeModelVersion.Difference] = []
    var problems: [XcodeModelError.Problem] = []
    /// The positions of declarations: of entities by name, of their parts by a path of names.
    var locations: [[String]: XcodeModelLocation] = [:]
    /// The references to entities.
    var references: [EntityReference] = []

    /// A reference to an entity, and the part to leave out if the entity does not exist.
    struct EntityReference {
        let entity: String
        let part: String
        let location: XcodeModelLocation
    }

    /// Reads the contents of the root element.
    ///
    /// - Throws: ``XcodeModelError`` if it is not a Core Data model, or has text
    ///   between its elements.
    mutating func read(_ root: ModelElement) throws(XcodeModelError) {
        guard root.name == "model", let type = root.attributes["type"] else {
            throw XcodeModelError(
                .unknownElement, version, line: root.line,
                "expected a 'model' of Xcode, found '\(root.name.shortened)'")
        }
        guard type == "com.apple.IDECoreDataModeler.DataModel" else {
            throw XcodeModelError(
                .invalidValue, version, line: root.line,
                "expected the type of a Core Data model, found '\(type.shortened)'; "
                    + "is it another format?")
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
                let label = "fetch request '\((child.attributes["name"] ?? "").shortened)'"
                if let template = readFetchRequest(child, label) { fetchRequests.append(template) }
            default: break
            }
        }
        guard problems.isEmpty else { throw XcodeModelError(problems: problems) }
    }

    /// Assembles the model from the declarations, leaving out inconsistent parts.
    ///
    /// - Throws: ``XcodeModelError`` with code `invalidModel` if leaving out parts does not yield
    ///   a valid model.
    mutating func makeModel() throws(XcodeModelError) -> ManagedObjectModel {
        var assembly = ModelAssembly(entities: entities, inverseEntities: inverseEntities)
        let model: ManagedObjectModel
        do throws(ManagedObjectModelError) {
            model = try assembly.makeModel()
        } catch {
            throw XcodeModelError(
                problems: error.problems.map { problem in
                    let key = [problem.entity] + (problem.property.map { [$0] } ?? [])
                    return .init(
                        code: .invalidModel, location: location(of: key), message: problem.message)
                })
        }
        for change in assembly.changes {
            differences.append(
                .init(
                    code: change.code, location: location(of: change.key), message: change.message))
        }
        leaveOutMissingEntities(Set(model.entities.map(\.name)))
        return model
    }

    /// Leaves out references to entities that do not exist in the model.
    private mutating func leaveOutMissingEntities(_ names: Set<String>) {
        for reference in references where !names.contains(reference.entity) {
            let advice = Suggestion.text(for: reference.entity, among: names)
            let reason = "there is no entity '\(reference.entity.shortened)'\(advice)"
            differences.append(
                .init(omitting: reference.part, because: reason, at: reference.location))
        }
        configurations = configurations.mapValues { $0.filter(names.contains) }
        fetchRequests.removeAll { !names.contains($0.entity) }
        fetchedProperties.removeAll {
            !names.contains($0.entity) || !names.contains($0.request.entity)
        }
        fetchIndexes.removeAll { !names.contains($0.entity) }
        classNames = classNames.filter { names.contains($0.key) }
    }
}
