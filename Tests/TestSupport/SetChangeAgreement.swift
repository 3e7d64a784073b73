import Foundation
package import ObjectGraph
import Testing

/// Compares random updates and deletions by a condition with an evaluation object by object.
package enum SetChangeAgreement {
    /// Expects a store to contain what a naive evaluation of the same changes leaves, and to tell
    /// the same counts.
    ///
    /// - Precondition: The store is empty and has never been opened.
    package static func check(
        _ store: any PersistentStore, seed: UInt64, size: Int = 60, changes: Int = 60
    ) throws {
        let model = try ContractModel.make()
        let container = try PersistentContainer(model: model, store: store)
        let fixture = try StoreFixture(store)
        let generator = SeededGenerator(seed: seed)
        try RandomGraph.fill(fixture, size: size, generator: generator)
        var random = RandomSetChanges(model: model, generator: SeededGenerator(seed: ~seed))
        for number in 0..<changes {
            let change = random.change(deletes: number.isMultiple(of: 6))
            let label = "\(generator), change \(number): \(change)"
            let before = try fixture.content()
            var naive = try NaiveSetChange(fixture)
            let expected = naive.apply(change)
            let dryRun = try outcome { () in try change.dryRun(in: container) }
            #expect(try fixture.content() == before, "\(label), dry run")
            let old = try GraphSnapshot(container)
            let found = try outcome { () in try change.run(in: container) }
            #expect(found == expected, "\(label)")
            if case .failure = expected {
                #expect(try fixture.content() == before, "\(label), unchanged")
                continue
            }
            if let unequal = try naive.difference(from: fixture) {
                Issue.record("\(label): \(unequal)")
                return
            }
            try check(dryRun, found, old, GraphSnapshot(container), model, label)
        }
    }

    /// Expects a dry run to have told what has changed.
    private static func check(
        _ dryRun: NaiveSetChange.Outcome<DryRun<Int>>, _ found: NaiveSetChange.Outcome<Int>,
        _ old: GraphSnapshot, _ new: GraphSnapshot, _ model: ManagedObjectModel, _ label: String
    ) throws {
        guard case .success(let dryRun) = dryRun else {
            Issue.record("\(label), dry run: \(dryRun)")
            return
        }
        #expect(.success(dryRun.result) == found, "\(label), dry run")
        #expect(
            GraphSnapshot.lines(of: dryRun.changes) == old.differences(to: new, in: model),
            "\(label), report")
    }

    /// Returns a result, or the code of its error.
    private static func outcome<Result>(
        _ work: () throws -> Result
    ) throws -> NaiveSetChange.Outcome<Result> {
        do {
            return .success(try work())
        } catch let error as StoreError {
            return .failure(error.code)
        }
    }
}

/// An update or a deletion.
package enum RandomSetChange: CustomStringConvertible {
    case update(UpdateRequest)
    case deletion(DeleteRequest)

    package var description: String {
        switch self {
        case .update(let request): "update \(request)"
        case .deletion(let request): "delete \(request)"
        }
    }

    func run(in container: PersistentContainer) throws -> Int {
        switch self {
        case .update(let request): try container.update(request)
        case .deletion(let request): try container.delete(request)
        }
    }

    func dryRun(in container: PersistentContainer) throws -> DryRun<Int> {
        switch self {
        case .update(let request): try container.dryRun(of: request)
        case .deletion(let request): try container.dryRun(of: request)
        }
    }
}

/// Random valid updates and deletions of the ``ContractModel``.
struct RandomSetChanges {
    private let model: ManagedObjectModel
    private var requests: RandomRequests
    private var values: RandomValues

    init(model: ManagedObjectModel, generator: SeededGenerator) {
        self.model = model
        requests = RandomRequests(model: model, generator: generator)
        values = RandomValues(generator)
    }

    /// Returns a change of any entity.
    mutating func change(deletes: Bool) -> RandomSetChange {
        // Articles have an attribute of each type.
        let article = model.index(ofEntity: "Article") ?? 0
        let entity =
            values.generator.chance(0.4)
            ? article : values.generator.pick(Array(model.entities.indices))
        let name = model.entities[entity].name
        let includesSubentities = values.generator.chance(0.8)
        let predicate =
            values.generator.chance(0.8) ? requests.predicate(on: entity, depth: 2) : .true
        guard !deletes else {
            // A few objects at most, so that some remain.
            let id = ManagedObjectID(
                entityName: model.layouts[model.layouts[entity].root].name,
                number: Int64.random(in: 1...8, using: &values.generator))
            return .deletion(
                DeleteRequest(
                    name, where: predicate && .isObject(in: [id]),
                    includesSubentities: includesSubentities))
        }
        // Attributes with unique values are updated by the tests of features.
        let candidates = model.entities[entity].attributes.filter {
            !$0.isUnique && $0.name != "contract"
        }
        guard !candidates.isEmpty else { return change(deletes: true) }
        let chosen = candidates.shuffled(using: &values.generator)
            .prefix(values.generator.pick([1, 1, 2, 3]))
        let assignments = chosen.map {
            AttributeAssignment($0.name, value(of: $0.type, in: entity, depth: 2))
        }
        return .update(
            UpdateRequest(
                name, where: predicate, setting: Array(assignments),
                includesSubentities: includesSubentities))
    }

    /// Returns an expression with values of a type.
    private mutating func value(
        of type: AttributeType, in entity: Int, depth: Int
    ) -> ValueExpression {
        let others = model.entities[entity].attributes.filter { $0.type.wide == type.wide }
        guard depth > 0, values.generator.chance(0.75) else {
            guard values.generator.chance(0.6),
                let other = others.randomElement(
                    using: &values.generator)
            else { return .value(values.value(of: type, null: 0.1)) }
            return ValueExpression(other.name)
        }
        let left = value(of: type, in: entity, depth: depth - 1)
        let right =
            values.generator.chance(0.6)
            ? .value(small(type)) : value(of: type, in: entity, depth: depth - 1)
        switch values.generator.pick([0, 1, 2]) {
        case 0 where type.hasSums || type == .string: return left + right
        case 1 where type.hasSums: return left - right
        default: return .coalesced(left, right)
        }
    }

    /// Returns a constant that rarely makes a sum too large.
    private mutating func small(_ type: AttributeType) -> Value {
        switch type {
        case .integer16, .integer32, .integer64: .integer(values.generator.pick([0, 1, 2, -1]))
        case .float, .double: .double(values.generator.pick([0, 0.5, -2, .infinity]))
        case .decimal: .decimal(values.generator.pick([1, -2, Decimal(1) / 8]))
        default: values.value(of: type, null: 0.1)
        }
    }
}

extension AttributeType {
    fileprivate var hasSums: Bool {
        [.integer16, .integer32, .integer64, .float, .double, .decimal].contains(self)
    }
}
