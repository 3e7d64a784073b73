/// The parts of a graph that affect the result of a request.
///
/// Many commits change none of them, and therefore cannot change the result.
package struct RequestDependencies: Sendable {
    /// Indicates, by entity, whether its rows can be in the result.
    private var answers: [Bool]
    /// Indicates, by entity, whether a new row can change the result.
    private var insertions: [Bool]
    /// Indicates, by entity, whether the deletion of a row can change the result.
    private var deletions: [Bool]
    /// The slots that the predicate and the sort keys read, by entity.
    private var slots: [Set<Int>]
    /// The relationships stored as links that the predicate and the sort keys follow.
    private var links: Set<Int> = []
    /// Indicates whether the request has an offset, so that rows before the result affect it.
    private let hasOffset: Bool
    private let model: ManagedObjectModel
    private let root: Int

    /// Resolves the names in a request.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest`.
    package init(_ request: FetchRequest, model: ManagedObjectModel) throws(StoreError) {
        try self.init(RowRequest(request, model), model: model)
    }

    /// Resolves the names in a request for objects, or for values of objects.
    init(
        _ request: RowRequest, selecting columns: [ResolvedExpression]? = nil,
        model: ManagedObjectModel
    ) throws(StoreError) {
        let layout = model.layouts[request.entity]
        self.model = model
        root = layout.root
        hasOffset = request.offset > 0
        answers = model.layouts.map {
            request.includesSubentities
                ? layout.includes($0.index) : $0.index == request.entity
        }
        insertions = answers
        // The numbers of selected rows are not known.
        deletions = columns == nil ? Array(repeating: false, count: answers.count) : answers
        slots = Array(repeating: [], count: answers.count)
        // Throws for keys that cannot be sorted by, like a fetch.
        _ = try RowSorter(request.sortKeys, entity: request.entity, model: model)
        let resolver = PredicateResolver(model: model, entity: request.entity)
        for path in try resolver.resolve(request.predicate).paths { read(path) }
        for key in request.sortKeys {
            for path in try resolver.expression(key.expression).paths { read(path) }
        }
        for path in (columns ?? []).flatMap(\.paths) { read(path) }
    }

    /// Returns whether a commit can change the result, or an object in it.
    ///
    /// - Parameters:
    ///   - changes: The committed changes.
    ///   - members: The numbers in the result; `nil` if they are unavailable.
    /// - Returns: Whether the result must be read again.
    /// - Complexity: At most O(*n*) in the number of changes.
    package func isTouched(by changes: ChangeSet, members: Set<Int64>?) -> Bool {
        changes.emptiesStore || changes.isUnlisted
            || changes.inserted.contains { insertions[$0.entity] }
            || changes.updated.contains { update in
                isMember(update.row.number, update.row.entity, members)
                    || update.changedSlots.contains { slots[update.row.entity].contains($0) }
            }
            || changes.deleted.contains { row in
                deletions[row.entity] || isMember(row.number, row.entity, members)
                    || hasOffset && answers[row.entity]
            }
            || changes.links.contains { links.contains($0.relationship) }
    }

    /// Returns the objects of the result with links that a commit has changed, at either end.
    package func linked(by changes: ChangeSet, members: Set<Int64>?) -> Set<Int64> {
        var numbers: Set<Int64> = []
        for change in changes.links {
            let layout = model.relationships[change.relationship]
            if changes.isUnlisted,
                [layout.entity, layout.destination].contains(where: {
                    model.layouts[$0].root == root
                })
            {
                return members ?? []
            }
            for link in change.stored + change.removed {
                if model.layouts[layout.entity].root == root { numbers.insert(link.source) }
                if model.layouts[layout.destination].root == root {
                    numbers.insert(link.destination)
                }
            }
        }
        return members.map(numbers.intersection) ?? numbers
    }

    /// Returns whether links of any object of the result may be among unlisted changes.
    func changesUnlistedLinks(_ changes: ChangeSet) -> Bool {
        changes.isUnlisted
            && changes.links.contains { change in
                let layout = model.relationships[change.relationship]
                return [layout.entity, layout.destination].contains {
                    model.layouts[$0].root == root
                }
            }
    }

    private func isMember(_ number: Int64, _ entity: Int, _ members: Set<Int64>?) -> Bool {
        answers[entity] && (members?.contains(number) ?? true)
    }
}

extension RequestDependencies {
    private mutating func read(_ path: ResolvedPath) {
        for relationship in path.relationships { follow(model.relationships[relationship]) }
        if case .attribute(let slot, _) = path.end { read(slot, of: path.entity) }
    }

    private mutating func follow(_ layout: RelationshipLayout) {
        for entity in model.layouts[layout.destination].family { deletions[entity] = true }
        switch layout.storage {
        case .reference(let slot): read(slot, of: layout.entity)
        case .links: links.insert(layout.index)
        case .inverseLinks(let other): links.insert(other)
        case .inverseReference(let other):
            // A new row includes its reference.
            for entity in model.layouts[layout.destination].family { insertions[entity] = true }
            if case .reference(let slot) = model.relationships[other].storage {
                read(slot, of: model.relationships[other].entity)
            }
        }
    }

    private mutating func read(_ slot: Int, of entity: Int) {
        for member in model.layouts[entity].family { slots[member].insert(slot) }
    }
}
