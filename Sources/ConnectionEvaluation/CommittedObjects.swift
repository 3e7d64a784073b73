import ObjectGraph

/// The parts of a commit that affect connections.
///
/// Connections are evaluated again from these parts, in memory or from the text of a mark.
struct CommittedObjects: Sendable {
    /// Indicates whether the commit may affect everything.
    private var isEverything = false
    /// The numbers of objects with written rows or links, by root.
    private var numbers: [Int: Set<Int64>] = [:]
    /// The objects with lost or new references, by the relationship at the other end.
    ///
    /// The new references themselves remain in the rows of ``numbers``.
    private var formerSources: [Int: Set<Int64>] = [:]
    /// The roots of deleted objects, with deleted links as well.
    private var deletedRoots: Set<Int> = []
    private var history = ConnectionHistory()

    /// The maximum number of objects in a mark; beyond it, the mark denotes everything.
    private static let limit = 20_000

    /// Creates the parts of a change set, with the history of its loads.
    init(_ changes: ChangeSet, _ history: ConnectionHistory, _ model: ManagedObjectModel) {
        self.history = history
        func root(_ entity: Int) -> Int { model.layouts[entity].root }
        for row in changes.inserted { numbers[root(row.entity), default: []].insert(row.number) }
        for update in changes.updated {
            numbers[root(update.row.entity), default: []].insert(update.row.number)
        }
        for row in changes.deleted { deletedRoots.insert(root(row.entity)) }
        for links in changes.links {
            let layout = model.relationships[links.relationship]
            for link in links.stored + links.removed {
                numbers[root(layout.entity), default: []].insert(link.source)
                numbers[root(layout.destination), default: []].insert(link.destination)
            }
        }
        collectFormerSources(changes, model)
    }

    /// Collects the objects that references of written rows led to before.
    private mutating func collectFormerSources(_ changes: ChangeSet, _ model: ManagedObjectModel) {
        for layout in model.relationships {
            guard case .reference(let slot) = layout.storage, let inverse = layout.inverse else {
                continue
            }
            let entity = model.layouts[layout.entity]
            for update in changes.updated where entity.includes(update.row.entity) {
                guard update.changedSlots.contains(slot),
                    let former = update.original?.reference(slot)
                else { continue }
                formerSources[inverse, default: []].insert(former)
            }
            for row in changes.deleted where entity.includes(row.entity) {
                guard let former = row.original?.reference(slot) else { continue }
                formerSources[inverse, default: []].insert(former)
            }
        }
    }

    /// Adds the objects to the scope of connections.
    func add(
        to scope: inout ConnectionScope, _ connections: [ConnectionPlan],
        in context: ManagedObjectContext
    ) throws(StoreError) {
        scope.isEverything = scope.isEverything || isEverything
        scope.whole.formUnion(history.whole)
        for (relationship, keys) in history.formerKeys {
            scope.formerKeys[relationship, default: []].formUnion(keys)
        }
        for (relationship, numbers) in formerSources {
            let root = context.root(of: context.model.relationships[relationship].entity)
            try context.load(root: root, numbers.sorted())
            // Other units may have deleted some of them since.
            let living = numbers.filter { context.state.tables[root].position(of: $0) != nil }
            scope.formerSources[relationship, default: []].formUnion(living)
        }
        for (root, numbers) in numbers {
            let numbers = numbers.sorted()
            try context.load(root: root, numbers)
            let table = context.state.tables[root]
            let found = numbers.compactMap { table.position(of: $0) }.filter(table.isAlive)
            scope.touched[root, default: []] += found
            scope.changed[root, default: []] += found
        }
        // Paths through links to deleted objects can no longer be determined.
        for connection in connections where connection.leads(through: deletedRoots, context.model) {
            scope.whole.insert(connection.relationship.index)
        }
    }
}

extension ConnectionPlan {
    fileprivate func leads(through roots: Set<Int>, _ model: ManagedObjectModel) -> Bool {
        (path + sourceChains.joined() + destinationChains.joined()).contains {
            [$0.entity, $0.destination].contains { roots.contains(model.layouts[$0].root) }
        }
    }
}

/// Conversion to and from text.
extension CommittedObjects {
    /// Returns the text of a mark.
    func text(_ model: ManagedObjectModel) -> String {
        let count =
            numbers.values.reduce(0) { $0 + $1.count }
            + formerSources.values.reduce(0) { $0 + $1.count }
        guard !isEverything, count <= Self.limit else { return "{}" }
        var members: [String: Value] = [:]
        members["objects"] = .dictionary(
            Dictionary(
                uniqueKeysWithValues: numbers.map { root, numbers in
                    (
                        model.layouts[root].name,
                        .array(numbers.sorted().map(Value.integer))
                    )
                }))
        members["deleted"] = .array(deletedRoots.sorted().map { .string(model.layouts[$0].name) })
        members["whole"] = .array(history.whole.sorted().map { name(of: $0, model) })
        members["former"] = .array(
            formerSources.sorted { $0.key < $1.key }.map { relationship, numbers in
                .array([
                    name(of: relationship, model), .array(numbers.sorted().map(Value.integer)),
                ])
            })
        members["keys"] = .array(
            history.formerKeys.sorted { $0.key < $1.key }.map { relationship, keys in
                .array([name(of: relationship, model), .array(keys.map(Value.array))])
            })
        return ValueJSON.text(.dictionary(members))
    }

    private func name(of relationship: Int, _ model: ManagedObjectModel) -> Value {
        let layout = model.relationships[relationship]
        return .array([.string(model.layouts[layout.entity].name), .string(layout.name)])
    }

    /// Parses the text of a mark; a text in any other format denotes everything.
    init(text: String, _ connections: [ConnectionPlan], _ model: ManagedObjectModel) {
        guard case .dictionary(let members)? = ValueJSON.value(text),
            case .dictionary(let objects)? = members["objects"],
            case .array(let deleted)? = members["deleted"],
            case .array(let whole)? = members["whole"], case .array(let keys)? = members["keys"],
            // Marks of earlier versions lack it.
            case .array(let former)? = members["former"]
        else {
            isEverything = true
            return
        }
        for (name, list) in objects {
            guard let root = model.index(ofEntity: name), case .array(let list) = list else {
                continue
            }
            numbers[root] = Self.numbers(list)
        }
        for case .array(let pair) in former where pair.count == 2 {
            guard let index = relationship(named: pair[0], model), case .array(let list) = pair[1]
            else { continue }
            formerSources[index] = Self.numbers(list)
        }
        deletedRoots = Set(deleted.compactMap { root(named: $0, model) })
        history.whole = Set(whole.compactMap { relationship(named: $0, model) })
        for case .array(let pair) in keys where pair.count == 2 {
            guard let index = relationship(named: pair[0], model), case .array(let list) = pair[1],
                let connection = connections.first(where: { $0.relationship.index == index })
            else { continue }
            history.formerKeys[index] = Set(list.compactMap { connection.key(from: $0) })
        }
    }

    private static func numbers(_ list: [Value]) -> Set<Int64> {
        Set(list.compactMap { if case .integer(let number) = $0 { number } else { nil } })
    }

    private func root(named name: Value, _ model: ManagedObjectModel) -> Int? {
        guard case .string(let name) = name else { return nil }
        return model.index(ofEntity: name)
    }

    private func relationship(named name: Value, _ model: ManagedObjectModel) -> Int? {
        guard case .array(let parts) = name, parts.count == 2, case .string(let last) = parts[1],
            let entity = root(named: parts[0], model)
        else { return nil }
        return model.relationship(named: last, of: entity)?.index
    }
}

extension ConnectionPlan {
    /// Returns a key from values in their JSON representation.
    fileprivate func key(from value: Value) -> [Value]? {
        guard case .array(let parts) = value, parts.count == destinationTypes.count else {
            return nil
        }
        let key = zip(parts, destinationTypes).map { part, type in
            ElementKeys([part], for: type).fitting.first ?? .null
        }
        return key
    }
}
