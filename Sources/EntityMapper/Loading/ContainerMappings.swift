package import MercatorPayload
package import ObjectGraph
import Synchronization

/// The mappings of a container's loads, with the plans that were compiled for them so far.
package final class ContainerMappings: Sendable {
    /// The plan of all mappings.
    let base: MappingPlan
    /// The root paths that every payload may have.
    private let declared: [MappingSet.Root]
    private let names: RootNames
    /// The compiled plans by their root paths.
    private let plans = Mutex<[[MappingSet.Root]: MappingPlan]>([:])
    /// The greatest number of plans that are kept.
    private static let capacity = 64

    /// Compiles mappings, which may have root paths.
    package init(
        _ mappings: MappingSet, for model: ManagedObjectModel
    ) throws(MappingPlanError) {
        var set = mappings
        // A plan has at least one root; the roots of a load come from its payload.
        if set.roots.isEmpty, let first = set.mappings.first {
            set.addRoot(PayloadPath.root, using: first.name)
        }
        base = try MappingPlan(set, for: model)
        names = RootNames(mappings, in: model)
        declared = mappings.roots
    }

    /// Returns the plan for the records at the top of a payload.
    ///
    /// The root paths are the declared root paths, and the keys that name an entity.
    ///
    /// - Throws: ``MappingError`` with code `unmappedPayload` if there is none of them, and the
    ///   mappings require one.
    package func plan(for document: PayloadDocument) throws -> MappingPlan {
        // Servers write null for an empty list.
        let members = document.root.members.filter {
            [.object, .array, .null].contains($0.value.kind)
        }
        let known = Set(declared.compactMap { $0.path.components.first?.key })
        let found = members.compactMap { key, _ -> MappingSet.Root? in
            guard !known.contains(key), let name = names.mapping(for: key) else { return nil }
            return MappingSet.Root(PayloadPath([.key(key)]), using: name)
        }
        guard (declared + found).isEmpty else { return try plan(declared + found, names) }
        let mappings = base.mappings.mappings.map(\.name)
        guard !base.mappings.requiresRoots, let first = mappings.first else {
            throw MappingError(unnamed: document, among: mappings)
        }
        return try plan([MappingSet.Root(PayloadPath([.key(first)]), using: first)], names)
    }

    /// Returns the plan for a payload that is a record, or a list of records, of one entity.
    ///
    /// - Throws: ``MappingPlanError`` if there is no mapping for the entity.
    package func plan(for entity: String) throws -> MappingPlan {
        let mapping = base.mappings.mappings.first { $0.entity.name == entity }?.name ?? entity
        return try plan([MappingSet.Root(PayloadPath.root, using: mapping)])
    }

    private func plan(
        _ roots: [MappingSet.Root], _ names: RootNames? = nil
    ) throws -> MappingPlan {
        if let plan = plans.withLock({ $0[roots] }) { return plan }
        var mappings = base.mappings
        mappings.roots = roots
        mappings.rootNames = names
        let plan = try MappingPlan(mappings, compiledIn: base)
        plans.withLock {
            if $0.count >= Self.capacity { $0 = [:] }
            $0[roots] = plan
        }
        return plan
    }
}

extension MappingError {
    /// Creates the error for a payload without a key that names an entity.
    fileprivate init(unnamed document: PayloadDocument, among mappings: [String]) {
        let keys = document.root.members.prefix(10).map { "'\($0.key)'" }
        let found =
            document.root.kind == .array
            ? "a list at the top"
            : keys.isEmpty ? "no keys" : "the keys " + keys.joined(separator: ", ")
        let entity = mappings.first ?? "Article"
        self.init(
            .unmappedPayload,
            "expected the name of an entity as a key at the top of the payload, found \(found); "
                + "name the entity of the records: load(payload, as: \(entity).self), or the key "
                + "with roots:")
    }
}
