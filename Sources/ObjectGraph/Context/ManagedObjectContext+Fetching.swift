/// Answering requests from the store and the pending changes together.
extension ManagedObjectContext {
    /// The numbers of the rows that match, in order; the rows are known afterwards.
    package func numbers(matching request: RowRequest) throws(StoreError) -> [Int64] {
        let root = root(of: request.entity)
        guard try needsOverlay(request) else {
            let rows = try reader().rows(matching: request)
            register(rows, root: root)
            return rows.map(\.number)
        }
        let sorter = try RowSorter(request.sortKeys, entity: request.entity, model: model)
        let sorted = try sorter.sorted(try overlaid(request), in: self)
        let rest = sorted.dropFirst(request.offset)
        return (request.limit.map { rest.prefix($0) } ?? rest).map(\.number)
    }

    /// How many rows match.
    package func count(matching request: RowRequest) throws(StoreError) -> Int {
        guard try needsOverlay(request) else { return try reader().count(matching: request) }
        let rest = max(0, try overlaid(request).count - request.offset)
        return min(request.limit ?? rest, rest)
    }

    /// Whether pending changes could make a difference to the answer.
    private func needsOverlay(_ request: RowRequest) throws(StoreError) -> Bool {
        guard state.hasChanges else { return false }
        guard state.tables[root(of: request.entity)].changed.isEmpty else { return true }
        return hasChanges(alongside: try relationships(of: request))
    }

    private func relationships(of request: RowRequest) throws(StoreError) -> Set<Int> {
        let resolver = PredicateResolver(model: model, entity: request.entity)
        var result = try resolver.resolve(request.predicate).relationships
        for key in request.sortKeys {
            result.formUnion(try resolver.attribute(key.path).relationships)
        }
        return result
    }

    private func hasChanges(alongside relationships: Set<Int>) -> Bool {
        relationships.contains { index in
            let layout = model.relationships[index]
            let links = [index, layout.inverse ?? index]
            return !state.tables[root(of: layout.entity)].changed.isEmpty
                || !state.tables[root(of: layout.destination)].changed.isEmpty
                || links.contains { !state.links[$0].touched.isEmpty }
        }
    }

    /// The rows that match, unsorted, pending changes included.
    private func overlaid(_ request: RowRequest) throws(StoreError) -> [StoredRow] {
        let resolver = PredicateResolver(model: model, entity: request.entity)
        let resolved = try resolver.resolve(request.predicate)
        let evaluator = PredicateEvaluator(resolved, model: model)
        let layout = model.layouts[request.entity]
        // What the store says of a row is true unless the row, or a row on the way, has changed.
        let trustsStore = !hasChanges(alongside: resolved.relationships)
        var base = RowRequest(
            entity: request.entity, includesSubentities: request.includesSubentities)
        if trustsStore { base.predicate = request.predicate }
        let stored = try reader().rows(matching: base)
        register(stored, root: layout.root)
        var result: [StoredRow] = []
        for row in stored {
            guard let position = state.tables[layout.root].position(of: row.number),
                state.tables[layout.root].entries[position].state == .clean
            else { continue }
            let current = state.tables[layout.root].entries[position].stored
            guard trustsStore else {
                if try evaluator.matches(current, in: self) { result.append(current) }
                continue
            }
            result.append(current)
        }
        for position in state.tables[layout.root].changed {
            let entry = state.tables[layout.root].entries[position]
            let fits =
                request.includesSubentities
                ? layout.includes(entry.entity) : entry.entity == request.entity
            guard fits, state.tables[layout.root].isAlive(at: position),
                try evaluator.matches(entry.stored, in: self)
            else { continue }
            result.append(entry.stored)
        }
        return result
    }
}
