/// Reads the state that an ``InMemoryStore`` had when the reader was created.
final class InMemoryReader: StoreReader {
    private let state: MemoryState
    private let counter: RequestCounter
    private var model: ManagedObjectModel { state.model }

    init(_ state: MemoryState, counter: RequestCounter) {
        self.state = state
        self.counter = counter
    }

    func rows(matching request: RowRequest) throws(StoreError) -> [StoredRow] {
        counter.increase()
        let sorter = try RowSorter(request.sortKeys, entity: request.entity, model: model)
        guard request.sortKeys.isEmpty else {
            let sorted = try sorter.sorted(try matches(request, limit: nil), in: state)
            return slice(sorted, request)
        }
        return slice(try matches(request, limit: needed(request)), request)
    }

    func count(matching request: RowRequest) throws(StoreError) -> Int {
        counter.increase()
        _ = try RowSorter(request.sortKeys, entity: request.entity, model: model)
        return slice(try matches(request, limit: needed(request)), request).count
    }

    func values(
        of request: ValueRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor {
        counter.increase()
        let resolved = try ResolvedValues(request, model)
        return try EvaluatedValues(
            request, resolved, matches(request.rows, limit: nil), in: state, model)
    }

    func rows(root: Int, numbers: [Int64]) -> [StoredRow] {
        counter.increase()
        let table = state.tables[root]
        var rows: [StoredRow] = []
        rows.reserveCapacity(numbers.count)
        for number in numbers.ascendingDistinct {
            if let row = table[number] { rows.append(row) }
        }
        return rows
    }

    func rows(entity: Int, slots: [Int], keys: LookupKeys) -> [StoredRow] {
        counter.increase()
        let layout = model.layouts[entity]
        guard !state.tables[layout.root].isUntouched else { return [] }
        let table = state.tables[layout.root]
        guard let index = state.indexes.first(where: { $0.serves(entity: entity, slots: slots) })
        else {
            let keys = Set(keys.values.lazy.filter { !$0.isEmpty })
            return table.rows.filter { stored in
                layout.includes(stored.entity) && keys.contains(slots.map { stored.row[$0] })
            }
        }
        return index.numbers(for: keys, in: table).ascendingDistinct.compactMap { table[$0] }
            .filter { layout.includes($0.entity) }
    }

    func rows(
        referringThrough relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredRow] {
        counter.increase()
        let layout = model.relationships[relationship]
        guard case .reference = layout.storage else {
            throw misplaced(layout, "a reference")
        }
        return state.referringRows(relationship, to: destinations.ascendingDistinct)
    }

    func links(
        of relationship: Int, from sources: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        counter.increase()
        try requireLinks(relationship)
        let known = state.links[relationship]
        var links: [StoredLink] = []
        for source in sources.ascendingDistinct { known.appendLinks(from: source, to: &links) }
        return links
    }

    func links(
        of relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        counter.increase()
        try requireLinks(relationship)
        let known = state.links[relationship]
        var links: [StoredLink] = []
        for destination in destinations.ascendingDistinct {
            known.appendLinks(to: destination, to: &links)
        }
        return links
    }

    func connections() -> [ConnectionDescription] { registeredConnections().descriptions }

    func registeredConnections() -> RegisteredConnections {
        counter.increase()
        return RegisteredConnections(
            descriptions: state.connections, marks: state.marks,
            hasSubstitutes: state.metadata[SubstituteKey.flag] != nil,
            hasPendingEdits: state.metadata.last(behind: PendingEdit.prefix) != nil)
    }

    var version: StoreVersion? { StoreVersion([state.version]) }

    func metadata(_ key: MetadataKey) -> String? {
        counter.increase()
        return state.metadata[key.name]
    }

    func metadata(behind prefix: String, withTexts: Bool) -> [MetadataEntry] {
        counter.increase()
        return state.metadata.names(behind: prefix).map { name in
            MetadataEntry(
                MetadataKey(name, beside: 0),
                withTexts ? state.metadata[name] ?? "" : "")
        }
    }

    func lastMetadata(behind prefix: String) -> MetadataEntry? {
        counter.increase()
        return state.metadata.last(behind: prefix).map { name, text in
            MetadataEntry(MetadataKey(name, beside: 0), text)
        }
    }

    /// Returns the matching rows by number, up to a limit that includes the rows of the offset.
    private func matches(_ request: RowRequest, limit: Int?) throws(StoreError) -> [StoredRow] {
        let resolver = PredicateResolver(model: model, entity: request.entity)
        let predicate = try resolver.resolve(request.predicate)
        let evaluator = PredicateEvaluator(predicate, model: model)
        let layout = model.layouts[request.entity]
        let covered = model.entities.indices.map {
            request.includesSubentities ? layout.includes($0) : $0 == request.entity
        }
        let table = state.tables[layout.root]
        var rows: [StoredRow] = []
        func add(_ candidates: some Sequence<StoredRow>) throws(StoreError) {
            for stored in candidates where covered[stored.entity] {
                if let limit, rows.count >= limit { break }
                if try evaluator.matches(stored, in: state) { rows.append(stored) }
            }
        }
        if let numbers = state.candidates(predicate) {
            try add(numbers.lazy.compactMap { table[$0] })
        } else {
            rows.reserveCapacity(min(limit ?? .max, table.count))
            try add(table.rows)
        }
        return rows
    }

    /// Returns the number of matches that a request without sort keys needs; `nil` for all.
    private func needed(_ request: RowRequest) -> Int? {
        guard let limit = request.limit else { return nil }
        let (sum, overflow) = max(0, request.offset).addingReportingOverflow(max(0, limit))
        return overflow ? nil : sum
    }

    private func slice(_ rows: [StoredRow], _ request: RowRequest) -> [StoredRow] {
        guard request.offset > 0 || request.limit != nil else { return rows }
        let rest = rows.dropFirst(max(0, request.offset))
        return Array(request.limit.map { rest.prefix(max(0, $0)) } ?? rest)
    }

    private func requireLinks(_ relationship: Int) throws(StoreError) {
        let layout = model.relationships[relationship]
        guard layout.storage == .links else { throw misplaced(layout, "links") }
    }

    private func misplaced(_ layout: RelationshipLayout, _ form: String) -> StoreError {
        StoreError(
            .invalidRequest,
            "\(model.layouts[layout.entity].name).\(layout.name) is not kept as \(form)")
    }
}
