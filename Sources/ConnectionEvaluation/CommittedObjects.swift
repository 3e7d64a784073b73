import ObjectGraph

/// The parts of a commit that affect connections.
///
/// Connections are evaluated again from these parts, in memory or from the text of a mark.
struct CommittedObjects: Sendable {
    /// Indicates whether the commit may affect everything.
    private var isEverything = false
    /// The numbers of objects with written rows or links, by root; ascending.
    private var numbers: [Int: [Int64]] = [:]
    /// The objects with lost or new references, by the relationship at the other end.
    ///
    /// The new references themselves remain in the rows of ``numbers``.
    private var formerSources: [Int: Set<Int64>] = [:]
    /// The roots of deleted objects, with deleted links as well.
    private var deletedRoots: Set<Int> = []
    private var history = ConnectionHistory()

    /// The maximum number of objects in a mark; beyond it, the mark denotes everything.
    fileprivate static let limit = 20_000

    /// Creates the parts of a change set, with the history of its loads.
    init(_ changes: ChangeSet, _ history: ConnectionHistory, _ model: ManagedObjectModel) {
        self.history = history
        func root(_ entity: Int) -> Int { model.layouts[entity].root }
        for row in changes.inserted { numbers[root(row.entity), default: []].append(row.number) }
        for update in changes.updated {
            numbers[root(update.row.entity), default: []].append(update.row.number)
        }
        for row in changes.deleted { deletedRoots.insert(root(row.entity)) }
        for links in changes.links {
            let layout = model.relationships[links.relationship]
            for links in [links.stored, links.removed] {
                numbers[root(layout.entity), default: []] += links.map(\.source)
                numbers[root(layout.destination), default: []] += links.map(\.destination)
            }
        }
        numbers = numbers.mapValues(\.ascendingDistinct)
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
        members["runs"] = .dictionary(
            Dictionary(
                uniqueKeysWithValues: numbers.map { (model.layouts[$0].name, $1.runs) }))
        members["deleted"] = .array(deletedRoots.sorted().map { .string(model.layouts[$0].name) })
        members["whole"] = .array(history.whole.sorted().map { name(of: $0, model) })
        members["former"] = .array(
            formerSources.sorted { $0.key < $1.key }.map { relationship, numbers in
                .array([
                    name(of: relationship, model), numbers.sorted().runs,
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
            // Marks of earlier versions list all numbers instead.
            case .dictionary(let runs)? = members["runs"],
            case .array(let deleted)? = members["deleted"],
            case .array(let whole)? = members["whole"], case .array(let keys)? = members["keys"],
            case .array(let former)? = members["former"]
        else {
            isEverything = true
            return
        }
        for (name, runs) in runs {
            guard let root = model.index(ofEntity: name) else { continue }
            numbers[root] = [Int64](runs: runs)
            isEverything = isEverything || numbers[root] == nil
        }
        for case .array(let pair) in former where pair.count == 2 {
            guard let index = relationship(named: pair[0], model) else { continue }
            formerSources[index] = [Int64](runs: pair[1]).map { Set($0) }
            isEverything = isEverything || formerSources[index] == nil
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

/// Conversion of ascending numbers to and from runs, because those of a load mostly follow one
/// another.
extension [Int64] {
    /// The first number and the length of each run of consecutive numbers.
    fileprivate var runs: Value {
        var runs: [Value] = []
        var start = 0
        for index in indices.dropFirst() where self[index] != self[index - 1] &+ 1 {
            runs += [.integer(self[start]), .integer(Int64(index - start))]
            start = index
        }
        if start < count { runs += [.integer(self[start]), .integer(Int64(count - start))] }
        return .array(runs)
    }

    /// Creates the numbers of runs; `nil` if the value is no list of runs.
    fileprivate init?(runs: Value) {
        self = []
        guard case .array(let parts) = runs, parts.count.isMultiple(of: 2) else { return nil }
        for index in Swift.stride(from: 0, to: parts.count, by: 2) {
            guard case .integer(let first) = parts[index],
                case .integer(let length) = parts[index + 1],
                length > 0, length <= Int64(CommittedObjects.limit - count)
            else { return nil }
            self += (0..<length).map { first &+ $0 }
        }
    }
}
