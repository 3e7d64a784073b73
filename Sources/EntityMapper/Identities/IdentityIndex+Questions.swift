public import ObjectGraph

extension IdentityIndex {
    /// Returns the stored objects with given values, oldest first.
    ///
    /// Each attribute of the index must have a value; an array matches any of its elements:
    ///
    /// ```swift
    /// try index.objectIDs(for: ["articleID": [12, 13], "language": "en"])
    /// ```
    ///
    /// A `null` matches nothing, as in identification. If the index is not current, the store is
    /// queried, so that the result is always correct.
    ///
    /// - Throws: `StoreError` if the store cannot be read; with code `invalidRequest` if the values
    ///   do not match the index's attributes or have different types.
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

    /// Tests whether a stored object has given values.
    ///
    /// - Throws: The errors of ``objectIDs(for:)``.
    public func contains(_ values: [String: Value]) throws(StoreError) -> Bool {
        try !objectIDs(for: values).isEmpty
    }

    /// Returns the number of stored objects with given values.
    ///
    /// - Throws: The errors of ``objectIDs(for:)``.
    public func count(of values: [String: Value]) throws(StoreError) -> Int {
        try objectIDs(for: values).count
    }

    /// Returns the objects with given values in a context, oldest first.
    ///
    /// Pending changes of the context are taken into account.
    ///
    /// The contents of the index are verified against the rows.
    ///
    /// - Throws: The errors of ``objectIDs(for:)``; with code `invalidRequest` for a context of a
    ///   different store.
    public func objects(
        for values: [String: Value], in context: ManagedObjectContext
    ) throws(StoreError) -> [ManagedObject] {
        try requireServing(context)
        let positions = try positions(try table(of: values), in: context)
        let entries = context.state.tables[space.root].entries
        return positions.map { context.object(root: space.root, entries[$0].number) }
    }

    /// Throws an error for a context of a different store.
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

    /// Returns all distinct combinations of the values, without those that contain `null`.
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
        for (index, key) in keys.enumerated() { _ = table.find(key, orInsert: ObjectIndex(index)) }
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
