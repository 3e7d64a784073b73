import Mercator
import TestSupport
import Testing

/// A random walk that performs the same changes in a context and in a ``NaiveGraph``, and compares
/// them.
struct GraphWalk: Sendable {
    private let container: PersistentContainer
    private var model: ManagedObjectModel { container.model }
    private var generator: SeededGenerator
    private var current = NaiveGraph()
    private var committed = NaiveGraph()
    /// The changes so far, for the message of a failing test.
    private(set) var journal: [String] = []
    private(set) var difference: String?

    init(_ container: PersistentContainer, seed: UInt64) {
        self.container = container
        generator = SeededGenerator(seed: seed)
    }

    /// Performs a number of steps in a context; unsaved changes are lost at the end.
    mutating func session(steps: Int, savesAtEnd: Bool = false) throws {
        journal.append("new context")
        self = try container.perform { [self] context in
            var walk = self
            for _ in 0..<steps where walk.difference == nil { try walk.step(context) }
            if walk.difference == nil { try walk.report(context) }
            if walk.difference == nil { walk.compare(context) }
            if savesAtEnd {
                walk.journal.append("save")
                try context.save()
                walk.committed = walk.current
            }
            return walk
        }
        current = committed
    }

    private mutating func step(_ context: ManagedObjectContext) throws {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<14: insert(context)
        case 14..<20: delete(context)
        case 20..<30: rank(context)
        case 30..<62: relate(context)
        case 62..<75: peek(context)
        case 75..<78: try nest(context)
        case 78..<86: fetch(context)
        case 86..<90: compare(context)
        case 90..<92: try report(context)
        case 92..<95:
            journal.append("save")
            try context.save()
            committed = current
        case 95..<96:
            journal.append("rollback")
            context.rollback()
            current = committed
        case 96..<98:
            journal.append("refresh")
            context.refresh()
        default: try elsewhere(context)
        }
    }

    /// Performs changes in a nested unit of work or after a savepoint, and keeps or discards them.
    private mutating func nest(_ context: ManagedObjectContext) throws {
        let before = current
        let ending = generator.pick(Ending.allCases)
        journal.append("\(ending) {")
        switch ending {
        case .savepoint:
            let savepoint = context.savepoint()
            try workNested(context)
            context.rollback(to: savepoint)
        case .kept: try context.perform { context in try workNested(context) }
        case .rolledBack:
            try context.perform { context in
                try workNested(context)
                context.rollback()
            }
        case .thrown:
            do {
                try context.perform { context in
                    try workNested(context)
                    throw Discarded()
                }
            } catch is Discarded {}
        }
        journal.append("}")
        if ending != .kept { current = before }
    }

    private enum Ending: CaseIterable { case kept, thrown, rolledBack, savepoint }
    private struct Discarded: Error {}

    private mutating func workNested(_ context: ManagedObjectContext) throws {
        for _ in 0..<Int.random(in: 1..<8, using: &generator) where difference == nil {
            switch Int.random(in: 0..<16, using: &generator) {
            case 0..<3: insert(context)
            case 3..<5: delete(context)
            case 5..<7: rank(context)
            case 7..<11: relate(context)
            case 11..<13: peek(context)
            case 13: fetch(context)
            case 14:
                journal.append("refresh")
                context.refresh()
            default: try nest(context)
            }
        }
    }

    /// Compares the changes that a save would write with the differences of the naive graphs.
    private mutating func report(_ context: ManagedObjectContext) throws {
        journal.append("report")
        let report = try context.changes()
        difference = committed.fault(of: report, to: current, in: model)
    }

    /// Performs and saves changes in another context, if there are no pending changes.
    private mutating func elsewhere(_ context: ManagedObjectContext) throws {
        guard current == committed, !context.hasChanges else { return }
        journal.append("elsewhere {")
        self = try container.perform { [self] context in
            var walk = self
            for _ in 0..<4 where walk.difference == nil {
                walk.insert(context)
                walk.relate(context)
                walk.delete(context)
                walk.relate(context)
            }
            try context.save()
            return walk
        }
        journal.append("} refresh")
        committed = current
        context.refresh()
    }
}

extension GraphWalk {
    private mutating func insert(_ context: ManagedObjectContext) {
        guard current.objects.count < 14 else { return }
        let entity = generator.pick(model.entities).name
        let id = context.insert(entity).objectID
        journal.append("insert \(entity) as \(id)")
        current.insert(id, entity)
    }

    private mutating func delete(_ context: ManagedObjectContext) {
        guard let object = pick(context) else { return }
        journal.append("delete \(object.objectID)")
        context.delete(object)
        current.delete(object.objectID, in: model)
    }

    private mutating func rank(_ context: ManagedObjectContext) {
        guard let object = pick(context) else { return }
        let rank = generator.chance(0.2) ? nil : Int64.random(in: 0..<5, using: &generator)
        journal.append("\(object.objectID).rank = \(rank as Any)")
        object["rank"] = rank.map(Value.integer) ?? .null
        current.ranks[object.objectID] = rank
    }

    /// Sets, appends to or removes from a relationship.
    private mutating func relate(_ context: ManagedObjectContext) {
        guard let object = pick(context) else { return }
        let relationships = object.entity.relationships
        guard !relationships.isEmpty else { return }
        let relationship = generator.pick(relationships)
        let candidates = current.objects.filter { id in
            current.entity(of: id, in: model).map {
                ([$0] + $0.ancestors).contains { $0.name == relationship.destination }
            } ?? false
        }
        var wanted = current.destinations(relationship, of: object.objectID)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            wanted = candidates.filter { _ in generator.chance(0.4) }.shuffled(using: &generator)
        case 1, 2:
            guard !candidates.isEmpty else { return }
            let addition = generator.pick(candidates)
            if !relationship.isToMany { wanted = [] }
            if !wanted.contains(addition) { wanted.append(addition) }
        default:
            if !wanted.isEmpty {
                wanted.remove(at: wanted.indices.randomElement(using: &generator) ?? 0)
            }
        }
        if !relationship.isToMany { wanted = Array(wanted.prefix(1)) }
        journal.append("\(object.objectID).\(relationship.name) = \(wanted)")
        let handles = wanted.compactMap { try? context.object(with: $0) }
        if relationship.isToMany {
            object[toMany: relationship.name] = handles
        } else {
            object[toOne: relationship.name] = handles.first
        }
        current.set(relationship, of: object.objectID, to: wanted, in: model)
    }

    private mutating func pick(_ context: ManagedObjectContext) -> ManagedObject? {
        guard !current.objects.isEmpty else { return nil }
        let id = generator.pick(current.objects)
        guard let object = try? context.object(with: id) else {
            difference = "\(id) is not there"
            return nil
        }
        return object
    }
}

extension GraphWalk {
    /// Reads a relationship, so that the context has loaded some of them.
    private mutating func peek(_ context: ManagedObjectContext) {
        guard let object = pick(context) else { return }
        guard let relationship = object.entity.relationships.randomElement(using: &generator) else {
            return
        }
        journal.append("read \(object.objectID).\(relationship.name)")
        compare(relationship, object)
    }

    private mutating func compare(
        _ relationship: RelationshipDescription, _ object: ManagedObject
    ) {
        let found =
            relationship.isToMany
            ? object[toMany: relationship.name]
            : object[toOne: relationship.name].map { [$0] } ?? []
        let expected = current.destinations(relationship, of: object.objectID)
        guard found.map(\.objectID) != expected else { return }
        difference =
            "\(object.objectID).\(relationship.name): expected \(expected), found \(found.map(\.objectID))"
    }

    private mutating func compare(_ context: ManagedObjectContext) {
        for id in current.objects.shuffled(using: &generator) {
            guard let object = try? context.object(with: id) else {
                difference = "\(id) is not there"
                return
            }
            let rank = current.ranks[id].map(Value.integer) ?? .null
            if object["rank"] != rank {
                difference = "\(id).rank: \(rank), found \(object["rank"])"
            }
            for relationship in object.entity.relationships { compare(relationship, object) }
        }
    }

    /// Evaluates a random request, and compares the result with the naive graph.
    private mutating func fetch(_ context: ManagedObjectContext) {
        let entity = generator.pick(model.entities)
        guard let relationship = entity.relationships.randomElement(using: &generator) else {
            return
        }
        let limit = generator.chance(0.3) ? Int.random(in: 0..<4, using: &generator) : nil
        let offset = generator.chance(0.3) ? Int.random(in: 0..<4, using: &generator) : 0
        let bound = Int64.random(in: 0..<5, using: &generator)
        let (question, holds) = condition(relationship, bound)
        let sortsByRank = generator.chance(0.5)
        let request = FetchRequest(
            entity.name, where: question,
            sortedBy: sortsByRank ? [.descending("rank")] : [], limit: limit, offset: offset,
            attributesToFetch: generator.pick([nil, ["rank"], []]))
        journal.append("fetch \(request)")
        let graph = current
        var matches = graph.objects.filter { id in
            graph.entity(of: id, in: model).map {
                ([$0] + $0.ancestors).contains { $0.name == entity.name }
            } ?? false
        }.filter { holds($0, graph) }
        if sortsByRank {
            matches.sort {
                let (left, right) = (graph.ranks[$0] ?? -1, graph.ranks[$1] ?? -1)
                return left == right ? $0 < $1 : left > right
            }
        }
        let expected = matches.dropFirst(offset).prefix(limit ?? .max)
        do {
            let objects = try context.fetch(request)
            let found = objects.map(\.objectID)
            if found != Array(expected) {
                difference = "\(request): expected \(expected), found \(found)"
            }
            // The other objects keep their loaded state for the following steps.
            for object in objects where generator.chance(0.3) {
                let rank = graph.ranks[object.objectID].map(Value.integer) ?? .null
                if object["rank"] != rank {
                    difference = "\(object.objectID).rank: \(rank), found \(object["rank"])"
                }
            }
            let count = try context.count(request)
            if count != expected.count {
                difference = "count of \(request): \(expected.count), found \(count)"
            }
        } catch {
            difference = "\(request): \(error)"
        }
    }

    private typealias Condition = @Sendable (ManagedObjectID, NaiveGraph) -> Bool

    private mutating func condition(
        _ relationship: RelationshipDescription, _ bound: Int64
    ) -> (EntityPredicate, Condition) {
        let name = relationship.name
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return (.attribute("rank") > bound, { ($1.ranks[$0] ?? -1) > bound })
        case 1:
            return (
                PropertyPath(name).isNil, { $1.destinations(relationship, of: $0).isEmpty }
            )
        case 2 where relationship.isToMany:
            return (
                .all(name, .attribute("rank") >= bound),
                { id, graph in
                    graph.destinations(relationship, of: id).allSatisfy {
                        (graph.ranks[$0] ?? -1) >= bound
                    }
                }
            )
        default:
            let holds: Condition = { id, graph in
                graph.destinations(relationship, of: id).contains { graph.ranks[$0] == bound }
            }
            return relationship.isToMany
                ? (.any(name, .attribute("rank") == bound), holds)
                : (.attribute(name + ".rank") == bound, holds)
        }
    }
}
