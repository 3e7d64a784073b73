import ObjectGraph

/// Walks the elements of one version, and collects what it finds and what it leaves out.
///
/// A part that a model cannot have never ends the walk: it is left out, and told as a difference.
struct ModelReader {
    let version: String
    var identifier: String?
    var entities: [EntityDescription] = []
    /// The names of the entities, in small letters.
    var entityNames: Set<String> = []
    var configurations: [String: [String]] = [:]
    var fetchRequests: [XcodeModelVersion.FetchRequestTemplate] = []
    var fetchedProperties: [XcodeModelVersion.FetchedProperty] = []
    var fetchIndexes: [XcodeModelVersion.FetchIndex] = []
    var classNames: [String: String] = [:]
    /// The entity in which a relationship says that its inverse is, by entity and relationship.
    var inverseEntities: [[String]: String] = [:]
    var differences: [XcodeModelVersion.Difference] = []
    var problems: [XcodeModelError.Problem] = []
    /// The declarations: of an entity under its name, of its parts under further names.
    var places: [[String]: XcodeModelPlace] = [:]
    /// Names that must be those of entities.
    var references: [EntityReference] = []

    /// A name that must be that of an entity, and what is left out if it is not.
    struct EntityReference {
        let entity: String
        let part: String
        let place: XcodeModelPlace
    }

    init(version: String) {
        self.version = version
    }

    /// Reads all that is in the root element.
    ///
    /// - Throws: ``XcodeModelError`` if it is no Core Data model, or has text between its elements.
    mutating func read(_ root: ModelElement) throws(XcodeModelError) {
        guard root.name == "model", let type = root.attributes["type"] else {
            throw XcodeModelError([
                .init(
                    code: .unknownElement, place: place(of: root, ""),
                    message: "expected a 'model' of Xcode, found '\(root.name.shortened)'")
            ])
        }
        guard type == "com.apple.IDECoreDataModeler.DataModel" else {
            throw XcodeModelError([
                .init(
                    code: .invalidValue, place: place(of: root, ""),
                    message: "expected the type of a Core Data model, found '\(type.shortened)'; "
                        + "is it another format?")
            ])
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
        guard problems.isEmpty else { throw XcodeModelError(problems) }
    }

    /// Makes the model of what was read, without the parts that do not fit together.
    ///
    /// - Throws: ``XcodeModelError`` with code `invalidModel` if no parts can be left out to make
    ///   the rest a model.
    mutating func makeModel() throws(XcodeModelError) -> ManagedObjectModel {
        var assembly = ModelAssembly(entities, inverseEntities)
        let model: ManagedObjectModel
        do throws(ManagedObjectModelError) {
            model = try assembly.makeModel()
        } catch {
            throw XcodeModelError(
                error.problems.map { problem in
                    let key = [problem.entity] + (problem.property.map { [$0] } ?? [])
                    return .init(
                        code: .invalidModel, place: place(of: key), message: problem.message)
                })
        }
        for change in assembly.changes {
            differences.append(
                .init(code: change.code, place: place(of: change.key), message: change.message))
        }
        leaveOutMissingEntities(Set(model.entities.map(\.name)))
        return model
    }

    /// Leaves out what is about entities that the model has not.
    private mutating func leaveOutMissingEntities(_ names: Set<String>) {
        for reference in references where !names.contains(reference.entity) {
            let advice = Suggestion.text(for: reference.entity, among: names)
            let reason = "there is no entity '\(reference.entity.shortened)'\(advice)"
            differences.append(
                .init(omitting: reference.part, because: reason, at: reference.place))
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
