/// Executing requests against the store and the pending changes.
extension ManagedObjectContext {
    /// Fetches the objects that match a request, including pending changes.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read, with code `invalidRequest` if the
    ///   request uses a name that is not in the model.
    /// - Complexity: One request to the store. If changes of the entity's tree are pending, the
    ///   changed rows are matched, and everything is sorted, in memory. If changes are pending in
    ///   entities that the predicate reaches through relationships, all rows of the entity are
    ///   matched in memory, with one or two requests for each relationship of the path.
    public func fetch(_ request: FetchRequest) throws(StoreError) -> [ManagedObject] {
        try handles(matching: request) { $0 }
    }

    /// Fetches the objects that match a request, each as a handle that a closure makes.
    ///
    /// It is inlinable, so that no array of other handles is made before.
    @inlinable
    func handles<Handle>(
        matching request: FetchRequest, _ make: (ManagedObject) -> Handle
    ) throws(StoreError) -> [Handle] {
        let (root, rows) = try find(request)
        return rows.map { row in
            make(
                ManagedObject(
                    context: self, root: root, number: row.number, position: row.position))
        }
    }

    /// Returns the numbers and positions of the rows that match a request.
    @usableFromInline
    func find(
        _ request: FetchRequest
    ) throws(StoreError) -> (root: Int, rows: [(number: Int64, position: Int)]) {
        let slots = try request.slots(in: model)
        let request = try RowRequest(request, model)
        let root = root(of: request.entity)
        let positions = try positions(matching: request, slots)
        let entries = state.tables[root].entries
        return (root, positions.map { (entries[$0].number, $0) })
    }

    /// Returns the numbers of the matching rows, in order; the rows are loaded afterwards.
    package func numbers(matching request: RowRequest) throws(StoreError) -> [Int64] {
        let positions = try positions(matching: request)
        let entries = state.tables[root(of: request.entity)].entries
        return positions.map { entries[$0].number }
    }

    /// Returns the positions of the matching rows, in order.
    ///
    /// If slots are given, the other slots of rows that are not loaded yet may remain unread.
    private func positions(
        matching request: RowRequest, _ slots: [Int]? = nil
    ) throws(StoreError) -> [Int] {
        let root = root(of: request.entity)
        guard try needsOverlay(request) else {
            let rows =
                if let slots {
                    try reader().parts(slots, ofRowsMatching: request)
                } else {
                    try reader().rows(matching: request)
                }
            return state.tables[root].load(rows)
        }
        let sorter = try RowSorter(request.sortKeys, entity: request.entity, model: model)
        let resolver = PredicateResolver(model: model, entity: request.entity)
        let rows = try overlaid(request)
        for key in request.sortKeys {
            try readAhead(try resolver.expression(key.expression), for: rows.map(\.number))
        }
        let sorted = try sorter.sorted(rows, in: self)
        let rest = sorted.dropFirst(request.offset)
        let table = state.tables[root]
        return (request.limit.map { rest.prefix($0) } ?? rest).compactMap {
            table.position(of: $0.number)
        }
    }

    /// Returns the number of matching rows.
    package func count(matching request: RowRequest) throws(StoreError) -> Int {
        guard try needsOverlay(request) else { return try reader().count(matching: request) }
        let rest = max(0, try overlaid(request).count - request.offset)
        return min(request.limit ?? rest, rest)
    }

    /// Tests whether pending changes can affect the result.
    private func needsOverlay(_ request: RowRequest) throws(StoreError) -> Bool {
        guard state.hasChanges else { return false }
        return needsOverlay(root(of: request.entity), try relationships(of: request))
    }

    /// Tests whether pending changes can affect a result that depends on these relationships.
    func needsOverlay(_ root: Int, _ relationships: Set<Int>) -> Bool {
        guard state.hasChanges else { return false }
        return !state.tables[root].changed.isEmpty || hasChanges(alongside: relationships)
    }

    private func relationships(of request: RowRequest) throws(StoreError) -> Set<Int> {
        let resolver = PredicateResolver(model: model, entity: request.entity)
        var result = try resolver.resolve(request.predicate).relationships
        for key in request.sortKeys {
            result.formUnion(try resolver.expression(key.expression).relationships)
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

    /// Returns the matching rows, unsorted, including pending changes.
    func overlaid(_ request: RowRequest) throws(StoreError) -> [StoredRow] {
        let resolver = PredicateResolver(model: model, entity: request.entity)
        let resolved = try resolver.resolve(request.predicate)
        let evaluator = PredicateEvaluator(resolved, model: model)
        // A result of the store is valid unless the row, or a row that the predicate reaches, has
        // changed.
        let trustsStore = !hasChanges(alongside: resolved.relationships)
        var base = RowRequest(
            entity: request.entity, includesSubentities: request.includesSubentities)
        if trustsStore { base.predicate = request.predicate }
        let unchanged = try unchangedRows(matching: base)
        let uncertain = (trustsStore ? [] : unchanged) + changedRows(of: request)
        try readAhead(resolved, for: uncertain.map(\.number))
        var result = trustsStore ? unchanged : []
        for row in uncertain where try evaluator.matches(row, in: self) { result.append(row) }
        return result
    }

    /// Returns the matching rows of the store, without rows that have pending changes.
    private func unchangedRows(matching request: RowRequest) throws(StoreError) -> [StoredRow] {
        let root = root(of: request.entity)
        let stored = try reader().rows(matching: request)
        let positions = state.tables[root].load(stored)
        return positions.lazy.map { self.state.tables[root].entries[$0] }
            .filter { $0.state == .clean }.map(\.stored)
    }

    /// Returns the existing rows with pending changes of the entities that a request covers.
    private func changedRows(of request: RowRequest) -> [StoredRow] {
        let layout = model.layouts[request.entity]
        let table = state.tables[layout.root]
        return table.changed.filter { position in
            let entity = table.entries[position].entity
            let fits =
                request.includesSubentities ? layout.includes(entity) : entity == request.entity
            return fits && table.isAlive(at: position)
        }.map { table.entries[$0].stored }
    }
}
