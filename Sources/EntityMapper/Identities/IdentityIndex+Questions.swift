public import ObjectGraph

extension IdentityIndex {
    /// The stored objects that have these values, the oldest first.
    ///
    /// Each attribute of the index has a value; an array stands for any of its elements:
    ///
    /// ```swift
    /// try index.objectIDs(for: ["articleID": [12, 13], "language": "en"])
    /// ```
    ///
    /// A `null` finds nothing, as in identification. When the memory cannot tell, the store is asked,
    /// so the answer is right in any case.
    ///
    /// - Throws: `StoreError` if the store cannot be read; with code `invalidRequest` if the values
    ///   are not those of the index's attributes, or of other types.
    /// - Complexity: O(combinations of the values), once loaded.
    public func objectIDs(for values: [String: Value]) throws(StoreError) -> [ManagedObjectID] {
        let table = try table(of: values)
        var numbers: [Int64]
        if let hits = try hits(for: table) {
            numbers = hits.numbers
        } else {
            let reader = try container.backend.makeReader()
            numbers = try reader.rows(
                entity: space.entity, slots: space.slots, keys: table.keys
            ).map(\.number)
        }
        numbers.sort()
        let root = container.model.layouts[space.root].name
        return numbers.map { ManagedObjectID(entityName: root, number: $0) }
    }

    /// Whether a stored object has these values.
    ///
    /// - Throws: As ``objectIDs(for:)`` does.
    public func contains(_ values: [String: Value]) throws(StoreError) -> Bool {
        try !objectIDs(for: values).isEmpty
    }

    /// How many stored objects have these values.
    ///
    /// - Throws: As ``objectIDs(for:)`` does.
    public func count(of values: [String: Value]) throws(StoreError) -> Int {
        try objectIDs(for: values).count
    }

    /// The objects that have these values in a unit of work, its pending changes included, the
    /// oldest first.
    ///
    /// What the memory says is verified on the objects.
    ///
    /// - Throws: As ``objectIDs(for:)`` does; with code `invalidRequest` for a context of another
    ///   store.
    public func objects(
        for values: [String: Value], in context: ManagedObjectContext
    ) throws(StoreError) -> [ManagedObject] {
        try requireServing(context)
        let positions = try positions(try table(of: values), in: context)
        let entries = context.state.tables[space.root].entries
        return positions.map { context.object(root: space.root, entries[$0].number) }
    }

    /// Refuses a context that works on another store.
    func requireServing(_ context: ManagedObjectContext) throws(StoreError) {
        let isSameModel =
            context.model === container.model || context.model.entities == container.model.entities
        guard isSameModel, context.backend.commits === container.backend.commits else {
            throw StoreError(
                .invalidRequest,
                "the identities of \(entityName) were preloaded from another container than the "
                    + "one at work; make an IdentityCache for each container")
        }
    }

    /// All combinations of the values, each once, without those that have a `null`.
    private func table(of values: [String: Value]) throws(StoreError) -> IdentityTable {
        guard Set(values.keys) == Set(attributes) else {
            throw StoreError(
                .invalidRequest,
                "expected a value for each of \(attributes.joined(separator: ", ")) of "
                    + "\(entityName), found \(values.keys.sorted().joined(separator: ", "))")
        }
        var keys: [[Value]] = [[]]
        for (slot, name) in zip(space.slots, attributes) {
            let choices = try choices(values[name] ?? .null, slot, name)
            keys = keys.flatMap { key in choices.map { key + [$0] } }
        }
        var table = IdentityTable(space)
        for (place, key) in keys.enumerated() { _ = table.find(key, orInsert: place) }
        return table
    }

    private func choices(
        _ value: Value, _ slot: Int, _ name: String
    ) throws(StoreError) -> [Value] {
        let elements = if case .array(let elements) = value { elements } else { [value] }
        guard let type = container.model.layouts[space.entity].slots[slot].attribute?.type else {
            return []
        }
        var choices: [Value] = []
        for element in elements where !element.isNull {
            guard let normalized = type.normalized(element) else {
                throw StoreError(
                    .invalidRequest,
                    "\(entityName).\(name): expected \(type.word), found \(element.word); values "
                        + "are compared as they are stored")
            }
            choices.append(normalized)
        }
        return choices
    }
}
