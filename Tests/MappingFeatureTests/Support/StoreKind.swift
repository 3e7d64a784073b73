import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport

/// The stores that all feature tests use.
enum StoreKind: String, CaseIterable, Sendable {
    case inMemory, sqlite, postgres

    /// The kinds that this machine has.
    static let allCases = TestSupport.StoreKind.allCases.compactMap { Self(rawValue: $0.rawValue) }

    fileprivate var shared: TestSupport.StoreKind {
        switch self {
        case .inMemory: .inMemory
        case .sqlite: .sqlite
        case .postgres: .postgres
        }
    }
}

/// A new store for a test, which is removed when the test ends.
final class Workbench: Sendable {
    let container: PersistentContainer
    private let temporary: TemporaryStore

    init(
        _ kind: StoreKind, _ model: ManagedObjectModel,
        trace: (@Sendable (String) -> Void)? = nil
    ) throws {
        let temporary = try TemporaryStore(kind.shared, trace: trace)
        do {
            container = try PersistentContainer(model: model, store: temporary.store)
        } catch {
            temporary.remove()
            throw error
        }
        self.temporary = temporary
    }

    deinit { temporary.remove() }

    /// The store, for further containers.
    var store: any PersistentStore { temporary.store }

    /// Maps a payload and saves.
    @discardableResult
    func load(
        _ json: String, _ mappings: MappingSet, options: MappingOptions = MappingOptions()
    ) throws -> MappingResult {
        let plan = try MappingPlan(mappings, for: container.model)
        return try MappingOperation(plan, options: options).run(Array(json.utf8), in: container)
    }

    /// Maps a payload with representations of one mapping at its top, and saves.
    @discardableResult
    func load(
        _ json: String, _ mapping: EntityMapping, options: MappingOptions = MappingOptions()
    ) throws -> MappingResult {
        let mappings = MappingSet([mapping], roots: [.root: mapping.name])
        return try load(json, mappings, options: options)
    }

    /// Inserts an object in code and saves.
    @discardableResult
    func insert(
        _ entity: String, _ values: [String: Value] = [:]
    ) throws -> ManagedObjectID {
        try container.perform { context in
            let object = context.insert(entity)
            for (name, value) in values { object[name] = value }
            try context.save()
            return object.objectID
        }
    }

    /// Returns a line for each stored object of an entity, oldest first.
    ///
    /// A path is the name of an attribute, or of a relationship and an attribute of its
    /// destinations.
    func lines(_ entity: String, _ paths: String...) throws -> [String] {
        try container.perform { context in
            try context.fetch(FetchRequest(entity)).map { object in
                paths.map { object.text(at: $0) }.joined(separator: " | ")
            }
        }
    }

    /// Returns the complete contents of the store, including versions of rows.
    func content() throws -> [String] {
        let reader = try container.backend.makeReader()
        let model = container.model
        var lines: [String] = []
        for layout in model.layouts where layout.root == layout.index {
            let rows = try reader.rows(matching: RowRequest(entity: layout.index))
            lines += rows.map {
                "\(layout.name) \($0.number) version \($0.version): \($0.row.values)"
            }
            for relationship in model.relationships where relationship.storage == .links {
                guard model.layouts[relationship.entity].root == layout.index else { continue }
                let links = try reader.links(of: relationship.index, from: rows.map(\.number))
                lines += links.map {
                    "\(relationship.name) \($0.source) \($0.destination) \($0.position ?? -1) "
                        + "\($0.inversePosition ?? -1)"
                }
            }
        }
        return lines.sorted()
    }
}

extension ManagedObject {
    /// Returns the values at a path, joined by commas in the order of the relationships.
    func text(at path: String) -> String {
        let steps = path.split(separator: ".").map(String.init)
        guard steps.count > 1, let relationship = entity.relationship(named: steps[0]) else {
            return "\(self[path])"
        }
        let rest = steps.dropFirst().joined(separator: ".")
        let objects =
            relationship.isToMany
            ? self[toMany: steps[0]] : self[toOne: steps[0]].map { [$0] } ?? []
        let texts = objects.map { $0.text(at: rest) }
        return "[" + (relationship.isOrdered ? texts : texts.sorted()).joined(separator: ",") + "]"
    }
}

/// Returns the error of a given type that a closure throws, or `nil`.
func caught<Failure: Error>(
    _ type: Failure.Type = Failure.self, _ work: () throws -> Void
) -> Failure? {
    do {
        try work()
        return nil
    } catch {
        return error as? Failure
    }
}
