import MappingInference
import Mercator

/// Finds and evaluates connections between objects of payloads imported separately.
struct LaterConnections {
    let store: ImportStore
    let settings: MappingArguments
    let mappingPath: String?

    /// The number of objects up to which all values are read; beyond it, only likely keys.
    private static let fewObjects = 100_000
    /// The number of objects that are read at once: fewer where texts are read that may be long.
    private static let batches = (ofAll: 1000, ofKeys: 20_000)

    /// Adds the connections to a mapping and to the store, and evaluates them for all objects.
    ///
    /// - Parameters:
    ///   - mapping: The mapping, which is extended.
    ///   - container: The container of the store, which is opened again if its model changes.
    ///   - isSearching: Whether connections are looked for that the mapping lacks.
    /// - Returns: Whether connections were looked for, which the mapping has notes about.
    /// - Throws: `StoreError` if the store fails.
    func connect(
        _ mapping: inout ImportMapping, in container: inout PersistentContainer, isSearching: Bool
    ) throws -> Bool {
        if isSearching, try search(&mapping, container) {
            container = try store.open(
                mapping.file.model(), mapping, mappingPath: mappingPath)
        }
        try evaluateNew(mapping, container)
        return isSearching
    }

    /// Evaluates the connections that no payload has brought into the store.
    private func evaluateNew(
        _ mapping: ImportMapping, _ container: PersistentContainer
    ) throws {
        let known = try container.registeredConnections()
        let plan = try mapping.file.plan()
        let new = plan.mappings.mappings.flatMap(\.connections).filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        let names = Set(new.map { "\($0.entity).\($0.relationship)" })
        _ = try ConnectionOperation(plan, only: names).run(in: container)
    }

    /// Extends a mapping by the connections that it lacks; returns `false` if there are none.
    private func search(
        _ mapping: inout ImportMapping, _ container: PersistentContainer
    ) throws -> Bool {
        let counts = try container.objectCounts()
        let isSmall = counts.values.reduce(0, +) <= Self.fewObjects
        var search = StoredConnections(
            mapping.file, options: settings.inference, readsAll: isSmall)
        let batch = isSmall ? Self.batches.ofAll : Self.batches.ofKeys
        for attribute in search.attributes {
            for offset in stride(from: 0, to: counts[attribute.entity] ?? 0, by: batch) {
                let request = FetchRequest(
                    attribute.entity, limit: batch, offset: offset,
                    includesSubentities: false, attributesToFetch: [attribute.name])
                let values = try container.perform { context in
                    try context.fetch(request).map { $0[attribute.name] }
                }
                for value in values { search.add(value, to: attribute) }
            }
        }
        let update = try mapping.file.updated(with: search.file, settings.laterPolicies)
        return mapping.extend(with: update)
    }
}
